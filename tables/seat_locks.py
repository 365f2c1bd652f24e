"""Lock-ups: seats that the floor holds for a player or a reason, for some minutes."""

from collections.abc import Iterator
from dataclasses import dataclass

from journal.projections import RowTable, StateProjection
from poker import events as e
from poker.events import Event
from poker.state import Table as State
from tables.models import SeatLock, Table

# Events after which a table's lock-ups may differ.
EVENTS: tuple[type[Event], ...] = (
    e.SeatLocked,
    e.SeatUnlocked,
    e.SeatTaken,
    e.SeatChanged,
    e.SeatCountChanged,
    e.Undone,
)


@dataclass(frozen=True, slots=True)
class LockRow:
    """A lock-up of an empty seat; until: in Unix milliseconds."""

    seat: int
    until: int


def _rows_of(table: State) -> Iterator[LockRow]:
    for seat in table.seats:
        if seat.lock and not seat.taken:
            yield LockRow(seat.number, seat.lock.until)


PROJECTION = StateProjection(
    title="seat lock-ups",
    events=EVENTS,
    tables=(RowTable(LockRow, SeatLock, log="table_id", key=("seat",)),),
    has_owner=lambda table_id: Table.objects.filter(pk=table_id).exists(),
    rows_of=_rows_of,
)
