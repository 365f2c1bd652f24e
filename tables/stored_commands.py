"""The type of a command's stored events in a table's log, for the effects of commands."""

from typing import TypeAlias

from journal.effects import StoredCommand
from poker.commands import Command
from poker.events import Event
from poker.state import Table

StoredAtTable: TypeAlias = StoredCommand[Table, Command, Event]


def is_floor_called(stored: StoredAtTable) -> bool:
    """Return whether a floor call is open after the command."""
    return stored.state.floor is not None
