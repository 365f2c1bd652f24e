"""Crew and weeks on their logs: what follows from commands, rows, and what the room fills in."""

from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from journal.models import Stream
from journal.projections import projections_of
from journal.unix_time import milliseconds
from lineup.actions import load_lineup
from lineup.models import GameSignOff
from lineup.rules import commands as l
from poker.commands import PushDealer
from poker.refusal import Refusal
from roster.crew_log import crew_execute
from roster.facts import plan_facts
from roster.following import LEFT_HOUSE
from roster.models import RosterRequest, RosterShift, ShiftRecord, TimeOffRow
from roster.rules import crew_commands as cc
from roster.rules import week_commands as c
from roster.rules.people import SKILLS
from roster.rules.plan_check import broken_rules
from roster.rules.week_state import Attendance
from roster.week_log import find_week, load_week, open_week, week_at
from staff.account_changes import staff_save
from staff.accounts import SecretHashes
from staff.models import Room
from tests.support.roster_room import MANAGER, RosterRoom

pytestmark = pytest.mark.django_db


@pytest.fixture
def roster_room() -> RosterRoom:
    return RosterRoom()


def published(room: RosterRoom) -> RosterRoom:
    """Publish a shift of Wren and one of Plover on Monday, and an open one on Tuesday."""
    room.place(0, 10, 18, "Wren")
    room.place(0, 18, 26, "Plover")
    room.place(1, 10, 18)
    room.publish()
    return room


def attended(room: RosterRoom, shift: int) -> Attendance:
    attendance = room.state.attendance_of(shift)
    assert attendance is not None
    return attendance


def refusal_of(room: RosterRoom, command: c.WeekCommand) -> str:
    with pytest.raises(Refusal) as refused:
        room.week(command)
    return refused.value.code


def test_week_is_opened_once(roster_room: RosterRoom) -> None:
    room = roster_room
    again = open_week(room.room, room.monday, actor=MANAGER, now=room.now)
    assert again == room.row
    assert week_at(room.room, room.at(6, 23)) == room.row
    assert find_week(room.room, room.monday + timedelta(days=7)) is None
    with pytest.raises(Refusal) as refused:
        open_week(room.room, room.monday + timedelta(days=1), actor=MANAGER, now=room.now)
    assert refused.value.code == "not_monday"


@pytest.mark.parametrize(
    ("zone", "monday", "half_hours"),
    [
        ("America/Los_Angeles", date(2026, 3, 2), 334),
        ("America/Los_Angeles", date(2026, 10, 26), 338),
        ("America/Los_Angeles", date(2027, 3, 8), 334),
        ("America/New_York", date(2027, 11, 1), 338),
        ("Europe/Berlin", date(2026, 3, 23), 334),
        ("Europe/Berlin", date(2027, 10, 25), 338),
    ],
)
def test_week_of_a_clock_change_with_a_night_shift(
    zone: str, monday: date, half_hours: int
) -> None:
    with timezone.override(zone):
        room = RosterRoom(monday=monday)
        assert room.state.half_hours == half_hours
        room.place(5, 20, 28, "Wren")
        [night] = room.state.draft
        assert night.minutes == 480 + (half_hours - 336) * 30
        facts = plan_facts(room.room.pk, room.state)
        assert [change.minutes for change in facts.changes] == [-30 * (half_hours - 336)]
        assert broken_rules(room.state.draft, facts) == ()
        room.publish()
        assert RosterShift.objects.get().end == room.at(5, 28)


def test_rows_follow_the_log_and_are_rebuilt(roster_room: RosterRoom) -> None:
    room = published(roster_room)
    room.week(c.GiveUp(room.key("Wren"), 1))
    room.week(c.TakeShift(room.key("Siskin"), request=1))
    room.week(c.DecideRequest(1, True))
    room.crew(cc.AskTimeOff(room.key("Wren"), "2099-01-01", "2099-01-02"))
    room.crew(cc.DecideTimeOff(1, True))
    room.now = room.at(0, 10)
    room.week(c.ClockIn(room.key("Siskin")))
    room.week(c.ClockOut(room.key("Siskin")))
    room.week(c.CallOff(room.key("Plover"), 2, "sick"))
    shifts = RosterShift.objects.order_by("number").values_list("number", "dealer", "version")
    assert list(shifts) == [(1, room.key("Siskin"), 1), (2, "", 1), (3, "", 1)]
    assert RosterRequest.objects.get().status == "approved"
    assert TimeOffRow.objects.get().status == "approved"
    records = {row.number: row for row in ShiftRecord.objects.all()}
    assert records[1].clocked_out is not None
    assert (records[2].dealer, records[2].clocked_in) == (room.key("Plover"), None)
    call_command("verify_journal")
    for stream in Stream.objects.filter(key__startswith="roster."):
        RosterShift.objects.all().delete()
        ShiftRecord.objects.all().delete()
        RosterRequest.objects.all().delete()
        call_command("rebuild_projections")
        assert len(projections_of(stream)) == 4
    assert list(shifts.all()) == [(1, room.key("Siskin"), 1), (2, "", 1), (3, "", 1)]
    call_command("verify_journal")


