"""What a stored command causes beyond its own log. `config.command_effects` lists it all, in order."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from django.db import transaction

from journal.models import Stream
from journal.registry import command_effects
from journal.store import Event

if TYPE_CHECKING:
    from journal.log import Log
    from journal.projections import ScheduledProjection, StoredRows

State = TypeVar("State")
CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")


@dataclass(frozen=True, kw_only=True)
class StoredCommand(Generic[State, CommandT, EventT]):
    """The events that one command stored, with the state before and after them."""

    log: "Log[Any, Any, Any, Any]"
    stream: Stream
    command_id: str
    command: CommandT | None  # None for events without a command, such as an alias that follows
    follows: str  # name of the log whose command this one follows in the same transaction, or ""
    first: int  # entry number of the first event
    last_base: int  # the entry before the last checkpoint, as it was before these events
    events: tuple[EventT, ...]
    encoded: tuple[Event, ...]  # the same events as stored
    before: State
    state: State  # after the events
    actor: str
    now: datetime
    device: str  # where the command came from

    @property
    def stream_id(self) -> int:
        """Return the primary key of the log, which is also that of a table or a trainee."""
        return int(self.stream.pk)

    @cached_property
    def room_id(self) -> int:
        """Return the primary key of the room that the log belongs to."""
        return self.log.room_id_of(self.stream)

    @property
    def last_checkpoint(self) -> int:
        """Return the number of the entry with the last checkpoint before these events; 0 before the first."""
        return self.last_base + 1 if self.last_base else 0

    @property
    def prev(self) -> int:
        """Return the number of the entry before the first."""
        return self.first - 1

    @property
    def seq(self) -> int:
        """Return the number of the last entry."""
        return self.prev + len(self.events)


AnyCommand = StoredCommand[Any, Any, Any]


def _never(_stored: AnyCommand) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Effect:
    """A function to run for commands that store one of these events; without events, for every command.

    also: a condition under which it runs for a command without such an event.
    """

    run: Callable[[Any], None]
    events: tuple[type, ...] = ()
    also: Callable[[Any], bool] = _never

    def applies_to(self, stored: AnyCommand) -> bool:
        """Return whether to run it."""
        if not self.events or any(isinstance(event, self.events) for event in stored.events):
            return True
        return self.also(stored)


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEffects:
    """The effects of one kind of log, in order.

    in_transaction: projections, which `verify_journal` compares, and other rows that must agree with the log; an error
    undoes the command. after_commit: screens are notified; an error is logged and concerns nothing else. scheduled:
    projections that a task writes.
    """

    in_transaction: "tuple[Effect | StoredRows, ...]" = ()
    after_commit: tuple[Effect, ...] = ()
    scheduled: "tuple[ScheduledProjection, ...]" = ()


def run_effects(log: str, stored: AnyCommand) -> None:
    """Run the effects of a stored command: some now, the others after the commit."""
    effects = command_effects().EFFECTS[log]
    for effect in effects.in_transaction:
        if effect.applies_to(stored):
            effect.run(stored)
    for effect in effects.after_commit:
        if effect.applies_to(stored):
            transaction.on_commit(partial(effect.run, stored), robust=True)
