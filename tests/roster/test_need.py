"""The need of a week from the room's own weeks and the tournament calendar."""

from datetime import date, timedelta

import pytest
from django.utils import timezone

from lineup.rules.plan import dealers_needed
from lineup.rules.state import LineupPolicy
from poker.refusal import Refusal
from roster.rules import crew_commands as cc
from roster.rules import week_commands as c
from roster.rules.need_rules import dealers_by_skill, rarest_skill, with_least_skills
from roster.rules.people import RosterRules
from tables.models import GameHalfHour, Plaque
from tests.support.roster_room import RosterRoom

pytestmark = pytest.mark.django_db
GAME = "$1/$2 No-Limit Hold'em"


def record_weeks(room: RosterRoom, players: list[int], game: str = GAME, hour: int = 20) -> None:
    """Record how many players a game had on the Mondays before, at this hour, the latest first."""
    for number, count in enumerate(players, 1):
        begins = room.at(-7 * number, hour)
        GameHalfHour.objects.create(
            room=room.room,
            begins=begins,
            day=begins.date(),
            shift="swing",
            hour=hour,
            game=game,
            seat_s=count * 1800,
            open_s=1800,
            chair_s=9 * 1800,
        )


@pytest.fixture
def roster_room() -> RosterRoom:
    """A room at the beginning of its week, so that the week before is over."""
    room = RosterRoom()
    room.now = room.at(0, 0)
    return room


def need_at(room: RosterRoom, hour: int) -> dict[str, int]:
    return {
        line.skill: line.dealers[2 * hour] for line in room.state.need if line.dealers[2 * hour]
    }


def test_need_is_the_median_of_the_weeks_with_breaks(roster_room: RosterRoom) -> None:
    room = roster_room
    record_weeks(room, [40, 9, 30, 30, 30])
    room.week(c.SetNeed())
    assert need_at(room, 20) == {"flop": dealers_needed(4, LineupPolicy())}
    assert need_at(room, 21) == {}


def test_two_weeks_are_too_few(roster_room: RosterRoom) -> None:
    room = roster_room
    record_weeks(room, [40, 40])
    with pytest.raises(Refusal) as refused:
        room.week(c.SetNeed())
    assert refused.value.code == "no_forecast"


def test_holiday_has_its_part_of_the_players(roster_room: RosterRoom) -> None:
    room = roster_room
    record_weeks(room, [32, 32, 32])
    room.crew(cc.SetHoliday(room.monday.isoformat(), "New Year", 50))
    room.week(c.SetNeed())
    assert need_at(room, 20) == {"flop": dealers_needed(2, LineupPolicy())}


def test_games_have_their_skills(roster_room: RosterRoom) -> None:
    room = roster_room
    stud = Plaque.objects.exclude(game="holdem").first() or Plaque.objects.get()
    Plaque.objects.filter(pk=stud.pk).update(game="stud", name="Stud 8", rotation=[])
    record_weeks(room, [8, 8, 8], "Stud 8")
    room.week(c.SetNeed())
    assert set(need_at(room, 20)) == {"stud"}


def test_least_dealers_of_a_skill_are_part_of_the_need(roster_room: RosterRoom) -> None:
    room = roster_room
    record_weeks(room, [30, 30, 30])
    room.crew(cc.SetRules(RosterRules(least_stud=1), "A stud game opens on demand"))
    room.week(c.SetNeed())
    assert need_at(room, 20) == {"flop": dealers_needed(4, LineupPolicy()) - 1, "stud": 1}
    assert need_at(room, 21) == {}, "no table is open"


def test_least_dealers_of_a_skill_that_tables_need_anyway_add_none() -> None:
    rules = RosterRules(least_stud=2, least_draw=1)
    assert with_least_skills({"flop": 0, "stud": 3, "draw": 0}, rules) == {
        "flop": 0,
        "stud": 3,
        "draw": 1,
    }


def test_clock_change_compares_the_same_time_on_the_clock() -> None:
    with timezone.override("America/Los_Angeles"):
        room = RosterRoom(monday=date(2026, 11, 2))  # the clocks went back on the day before
        room.now = room.at(0, 0)
        record_weeks(room, [9, 9, 9])
        room.week(c.SetNeed())
        assert set(need_at(room, 20)) == {"flop"}


def test_breaks_count_for_the_family_with_the_most_tables() -> None:
    policy = LineupPolicy()
    assert dealers_by_skill({"flop": 6, "stud": 1}, policy) == {
        "flop": dealers_needed(7, policy) - 1,
        "stud": 1,
        "draw": 0,
    }
    assert sum(dealers_by_skill({}, policy).values()) == 0


def test_rotation_needs_its_rarest_skill() -> None:
    assert rarest_skill({"flop", "stud"}) == "stud"
    assert rarest_skill({"flop", "stud", "draw"}) == "draw"
    assert rarest_skill(set()) == "flop"


def test_week_far_ahead_still_has_its_weeks(roster_room: RosterRoom) -> None:
    room = roster_room
    record_weeks(room, [0, 0, 0, 18, 18, 18])
    GameHalfHour.objects.filter(begins__gte=room.at(-21, 0)).delete()
    room.now = room.at(0, 0) - timedelta(days=21)
    room.week(c.SetNeed())
    assert need_at(room, 20)
