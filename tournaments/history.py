"""The log of an event, read from its first entry."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from journal import store
from tournaments.actions import TOURNAMENT
from tournaments.models import ScheduledEvent
from tournaments.rules.events import TournamentEvent


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of the log; `by` is the key of who did it."""

    at: datetime
    by: str
    event: TournamentEvent


def event_log(row: ScheduledEvent) -> Iterator[LoggedEvent]:
    """Yield the events of a tournament's log, the oldest first."""
    for entry in store.entries(stream=row.stream):
        yield LoggedEvent(entry.at, entry.actor, TOURNAMENT.decode(entry))
