"""Seat availability (taken, open, reserved): the single source for desk, board, map and admission checks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from poker.view.model import LockView, Occupant
from tables.game_keys import list_key, list_name
from tables.seat_occupancy import TableOccupancy, seat_occupancy
from waitlist.actions import load_waitlists
from waitlist.rules.state import Waitlists

ReservationKind = Literal["called", "held", "locked"]


@dataclass(frozen=True, slots=True)
class SeatReservation:
    """A reservation on an empty seat: a waitlist call, a held seat or a lock-up."""

    kind: ReservationKind
    name: str  # the player, else the reason of the lock-up
    until: int  # Unix milliseconds, 0 without an end
    waitlist_key: str = ""  # key of the waitlist
    number: int = 0  # the player's entry on it


ReservationMap = Mapping[tuple[str, int], SeatReservation]  # by table name and seat number


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSeats:
    """A table of the room with its seats."""

    table_id: int
    name: str
    key: str
    title: str
    is_open: bool
    seats: dict[int, str]  # alias by seat number, "" for an empty seat
    reservations: dict[int, SeatReservation] = field(default_factory=dict)  # by seat number
    # Empty seats whose player was dealt into the hand in progress: no one can sit there until it ends (S-010).
    after_hand: frozenset[int] = frozenset()

    @property
    def empty(self) -> list[int]:
        """Return the numbers of the empty seats, including reserved ones."""
        return [number for number, name in self.seats.items() if not name]

    @property
    def open_seats(self) -> list[int]:
        """Return the numbers of the seats open to any player: empty, not reserved, at an open table."""
        return [n for n in self.empty if n not in self.reservations] if self.is_open else []


def waitlist_reservations(waitlists: Waitlists) -> ReservationMap:
    """Return the seats that the waitlists reserve, by table and seat."""
    return {
        (entry.table, entry.seat): SeatReservation(
            entry.state, entry.name, entry.until, waitlist.key, entry.number
        )
        for waitlist in waitlists.lists
        for entry in waitlist.entries
        if entry.state != "waiting" and entry.table
    }


def reserved_seats(
    table: str, seats: Iterable[Occupant], on_waitlists: ReservationMap
) -> dict[int, SeatReservation]:
    """Return the reservations of one table's empty seats, by seat number."""
    empty = {seat.seat: seat.lock for seat in seats if not seat.player}
    reservations = {
        number: on_waitlists.get((table, number)) or _lock_reservation(lock)
        for number, lock in empty.items()
    }
    return {number: reservation for number, reservation in reservations.items() if reservation}


def _lock_reservation(lock: LockView | None) -> SeatReservation | None:
    if not lock:
        return None
    return SeatReservation("locked", lock.name or lock.reason, lock.until)


def table_seats(
    room_id: int, waitlists: Waitlists | None = None, tables: list[TableOccupancy] | None = None
) -> list[TableSeats]:
    """Return all tables of a room that have a plaque, by name.

    `waitlists`, and `tables` from `seat_occupancy`, save reading them again.
    """
    reservations = waitlist_reservations(
        waitlists if waitlists is not None else load_waitlists(room_id)
    )
    tables = seat_occupancy(room_id) if tables is None else tables
    # A large room has hundreds of tables, and few games.
    keys = {title: list_key(title) for title in {table.title for table in tables}}
    names = {title: list_name(title) for title in keys}
    return [
        TableSeats(
            table_id=table_occupancy.table_id,
            name=table_occupancy.name,
            key=keys[table_occupancy.title],
            title=names[table_occupancy.title],
            is_open=table_occupancy.is_open,
            seats={seat.seat: seat.name for seat in table_occupancy.seats},
            reservations=reserved_seats(table_occupancy.name, table_occupancy.seats, reservations),
            after_hand=frozenset(
                seat.seat for seat in table_occupancy.seats if seat.opens_after_hand
            ),
        )
        for table_occupancy in tables
    ]
