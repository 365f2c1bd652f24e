"""The type of a command's stored events in a room's waitlists, for the effects of commands."""

from typing import TypeAlias

from journal.effects import StoredCommand
from waitlist.rules.commands import WaitlistCommand
from waitlist.rules.events import WaitlistEvent
from waitlist.rules.state import Waitlists

StoredInWaitlists: TypeAlias = StoredCommand[Waitlists, WaitlistCommand, WaitlistEvent]
