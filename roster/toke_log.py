"""The log of a room's tokes. `journal.log` executes its commands; the room adds what only it knows."""

from datetime import datetime
from typing import TypeAlias

from journal.effects import StoredCommand
from journal.log import Attempt, Result
from roster.models import RoomTokeLog
from roster.rules import toke_commands as c
from roster.rules.toke_codec import TOKES as CODEC
from roster.rules.toke_decide import run
from roster.rules.toke_events import TokeEvent
from roster.rules.toke_evolve import evolve
from roster.rules.toke_state import Tokes
from roster.toke_resolve import resolved
from staff.models import Room
from tables.room_logs import RoomLog

StoredInTokes: TypeAlias = StoredCommand[Tokes, c.TokeCommand, TokeEvent]
TokeResult: TypeAlias = Result[Tokes, TokeEvent, Tokes]


class TokeLog(RoomLog[Tokes, c.TokeCommand, TokeEvent, Tokes]):
    model = RoomTokeLog

    def resolve(self, attempt: Attempt[c.TokeCommand], state: Tokes) -> c.TokeCommand:
        """Return the command with what the room knows. Raises the refusals of `resolved`."""
        room = Room.objects.get(pk=self.room_id_of(attempt.stream))
        return resolved(room, state, attempt)


TOKES = TokeLog(
    name="tokes",
    prefix="tokes.",
    codec=CODEC,
    run=run,
    evolve=evolve,
    view=lambda tokes: tokes,
)


def load_tokes(room_id: int) -> Tokes:
    """Return the tokes of a room: policy, boxes to count and to split, splits to approve."""
    return TOKES.load(room_id)[1]


def toke_execute(
    *, room_id: int, command_id: str, command: c.TokeCommand, actor: str, now: datetime
) -> TokeResult:
    """Execute a command. Raises `Refusal`, and then stores nothing."""
    log_id = TOKES.id_of_room(room_id)
    return TOKES.execute(log_id, command, command_id=command_id, actor=actor, now=now)
