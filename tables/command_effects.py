"""What a command causes beyond its own log. `config.command_effects` lists it all, in order."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache, cached_property, partial
from importlib import import_module
from typing import Protocol, cast

from django.conf import settings
from django.db import transaction

from poker.events import Event
from poker.state import Table as State
from poker.waitlist.events import WaitlistEvent
from poker.waitlist.state import Waitlists
from tables.models import Table


@dataclass(frozen=True, kw_only=True)
class TableEventsStored:
    """Events that a command stored at a table, and the table after them."""

    table_id: int  # primary key of the table and of its log
    first: int  # entry number of the first event
    events: tuple[Event, ...]
    table: State
    actor: str
    now: datetime
    last_start: int  # entry that started the last hand before them; 0 before the first hand

    @cached_property
    def room_id(self) -> int:
        """The primary key of the table's room."""
        return Table.objects.values_list("room_id", flat=True).get(pk=self.table_id)


@dataclass(frozen=True, slots=True)
class TableEffect:
    """A function to run for commands at a table that store one of these events."""

    run: Callable[[TableEventsStored], None]
    events: tuple[type[Event], ...]
    during_calls: bool = False  # also for every command while a floor call is open

    def applies_to(self, batch: TableEventsStored) -> bool:
        """Return whether to run it."""
        is_called = self.during_calls and batch.table.floor is not None
        return is_called or any(isinstance(event, self.events) for event in batch.events)


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitlistEventsStored:
    """Events that a command stored in a room's waitlist log, and the waitlists after them."""

    room_id: int
    first: int  # entry number of the first event
    events: tuple[WaitlistEvent, ...]
    lists: Waitlists
    now: datetime


class CommandEffects(Protocol):
    """The module that `COMMAND_EFFECTS` names."""

    IN_TRANSACTION: tuple[TableEffect, ...]
    AFTER_COMMIT: tuple[TableEffect, ...]
    WAITLIST_IN_TRANSACTION: tuple[Callable[[WaitlistEventsStored], None], ...]


@cache
def command_effects() -> CommandEffects:
    """Return the effects. They are above this package, so the settings name their module."""
    return cast(CommandEffects, import_module(settings.COMMAND_EFFECTS))


def run_table_effects(batch: TableEventsStored) -> None:
    """Run the effects of a command at a table, and the rest after the commit."""
    effects = command_effects()
    for effect in effects.IN_TRANSACTION:
        if effect.applies_to(batch):
            effect.run(batch)
    for effect in effects.AFTER_COMMIT:
        if effect.applies_to(batch):
            transaction.on_commit(partial(effect.run, batch), robust=True)


def run_waitlist_effects(batch: WaitlistEventsStored) -> None:
    """Run the effects of a command of a room's waitlists."""
    for run in command_effects().WAITLIST_IN_TRANSACTION:
        run(batch)