def test_lineup_clocks_dealers_in_and_out(roster_room: RosterRoom) -> None:
    room = published(roster_room)
    room.now = room.at(0, 9.75)
    room.lineup(l.ClockIn(room.key("Wren"), "Wren"))
    room.lineup(l.ClockIn(room.key("Siskin"), "Siskin"))
    room.now = room.at(0, 18)
    room.lineup(l.ClockOut(room.key("Wren")))
    attendance = {row.shift: row for row in room.state.attendance}
    assert attendance[1].dealer == room.key("Wren")
    assert attendance[1].clocked_out
    assert attendance[4].dealer == room.key("Siskin")  # without a shift
    assert not attendance[4].clocked_out


def test_night_shift_of_sunday_is_clocked_out_in_its_week(roster_room: RosterRoom) -> None:
    room = roster_room
    room.place(6, 18, 26, "Wren")
    room.publish()
    following = open_week(room.room, room.monday + timedelta(days=7), actor=MANAGER, now=room.now)
    room.now = room.at(6, 18)
    room.lineup(l.ClockIn(room.key("Wren"), "Wren"))
    room.now = room.at(7, 2)
    room.lineup(l.ClockOut(room.key("Wren")))
    assert attended(room, 1).clocked_out
    assert not ShiftRecord.objects.filter(week=following).exists()


def test_room_without_weeks_clocks_in_as_before(roster_room: RosterRoom) -> None:
    room = roster_room
    room.now = room.at(40, 10)
    room.lineup(l.ClockIn(room.key("Wren"), "Wren"))
    assert not ShiftRecord.objects.exists()


def test_call_off_during_a_push_takes_the_assignment_too(roster_room: RosterRoom) -> None:
    """Plover is assigned to come in next at T1, and calls off."""
    room = published(roster_room)
    room.table.seat_players(1, 2, 3, 4)
    room.table.now = room.now
    room.table.open()
    room.now = room.at(0, 18)
    for alias in ("Wren", "Plover"):
        room.lineup(l.ClockIn(room.key(alias), alias))
    room.table.now = room.now
    room.table.execute(PushDealer(room.key("Wren"), "Wren"))
    room.lineup(l.AssignNext("T1", room.key("Plover"), "asked for it"))
    room.week(c.CallOff(room.key("Plover"), 2, "sick"))
    lineup = load_lineup(room.room.pk)
    assert lineup.assignment_at("T1") is None
    assert lineup.find(room.key("Plover")) is None
    assert attended(room, 2).clocked_out
    call_command("verify_journal")


def test_call_off_in_a_box_keeps_the_dealer_on_duty_until_the_push(roster_room: RosterRoom) -> None:
    room = published(roster_room)
    room.table.seat_players(1, 2, 3, 4)
    room.table.now = room.now
    room.table.open()
    room.now = room.at(0, 10)
    for alias in ("Wren", "Siskin"):
        room.lineup(l.ClockIn(room.key(alias), alias))
    room.table.now = room.now
    room.table.execute(PushDealer(room.key("Wren"), "Wren"))
    room.week(c.CallOff(room.key("Wren"), 1, "sick"))
    assert load_lineup(room.room.pk).find(room.key("Wren")) is not None
    assert not attended(room, 1).clocked_out
    room.table.now = room.now + timedelta(minutes=5)
    room.table.execute(PushDealer(room.key("Siskin"), "Siskin"))
    room.now = room.table.now
    room.lineup(l.ClockOut(room.key("Wren")))
    assert attended(room, 1).clocked_out


def test_removed_member_opens_the_shifts_of_all_weeks(roster_room: RosterRoom) -> None:
    room = published(roster_room)
    following = open_week(room.room, room.monday + timedelta(days=7), actor=MANAGER, now=room.now)
    start, end = room.at(8, 10), room.at(8, 18)
    room.week(
        c.PlaceShift(
            start.date().isoformat(),
            int(start.timestamp()) * 1000,
            int(end.timestamp()) * 1000,
            dealer=room.key("Wren"),
        ),
        row=following,
    )
    room.week(c.Publish(), row=following)
    room.crew(cc.RemoveMember(room.key("Wren"), "moved away"))
    assert not RosterShift.objects.filter(dealer=room.key("Wren")).exists()
    assert RosterShift.objects.filter(dealer="").count() == 3


