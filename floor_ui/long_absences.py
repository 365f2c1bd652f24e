"""Long absences that dealers reported to the floor (S-037): a notice, not a call; no game waits for them."""

from dataclasses import dataclass
from datetime import datetime

from journal.unix_time import from_milliseconds
from poker import events as e
from poker.events import Event
from rulings.calls.projection import notify_floor
from tables.command_effects import TableEventsStored
from tables.models import Room
from tables.shown_state import tables_with_long_absences

EVENTS: tuple[type[Event], ...] = (e.SeatSatOut, e.SeatReturned, e.SeatLeft, e.Undone)
UNDONE = ("sit_out", "sit_in", "leave_seat")


@dataclass(frozen=True, slots=True)
class LongAbsence:
    """A player on a long absence whose seat is reserved."""

    table: str
    seat: int
    name: str
    since: datetime


def long_absences(room: Room) -> list[LongAbsence]:
    """Return the long absences of a room, the longest first."""
    long_absences = [
        LongAbsence(
            table.name,
            seat.seat,
            seat.name,
            from_milliseconds(seat.away_at),
        )
        for table in tables_with_long_absences(room)
        for seat in table.view.seats
        if seat.long
    ]
    return sorted(long_absences, key=lambda one: one.since)


def notify(batch: TableEventsStored) -> None:
    """Refresh the floor's pages if the events may concern an absence they show."""
    if any(_is_relevant(event) for event in batch.events):
        notify_floor(room_id=batch.room_id, table_id=batch.table_id)


def _is_relevant(event: Event) -> bool:
    match event:
        case e.SeatSatOut(long=long):
            return long
        case e.Undone(done=done):
            return done.name in UNDONE
    return isinstance(event, e.SeatReturned | e.SeatLeft)
