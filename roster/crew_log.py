"""The log of a room's crew. `journal.log` executes its commands; the room adds days and the sender."""

from datetime import datetime, timedelta
from typing import TypeAlias

from django.utils import timezone
from msgspec.structs import replace

from journal.effects import StoredCommand
from journal.log import Attempt, Result
from roster.local_days import calendar_day
from roster.models import RoomCrewLog
from roster.rules import crew_codec
from roster.rules import crew_commands as c
from roster.rules.crew_decide import run
from roster.rules.crew_events import CrewEvent
from roster.rules.crew_evolve import evolve
from roster.rules.crew_state import Crew
from tables.room_logs import RoomLog
from web import broadcast

StoredInCrew: TypeAlias = StoredCommand[Crew, c.CrewCommand, CrewEvent]
CrewResult: TypeAlias = Result[Crew, CrewEvent, Crew]
PLANNED_BACK = timedelta(days=14)  # a week that began this long ago may still change


class CrewLog(RoomLog[Crew, c.CrewCommand, CrewEvent, Crew]):
    model = RoomCrewLog

    def resolve(self, attempt: Attempt[c.CrewCommand], state: Crew) -> c.CrewCommand:
        """Return the command with today and its sender. Raises `Refusal`: `roster_day`."""
        command = attempt.command
        match command:
            case c.SetHoliday():
                calendar_day(command.day)
            case c.SetMember():
                calendar_day(command.hired)
            case c.AskTimeOff():
                calendar_day(command.first)
                calendar_day(command.last)
                planned_from = timezone.localdate(attempt.now) - PLANNED_BACK
                return replace(
                    command, today=_today(attempt.now), planned_from=planned_from.isoformat()
                )
            case c.CancelTimeOff():
                return replace(command, today=_today(attempt.now))
            case c.DecideTimeOff():
                return replace(command, by=attempt.actor)
        return command


def _today(now: datetime) -> str:
    return timezone.localdate(now).isoformat()


CREW = CrewLog(
    name="crew",
    prefix="crew.",
    codec=crew_codec.CREW,
    run=run,
    evolve=evolve,
    view=lambda crew: crew,
)


def load_crew(room_id: int) -> Crew:
    """Return the crew of a room: rules, templates, holidays, members, time off."""
    return CREW.load(room_id)[1]


def crew_execute(
    *, room_id: int, command_id: str, command: c.CrewCommand, actor: str, now: datetime
) -> CrewResult:
    """Execute a command. Raises `Refusal`, and then stores nothing."""
    log_id = CREW.id_of_room(room_id)
    return CREW.execute(log_id, command, command_id=command_id, actor=actor, now=now)


def roster_group(room_id: int) -> str:
    """Return the channel group of the pages about a room's roster."""
    return f"roster.{room_id}"


def notify_pages(stored: StoredCommand) -> None:  # type: ignore[type-arg]  # of crew and week
    """Refresh the pages about the roster of the room."""
    broadcast.send(roster_group(stored.room_id), {"type": "roster.changed"})
