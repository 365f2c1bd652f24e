"""Open seats: one answer for every kind of reservation."""

import pytest

from floor_ui.map.tiles import tiles
from poker.commands import Act, AwardPot, CloseTable, Undo
from poker.view.model import OccupantView
from tables.game_keys import key_of, waitlist_key_of
from tables.models import Table
from tables.plaques import plaque_change
from tests.support.desk import KEY, Desk, create_desk
from tests.support.room import ACTOR, NOW, create_plaque
from waitlist.actions import load_waitlists
from waitlist.rules import commands as c
from waitlist.seat_availability import (
    SeatReservation,
    reserved_seats,
    table_seats,
    waitlist_reservations,
)

db = pytest.mark.django_db(transaction=True)


def make_seat(number: int, player: str = "") -> OccupantView:
    return OccupantView(number, player=player, name=player)


def test_seated_player_needs_no_reservation() -> None:
    reservation = SeatReservation("held", "Blue Hat", 0)
    reservations = {("T1", 1): reservation, ("T1", 2): reservation, ("T2", 3): reservation}
    assert reserved_seats("T1", [make_seat(1, "p1"), make_seat(2), make_seat(3)], reservations) == {
        2: reservation
    }


@db
def test_call_reserves_its_seat_until_the_call_ends() -> None:
    desk: Desk = create_desk()
    desk.add("Blue Hat")
    (table,) = table_seats(desk.room_id)
    assert (table.empty, table.open_seats, table.reservations) == ([5, 6, 7, 8, 9],) * 2 + ({},)
    number = desk.entry_number("Blue Hat")
    desk.execute(c.CallPlayer(number, "T1", 5))
    waitlists = load_waitlists(desk.room_id)
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


@db
def test_plaque_posted_during_a_hand_counts_from_the_next_hand() -> None:
    desk = create_desk()
    desk.add("Blue Hat")
    room = desk.room
    first = desk.room.table.plaque
    room.table.refresh_from_db()
    second = create_plaque(name="Pot-limit Omaha 1/2", game="omaha", limit="pot")
    room.execute(Act(1, "fold"))  # any act starts the hand

    def keys() -> tuple[str, str, str]:
        (table,) = table_seats(desk.room_id)
        (tile,) = tiles(room_id=desk.room_id, now=desk.now)
        row = Table.objects.get(pk=room.table.pk)
        return table.key, tile.waitlist_key, waitlist_key_of(row)

    assert first is not None
    assert keys() == (key_of(first.name),) * 3
    for command_id in ("a", "b"):  # posted again, the hand's own plaque is still known
        plaque_change(
            table=room.table, plaque=second, command_id=command_id, seen=None, actor=ACTOR, now=NOW
        )
    assert keys() == (key_of(first.name),) * 3
    room.execute(AwardPot((2,)))
    assert keys() == (key_of(second.name),) * 3
    room.execute(Undo())  # the hand is open again, under its own plaque
    assert keys() == (key_of(first.name),) * 3
