"""Which chairs are open: one answer, whatever keeps a chair."""

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
from tests.tables.lists.desk import KEY, Desk, desk_of

db = pytest.mark.django_db(transaction=True)


def seat(number: int, player: str | None = None) -> dict[str, object]:
    return {"seat": number, "player": player, "name": player}


def test_who_sits_needs_nothing_kept() -> None:
    reservation = SeatReservation("held", "Blue Hat", 0)
    held = {("T1", 1): reservation, ("T1", 2): reservation, ("T2", 3): reservation}
    assert reserved_seats("T1", [seat(1, "p1"), seat(2), seat(3)], held) == {2: reservation}


@db
def test_a_call_keeps_its_chair_until_it_is_over() -> None:
    desk: Desk = desk_of()
    desk.add("Blue Hat")
    (table,) = table_seats(desk.room_id)
    assert (table.empty, table.open_seats, table.reservations) == ([5, 6, 7, 8, 9],) * 2 + ({},)
    number = desk.number("Blue Hat")
    desk.ask(c.CallPlayer(number, "T1", 5))
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
    desk.ask(c.ConfirmSeated(number, "T1", 5))
    (table,) = table_seats(desk.room_id)
    assert (table.open_seats, table.reservations) == ([6, 7, 8, 9], {})


@db
def test_a_closed_table_has_no_open_chair() -> None:
    desk = desk_of()
    desk.room.do(CloseTable())
    (table,) = table_seats(desk.room_id)
    assert (table.is_open, table.open_seats) == (False, [])
