"""What a stored command causes beyond its own log. `config.command_effects` lists all effects in order."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

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
    """The events that one command stored, with the states before and after them."""

    log: "Log[Any, Any, Any, Any]"
    stream: Stream
    command_id: str
    # None for events without a command, such as an alias event that follows a command
    command: CommandT | None
    part_of: str  # the log whose command this one is a part of, or ""
    first: int  # number of the first event's entry
    last_base: int  # the entry before the last checkpoint, without these events
    events: tuple[EventT, ...]
    encoded: tuple[Event, ...]  # the same events as stored
    before: State
    state: State  # after the events
    actor: str
    now: datetime
    device: str  # the device that sent the command

    @property
    def stream_id(self) -> int:
        """Return the primary key of the log, which is also the primary key of its table or trainee."""
        return int(self.stream.pk)

    @cached_property
    def room_id(self) -> int:
        return self.log.room_id_of(self.stream)

    @property
    def last_checkpoint(self) -> int:
        """Return the number of the last checkpoint's entry before these events; 0 if there is none."""
        return self.last_base + 1 if self.last_base else 0

    @property
    def prev(self) -> int:
        """Return the number of the entry before the first event."""
        return self.first - 1

    @property
    def seq(self) -> int:
        """Return the number of the last event's entry."""
        return self.prev + len(self.events)


AnyCommand = StoredCommand[Any, Any, Any]


def _never(_stored: AnyCommand) -> bool:
    return False


def _always(_stored: AnyCommand) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Effect:
    """A function that runs for commands that store one of these events. Without events, it runs for every command."""

    run: Callable[[Any], None]
    events: tuple[type, ...] = ()
    # A condition under which the effect also runs for a command without such an event.
    also: Callable[[Any], bool] = _never
    # A condition without which the effect has nothing to do for a command with such an event.
    only: Callable[[Any], bool] = _always
    # The same as a condition in SQL: while it is true, the effect has nothing to do for any command.
    idle_while: str = ""

    def may_apply_to(self, events: frozenset[type]) -> bool:
        """Return whether the effect may run for a command with these types of events."""
        is_listed = not self.events or any(issubclass(event, self.events) for event in events)
        return is_listed or self.also is not _never

    def applies_to(self, stored: AnyCommand) -> bool:
        """Return whether the effect runs for this command."""
        if not self.events or any(isinstance(event, self.events) for event in stored.events):
            return self.only(stored)
        return self.also(stored)


@dataclass(frozen=True, slots=True)
class Lock:
    """A lock on another log, taken before a command of these types is decided, because an effect writes that log."""

    take: Callable[[int], object]  # takes the number of the command's log
    commands: tuple[type, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LogEffects:
    """The effects of one kind of log, in order."""

    # Locks on other logs. They come right after the lock of this log, so that all locks have one order.
    locks: tuple[Lock, ...] = ()
    # Projections and other rows that must agree with the log. An error rolls back the command.
    in_transaction: "tuple[Effect | StoredRows, ...]" = ()
    # Notifications to screens. An error is logged and affects nothing else.
    after_commit: tuple[Effect, ...] = ()
    scheduled: "tuple[ScheduledProjection, ...]" = ()  # projections that a scheduled task writes
    # The effects by the types of a command's events, because each tap needs them.
    _by_events: "dict[frozenset[type], _Effects]" = field(
        default_factory=dict, init=False, compare=False
    )

    def locks_of(self, command: type) -> tuple[Lock, ...]:
        """Return the locks that such a command takes."""
        return tuple(lock for lock in self.locks if issubclass(command, lock.commands))

    def of(self, events: Iterable[object]) -> "_Effects":
        """Return the effects that a command with such events may have: in the transaction, and after its commit."""
        types = frozenset(map(type, events))
        effects = self._by_events.get(types)
        if effects is None:
            in_transaction = tuple(item for item in self.in_transaction if item.may_apply_to(types))
            after_commit = tuple(item for item in self.after_commit if item.may_apply_to(types))
            effects = self._by_events[types] = (in_transaction, after_commit)
        return effects


_Effects: TypeAlias = "tuple[tuple[Effect | StoredRows, ...], tuple[Effect, ...]]"


def take_locks(log: str, stream_id: int, command: type) -> None:
    """Lock the other logs that the effects of such a command write."""
    for lock in command_effects().EFFECTS[log].locks_of(command):
        lock.take(stream_id)


def idle_conditions(log: str, stored: AnyCommand) -> tuple[str, ...] | None:
    """Return the conditions in SQL under which no effect must be stored together with a command.

    Return None if an effect must be, or if the command needs locks.
    """
    effects = command_effects().EFFECTS[log]
    if stored.command is not None and effects.locks_of(type(stored.command)):
        return None
    in_transaction, _ = effects.of(stored.events)
    applying = [effect for effect in in_transaction if effect.applies_to(stored)]
    conditions = tuple(effect.idle_while for effect in applying if isinstance(effect, Effect))
    return conditions if len(conditions) == len(applying) and all(conditions) else None


def run_effects(log: str, stored: AnyCommand) -> None:
    """Run the effects in the transaction now, and schedule the others for after the commit."""
    in_transaction, _ = command_effects().EFFECTS[log].of(stored.events)
    for effect in in_transaction:
        if effect.applies_to(stored):
            effect.run(stored)
    run_after_commit(log, stored)


def run_after_commit(log: str, stored: AnyCommand) -> None:
    """Schedule the effects after the commit. Without a transaction they run now."""
    _, after_commit = command_effects().EFFECTS[log].of(stored.events)
    for effect in after_commit:
        if effect.applies_to(stored):
            transaction.on_commit(partial(effect.run, stored), robust=True)
