"""Events of a table that plays a tournament."""

from poker.events.base import Event
from poker.table_event import TableEvent


class TableEventSet(Event, frozen=True, tag="table.event_set"):
    """What the table knows of its tournament changed; None: the table left it."""

    tournament: TableEvent | None
    at: int = 0


class PlayerBusted(Event, frozen=True, tag="seat.busted"):
    """A player went out. hand: the last hand of the table; stack: chips before it, None if unknown."""

    seat: int
    player: str
    hand: int
    stack: int | None = None


class PlayerKept(Event, frozen=True, tag="seat.kept"):
    """A player whom the log had out of chips still has some."""

    seat: int
