"""One small night with all of the floor in it: each thing happens, and what the boxes came to is what was dropped."""

from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from drop.models import DropBox, DropCount, DropResult
from journal.models import Entry, Stream
from journal.store import STORED
from journal.verify import verify
from players.models import Player, Sanction
from poker import codec
from poker.drop_totals import DROPS, NOTHING, DropTotals, drop_of
from poker.events import Undone
from rulings.calls.models import Call
from rulings.incidents.models import Incident
from staff.models import Room
from tables.models import SeatLock
from tools.simulation import conduct, desk, drop, drop_checks, moves, room_setup, runner, seat_locks
from tools.simulation.checks import problems
from tools.simulation.clock import Clock
from tools.simulation.drop_checks import drop_problems
from tools.simulation.night import Night
from tools.simulation.player_arrivals import SimulatedPlayer, arrivals, random_player
from tools.simulation.room_setup import room_create
from tools.simulation.runner import NightRunner
from waitlist.actions import load_waitlists
from waitlist.models import WaitlistChange

BEGINS = datetime(2026, 11, 21, 18, tzinfo=UTC)
SEED = "floor 12"
GAMES = (
    ("No-limit hold'em 1/3", 9, 40, False),
    ("Limit hold'em 4/8", 9, 40, True),
    ("Pot-limit Omaha 1/2", 9, 20, True),
)
EXPECTED_EVENTS = (
    "boxes pulled",
    "boxes counted",
    "boxes counted again",
    "variances explained",
    "must-move chains set",
    "must-moves",
    "must-moves declined",
    "seat changes",
    "table changes",
    "seats locked up",
    "lock-ups expired",
    "seats unlocked",
    "tables broken by a draw",
    "moved",
    "time collections",
    "pushes",
    "sections",
    "incidents",
    "incidents from the floor",
    "sanctions: warning",
    "sanctions: penalty",
    "sanctions other than the ladder's",
    "calls",
    "overridden",
    "accepted",
)


def restless_player(*args: Any) -> SimulatedPlayer:
    """Return a player who leaves soon, so that seats open."""
    player_style = random_player(*args)
    return replace(player_style, stays=player_style.stays / 6)


def create_arrivals(rng: Random, seconds: float, people: float) -> list[float]:
    """Return arrivals: more than seats in the first half, so that second tables open; then fewer."""
    return [at / 2 for at in arrivals(rng, seconds, 1.8 * people)]


@pytest.fixture
def night(monkeypatch: pytest.MonkeyPatch) -> Night:
    """A night in which everything happens."""
    return play_night(monkeypatch, SEED)


def play_night(monkeypatch: pytest.MonkeyPatch, seed: str) -> Night:
    """Play five tables for over half an hour in which every rare event is frequent."""
    monkeypatch.setattr(room_setup, "MIX", GAMES)
    monkeypatch.setattr(desk, "random_player", restless_player)
    monkeypatch.setattr(desk, "arrivals", create_arrivals)
    monkeypatch.setattr(runner, "SHORT_FOR", 60)
    monkeypatch.setattr(runner, "FEW", 4)
    monkeypatch.setattr(moves, "ASKS", 0.3)
    monkeypatch.setattr(moves, "DECLINES", 0.3)
    monkeypatch.setattr(seat_locks, "HOURLY", 3)
    monkeypatch.setattr(conduct, "RATE", 0.05)
    monkeypatch.setattr(conduct, "SEEN", 2)
    monkeypatch.setattr(conduct, "OTHERWISE", 0.5)
    monkeypatch.setattr(drop, "LARGE", 0.4)
    monkeypatch.setattr(drop, "MISCOUNTED", 0.4)
    monkeypatch.setattr(drop, "LAST", 0.6)
    room = Room.objects.create(name="Night with a floor")
    simulated_room = room_create(room=room, tables=5, now=BEGINS)
    night = Night(house=simulated_room, clock=Clock(BEGINS), seed=seed, seconds=38 * 60)
    NightRunner(night, trouble=0.1).go_by()
    return night


@pytest.mark.release
@pytest.mark.django_db
def test_tables_open_again_without_problems(monkeypatch: pytest.MonkeyPatch) -> None:
    """More tables open than the room has, so one of them opens again after it was broken."""
    night = play_night(monkeypatch, "floor 9")
    assert night.book.sums["tables opened"] > 5
    assert list(problems(night.house.room)) == []


