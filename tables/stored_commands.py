"""Types of what a command stored in the logs of tables and waitlists, for the effects of commands."""

from typing import TypeAlias

from journal.effects import StoredCommand
from poker.commands import Command
from poker.events import Event
from poker.state import Table
from poker.waitlist.commands import WaitlistCommand
from poker.waitlist.events import WaitlistEvent
from poker.waitlist.state import Waitlists

StoredAtTable: TypeAlias = StoredCommand[Table, Command, Event]
StoredInWaitlists: TypeAlias = StoredCommand[Waitlists, WaitlistCommand, WaitlistEvent]


def is_floor_called(stored: StoredAtTable) -> bool:
    """Return whether a floor call is open after the command."""
    return stored.state.floor is not None
