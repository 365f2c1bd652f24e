"""The log of a week. `journal.log` executes its commands; the room adds facts, need and sender."""

from datetime import date, datetime, timedelta
from typing import Any, TypeAlias
from uuid import uuid4

from django.db import IntegrityError, transaction
from msgspec import Struct
from msgspec.structs import replace

from journal.effects import StoredCommand
from journal.log import Attempt, Log, Result
from journal.models import Stream
from journal.unix_time import milliseconds
from lineup.actions import load_lineup, lock_lineup
from poker.refusal import Refusal
from roster.crew_log import load_crew
from roster.facts import plan_facts
from roster.local_days import midnight, monday_of
from roster.models import RosterWeek
from roster.need import forecast_need
from roster.rules import week_codec
from roster.rules import week_commands as c
from roster.rules.week_decide import run
from roster.rules.week_events import WeekEvent
from roster.rules.week_evolve import evolve
from roster.rules.week_state import Week
from roster.solver import is_available
from staff.models import Room

PREFIX = "roster."
SYSTEM = "system.roster"  # the actor of changes that follow other logs or the clock
NIGHT_SHIFT = timedelta(days=1)  # a shift of a week may end this long after it


class WeekHead(Struct, frozen=True):
    """The public view of a week."""

    monday: str
    start: int
    end: int
    version: int


StoredInWeek: TypeAlias = StoredCommand[Week, c.WeekCommand, WeekEvent]
WeekResult: TypeAlias = Result[Week, WeekEvent, WeekHead]


class WeekLog(Log[Week, c.WeekCommand, WeekEvent, WeekHead]):
    """The log of a week."""

    def missing(self, stream_id: int) -> Exception:
        return Refusal("no_week", "", week=stream_id)

    def room_id_of(self, stream: Stream) -> int:
        return RosterWeek.objects.values_list("room_id", flat=True).get(pk=stream.pk)

    def lock_for(self, stream_id: int, command: type[c.WeekCommand]) -> Stream:
        """Lock the lineup before the week if the command changes both, as clock-ins do."""
        if issubclass(command, c.CallOff):
            room_id = RosterWeek.objects.values_list("room_id", flat=True).filter(pk=stream_id)
            for room in room_id:
                lock_lineup(room)
        return super().lock_for(stream_id, command)

    def resolve(self, attempt: Attempt[c.WeekCommand], state: Week) -> c.WeekCommand:
        """Return the command with facts, need, grace and sender. Raises `Refusal`: `crew_empty`, `no_templates`,
        `no_solver`.
        """
        command = attempt.command
        fields = type(command).__struct_fields__
        room_id = self.room_id_of(attempt.stream)
        filled: dict[str, Any] = {}
        if "by" in fields:
            filled["by"] = attempt.actor
        if "facts" in fields:
            filled["facts"] = plan_facts(room_id, state)
        if isinstance(command, c.SetNeed):
            filled["lines"] = forecast_need(room_id, state, attempt.now)
        if isinstance(command, c.MarkNoShow):
            filled["grace"] = load_crew(room_id).rules.no_show_minutes
        if isinstance(command, c.StartRun):
            _check_crew(room_id)
            if command.planner == "cp_sat" and not is_available():
                raise Refusal("no_solver")
        if isinstance(command, c.CallOff):
            dealer = load_lineup(room_id).find(command.dealer)
            filled["is_dealing"] = dealer is not None and bool(dealer.table)
        return replace(command, **filled)


def _check_crew(room_id: int) -> None:
    """Raises `Refusal`: `crew_empty`, `no_templates`."""
    crew = load_crew(room_id)
    if not crew.members:
        raise Refusal("crew_empty")
    if not crew.templates:
        raise Refusal("no_templates")


WEEK = WeekLog(
    name="roster",
    prefix=PREFIX,
    codec=week_codec.WEEK,
    run=run,
    evolve=evolve,
    view=lambda week: WeekHead(week.monday, week.start, week.end, week.version),
)


def load_week(week_id: int) -> tuple[int, Week]:
    """Return the number of the last entry of a week's log, and its state. Raises `Stream.DoesNotExist`."""
    seq, state = Stream.objects.values_list("seq", "state").get(pk=week_id)
    return seq, week_codec.WEEK.decode_state(bytes(state))


def week_execute(
    *, week_id: int, command_id: str, command: c.WeekCommand, actor: str, now: datetime
) -> WeekResult:
    """Execute a command. Raises `Refusal`, and then stores nothing."""
    return WEEK.execute(week_id, command, command_id=command_id, actor=actor, now=now)


def open_week(room: Room, monday: date, *, actor: str, now: datetime) -> RosterWeek:
    """Return the week of a Monday, opened on first use. Raises `Refusal`: `not_monday`."""
    if monday.weekday():
        raise Refusal("not_monday", "", day=monday.isoformat())
    week = find_week(room, monday)
    if week is not None:
        return week
    start = midnight(monday)
    end = midnight(monday + timedelta(days=7))
    command = c.OpenWeek(monday.isoformat(), milliseconds(start), milliseconds(end))
    try:
        with transaction.atomic():
            stream = WEEK.create(f"{room.pk}.{monday}")
            week = RosterWeek(stream=stream, room=room, monday=monday, starts_at=start, ends_at=end)
            week.save(force_insert=True)
            WEEK.append(
                stream,
                run(week_codec.WEEK.empty, command, now=milliseconds(now)),
                before=week_codec.WEEK.empty,
                command_id=uuid4().hex,
                actor=actor,
                now=now,
                command=command,
            )
            return week
    except IntegrityError:  # opened concurrently
        return RosterWeek.objects.get(room=room, monday=monday)


def find_week(room: Room, monday: date) -> RosterWeek | None:
    """Return the week of a Monday; None if no one has opened it."""
    return RosterWeek.objects.filter(room=room, monday=monday).first()


def week_at(room: Room, moment: datetime) -> RosterWeek | None:
    """Return the week of a moment; None if no one has opened it."""
    return find_week(room, monday_of(moment))


def current_weeks(room_id: int, moment: datetime) -> list[RosterWeek]:
    """Return the weeks whose shifts may go on at a moment: that of the moment, after the one before it."""
    rows = RosterWeek.objects.filter(
        room=room_id, starts_at__lte=moment, ends_at__gt=moment - NIGHT_SHIFT
    )
    return list(rows.order_by("monday"))


def weeks_not_over(room_id: int, moment: datetime) -> list[RosterWeek]:
    """Return the weeks of a room that are not over, by Monday."""
    return list(RosterWeek.objects.filter(room=room_id, ends_at__gt=moment).order_by("monday"))