@pytest.mark.release
@pytest.mark.parametrize(
    ("seed", "change"), [("floor 10", "name.seated.undone"), ("floor 26", "line.closed")]
)
@pytest.mark.django_db
def test_names_that_return_or_whose_list_closes_are_counted_once(
    monkeypatch: pytest.MonkeyPatch, seed: str, change: str
) -> None:
    night = play_night(monkeypatch, seed)
    room = night.house.room
    assert WaitlistChange.objects.filter(lists__room=room, event=change).exists()
    assert list(problems(room)) == []


@pytest.mark.release
@pytest.mark.release_on_postgresql
@pytest.mark.django_db
def test_every_floor_event_happens_in_a_simulated_night(
    night: Night, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = night.house.room
    tally_sums = night.book.sums
    assert [name for name in EXPECTED_EVENTS if not tally_sums[name]] == [], tally_sums
    assert list(problems(room)) == []
    for stream in Stream.objects.order_by("pk"):
        verify(stream=stream)
    log = "\n".join(Entry.objects.annotate(stored=STORED).values_list("stored", flat=True))
    assert [player.alias for player in Player.objects.all() if f'"{player.alias}"' in log] == []
    _check_counts(room)
    _check_seat_changes(room, tally_sums["seat changes"] + tally_sums["table changes"])
    assert Entry.objects.filter(name="chain.moved").count() == tally_sums["must-moves"]
    assert Entry.objects.filter(name="chain.declined").count() == tally_sums["must-moves declined"]
    seen_by = set(Incident.objects.values_list("seen_by", flat=True))
    assert {"dealer", "supervisor"} <= seen_by
    assert set(Sanction.objects.values_list("kind", flat=True)) >= {"warning", "penalty"}
    _check_call_times(room)
    assert not SeatLock.objects.filter(until__lt=night.clock.milliseconds - 30_000).exists()
    monkeypatch.setattr(drop_checks, "drop_of", lambda event: NOTHING)
    matches = list(drop_problems(room))
    assert any("is recorded as the log's drop" in problem for problem in matches)


def _check_counts(room: Room) -> None:
    """Check that two counts match the logged drop, except for reported differences."""
    results = list(DropResult.objects.filter(box__room=room).select_related("box"))
    assert results
    dropped = 0
    for result in results:
        assert (
            result.box.previous is None
        )  # the night has one round, so all that was dropped before
        dropped += _logged_drop(result.box)
    assert sum(result.total for result in results) == dropped + sum(
        result.difference for result in results
    )
    assert all(result.reason for result in results if result.large)
    assert any(result.large for result in results)
    for result in results:
        agents = DropCount.objects.filter(box=result.box, round=result.round).values_list(
            "by", flat=True
        )
        assert len(set(agents)) == 2


def _logged_drop(box: DropBox) -> int:
    totals_by_box: dict[str, DropTotals] = {}
    rows = Entry.objects.filter(stream=box.table_id, at__lte=box.taken_at).order_by("seq")
    for command, name, version, data in rows.values_list("command_id", "name", "version", "data"):
        event = codec.decode_event(name, version, data)
        if isinstance(event, DROPS):
            totals_by_box[command] = totals_by_box.get(command, NOTHING) + drop_of(event)
        elif isinstance(event, Undone):
            totals_by_box.pop(event.command, None)
    return sum(drop_totals.total for drop_totals in totals_by_box.values())


def _check_seat_changes(room: Room, count: int) -> None:
    """Check that each change is in the waitlist log and no departed player is on a change list."""
    changes = WaitlistChange.objects.filter(lists__room=room)
    seated_changes = changes.filter(event="name.seated", key__regex="^(seats|tables)-")
    assert seated_changes.count() == count
    waitlists = load_waitlists(room.pk).lists
    assert {"seat_change", "table_change"} <= {waitlist.kind for waitlist in waitlists}


def _check_call_times(room: Room) -> None:
    """Check that calls were acknowledged, on the way and arrived, at different times."""
    calls = Call.objects.filter(room=room).exclude(arrived_at=None)
    answer_times = [
        [call.called_at, *(at for at in (call.seen_at, call.coming_at, call.arrived_at) if at)]
        for call in calls
    ]
    assert answer_times
    assert all(len(set(times)) == 4 and times == sorted(times) for times in answer_times)
    assert len({times[-1] - times[0] for times in answer_times}) == len(answer_times)
