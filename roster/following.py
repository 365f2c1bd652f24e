"""What the roster follows: clock-ins of the lineup, and dealers who leave the crew or the house."""

from datetime import datetime
from uuid import uuid4

from django.utils import timezone

from journal.unix_time import milliseconds
from lineup.actions import LINEUP, StoredInLineup
from lineup.rules import commands as lineup_commands
from lineup.rules import events as lineup_events
from roster.crew_log import CREW, StoredInCrew, load_crew
from roster.models import RoomCrewLog, RosterWeek
from roster.rules import crew_events
from roster.rules import week_commands as c
from roster.rules import week_events as e
from roster.rules.crew_commands import RemoveMember
from roster.rules.week_day import open_attendance, shift_to_clock
from roster.week_log import (
    SYSTEM,
    WEEK,
    StoredInWeek,
    current_weeks,
    load_week,
    weeks_not_over,
)
from staff.models import Staff
from staff.rooms import works_in

LINEUP_EVENTS = (lineup_events.ClockedIn, lineup_events.ClockedOut)
LEFT_CREW = "Left the crew"
LEFT_HOUSE = "The account was deactivated or lost the room"


def follow_lineup(stored: StoredInLineup) -> None:
    """Store clock-ins and clock-outs of the lineup in the week, in the transaction that stored them."""
    if stored.part_of == WEEK.name:
        return
    weeks = current_weeks(stored.room_id, stored.now)
    if not weeks:
        return
    for number, event in enumerate(stored.events):
        command_id = f"lineup.{stored.stream_id}.{stored.first + number}"
        if isinstance(event, lineup_events.ClockedIn):
            _clock_in(stored, weeks, event.key, command_id)
        elif isinstance(event, lineup_events.ClockedOut):
            _clock_out(stored, weeks, event.key, command_id)


def _clock_in(
    stored: StoredInLineup, weeks: list[RosterWeek], dealer: str, command_id: str
) -> None:
    """Store a clock-in in the week of its shift; of a dealer without a shift, in the week of the moment."""
    now = milliseconds(stored.now)
    states = {week.pk: load_week(week.pk)[1] for week in weeks}
    planned = [week.pk for week in weeks if shift_to_clock(states[week.pk], dealer, now)]
    current = [week.pk for week in weeks if week.ends_at > stored.now and states[week.pk].version]
    if not planned and dealer not in load_crew(stored.room_id).members:
        return
    for week_id in (planned or current)[:1]:
        _execute(week_id, c.ClockIn(dealer), command_id, stored.now)


def _clock_out(
    stored: StoredInLineup, weeks: list[RosterWeek], dealer: str, command_id: str
) -> None:
    for week in weeks:
        if open_attendance(load_week(week.pk)[1], dealer):
            _execute(week.pk, c.ClockOut(dealer), f"{command_id}.{week.pk}", stored.now)


def _execute(week_id: int, command: c.WeekCommand, command_id: str, now: datetime) -> None:
    WEEK.execute_inside_transaction(
        week_id, command, command_id=command_id, actor=SYSTEM, now=now, part_of=LINEUP.name
    )


def follow_call_off(stored: StoredInWeek) -> None:
    """Take a dealer who calls off out of the lineup: their assignment to come in next, and the duty.

    A dealer in a box stays on duty until someone pushes them out.
    """
    lineup_id = LINEUP.id_of_room(stored.room_id)
    for event in stored.events:
        if not isinstance(event, e.CalledOff):
            continue
        lineup = LINEUP.lock_state(lineup_id)
        dealer = lineup.find(event.dealer)
        commands: list[lineup_commands.LineupCommand] = [
            lineup_commands.AssignNext(assignment.table)
            for assignment in lineup.assigned
            if assignment.key == event.dealer
        ]
        has_worked = any(isinstance(item, e.ClockedOut) for item in stored.events)
        if dealer is not None and not dealer.table and has_worked:
            commands.append(lineup_commands.ClockOut(event.dealer))
        for number, command in enumerate(commands):
            LINEUP.execute_inside_transaction(
                lineup_id,
                command,
                command_id=f"roster.{stored.stream_id}.{stored.first}.{number}",
                actor=stored.actor,
                now=stored.now,
                part_of=WEEK.name,
            )


def follow_crew(stored: StoredInCrew) -> None:
    """Open the shifts of a dealer who left the crew, in all weeks that are not over."""
    for event in stored.events:
        if not isinstance(event, crew_events.MemberRemoved):
            continue
        for week in weeks_not_over(stored.room_id, stored.now):
            WEEK.execute_inside_transaction(
                week.pk,
                c.RemoveDealer(event.member, event.reason),
                command_id=f"crew.{stored.stream_id}.{stored.first}.{week.pk}",
                actor=stored.actor,
                now=stored.now,
                part_of=CREW.name,
            )


def remove_from_crews(staff: Staff) -> None:
    """Remove a staff member from the crews of rooms where they no longer work, in the caller's transaction."""
    for crew in RoomCrewLog.objects.order_by("pk"):
        is_member = staff.key in load_crew(crew.room_id).members
        if not is_member or (staff.user.is_active and works_in(staff, crew.room_id)):
            continue
        CREW.execute_inside_transaction(
            crew.pk,
            RemoveMember(staff.key, LEFT_HOUSE),
            command_id=str(uuid4()),
            actor=SYSTEM,
            now=timezone.now(),
        )
