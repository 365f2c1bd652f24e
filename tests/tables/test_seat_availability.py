"""Open seats: one answer for every kind of reservation."""

import pytest

from poker.commands import CloseTable
from poker.waitlist import commands as c
from tables.seat_availability import (
    SeatReservation,
    reserved_seats,
    table_seats,
    waitlist_reservations,
)
from tables.waitlist.execute import load_waitlists
from tests.tables.waitlist.desk import KEY, Desk, create_desk

db = pytest.mark.django_db(transaction=True)


def make_seat(number: int, player: str | None = None) -> dict[str, object]:
    return {"seat": number, "player": player, "name": player}


def test_seated_player_needs_no_reservation() -> None:
    reservation = SeatReservation("held", "Blue Hat", 0)
    reservations = {("T1", 1): reservation, ("T1", 2): reservation, ("T2", 3): reservation}
    assert reserved_seats("T1", [make_seat(1, "p1"), make_seat(2), make_seat(3)], reservations) == {
        2: reservation
    }


@db
def test_call_reserves_its_seat_until_it_ends() -> None:
    desk: Desk = create_desk()
    desk.add("Blue Hat")
    (table,) = table_seats(desk.room_id)
    assert (table.empty, table.open_seats, table.reservations) == ([5, 6, 7, 8, 9],) * 2 + ({},)
    number = desk.entry_number("Blue Hat")
    desk.execute(c.CallPlayer(number, "T1", 5))
    waitlists = load_waitlists(desk.room_id).lists
    (table,) = table_seats(desk.room_id, waitlists)
    assert (table.empty, table.open_seats) == ([5, 6, 7, 8, 9], [6, 7, 8, 9])
    assert table.reservations == {5: waitlist_reservations(waitlists)["T1", 5]}
    reservation = table.reservations[5]
    assert (reservation.kind, reservation.name, reservation.waitlist_key, reservation.number) == (
        "called",
        "Blue Hat",
        KEY,
        number,
    )
    assert reservation.until > 0
    desk.execute(c.ConfirmSeated(number, "T1", 5))
    (table,) = table_seats(desk.room_id)
    assert (table.open_seats, table.reservations) == ([6, 7, 8, 9], {})


@db
def test_closed_table_has_no_open_seat() -> None:
    desk = create_desk()
    desk.room.execute(CloseTable())
    (table,) = table_seats(desk.room_id)
    assert (table.is_open, table.open_seats) == (False, [])