def test_deactivated_account_leaves_the_crew_in_mid_week(roster_room: RosterRoom) -> None:
    room = published(roster_room)
    room.now = room.at(0, 12)
    wren = room.people["Wren"]
    staff_save(
        staff=wren,
        username="wren",
        role=wren.user.groups.get(),
        is_active=False,
        secrets=SecretHashes(),
        rooms=[room.room],
    )
    assert room.key("Wren") not in room.crew_state.members
    entry = Stream.objects.get(key=f"crew.{room.room.pk}").entries.order_by("-seq").first()
    assert entry is not None
    assert LEFT_HOUSE in entry.data


def test_run_needs_a_crew_and_templates(roster_room: RosterRoom) -> None:
    room = roster_room
    room.week(c.EditNeed("flop", 0, 10, 1))
    for template in room.crew_state.templates:
        room.crew(cc.RemoveTemplate(template.key))
    assert refusal_of(room, c.StartRun("greedy")) == "no_templates"
    for alias in room.people:
        room.crew(cc.RemoveMember(room.key(alias), "test"))
    assert refusal_of(room, c.StartRun("greedy")) == "crew_empty"


def test_everyone_has_all_skills_until_the_first_sign_off(roster_room: RosterRoom) -> None:
    room = roster_room
    people = plan_facts(room.room.pk, room.state).people
    assert {person.skills for person in people} == {SKILLS}
    stream = Stream.objects.get(key=f"crew.{room.room.pk}")
    GameSignOff.objects.create(
        stream=stream, staff=room.people["Wren"], family="stud", by=MANAGER, at=1
    )
    skills = {person.name: person.skills for person in plan_facts(room.room.pk, room.state).people}
    assert skills == {"Wren": ("stud",), "Plover": (), "Siskin": ()}


def test_facts_have_seniority_time_off_and_shifts_around(roster_room: RosterRoom) -> None:
    room = published(roster_room)
    room.crew(cc.SetMember(room.key("Siskin"), "part", 0, 1200, "2010-01-01"))
    first = (room.monday + timedelta(days=2)).isoformat()
    last = (room.monday + timedelta(days=3)).isoformat()
    room.crew(cc.AskTimeOff(room.key("Wren"), first, last))
    room.crew(cc.DecideTimeOff(1, True))
    following = open_week(room.room, room.monday + timedelta(days=7), actor=MANAGER, now=room.now)
    facts = plan_facts(room.room.pk, room.state)
    people = {person.name: person for person in facts.people}
    assert people["Siskin"].seniority == 1
    assert people["Wren"].off == (first, last)
    after = plan_facts(room.room.pk, load_week(following.pk)[1], with_shares=True)
    assert {shift.dealer for shift in after.around} == {room.key("Wren"), room.key("Plover")}


def test_dealer_of_two_rooms_has_one_shift_at_a_time(roster_room: RosterRoom) -> None:
    room = roster_room
    room.place(0, 10, 18, "Wren")
    room.place(2, 12, 20)
    room.publish()
    annex = Room.objects.create(name="Annex")
    crew_execute(
        room_id=annex.pk,
        command_id="annex",
        command=cc.SetMember(room.key("Wren"), "part", 0, 1200, "2020-01-01"),
        actor=MANAGER,
        now=room.now,
    )
    row = open_week(annex, room.monday, actor=MANAGER, now=room.now)
    wednesday = (room.monday + timedelta(days=2)).isoformat()
    start, end = milliseconds(room.at(2, 10)), milliseconds(room.at(2, 18))
    room.week(c.PlaceShift(wednesday, start, end, dealer=room.key("Wren")), row=row)
    room.week(c.Publish(), row=row)
    assert refusal_of(room, c.TakeShift(room.key("Wren"), shift=2)) == "breaks_overlap"
    monday = room.monday.isoformat()
    start, end = milliseconds(room.at(0, 12)), milliseconds(room.at(0, 20))
    room.week(c.PlaceShift(monday, start, end, dealer=room.key("Wren")), row=row)
    with pytest.raises(Refusal) as refused:
        room.week(c.Publish(), row=row)
    assert refused.value.code == "plan_breaks_rules"
    facts = plan_facts(annex.pk, load_week(row.pk)[1])
    assert facts.around == (), "shifts of another room don't cover this one's tables"


def test_forecast_without_weeks_is_refused(roster_room: RosterRoom) -> None:
    assert refusal_of(roster_room, c.SetNeed()) == "no_forecast"


def test_day_that_does_not_exist_is_refused(roster_room: RosterRoom) -> None:
    with pytest.raises(Refusal) as refused:
        roster_room.crew(cc.SetHoliday("2026-02-30", "x", 50))
    assert refused.value.code == "roster_day"
