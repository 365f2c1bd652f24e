"""No player sits in two seats of the house: every command that seats a player checks all its tables."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any
from uuid import uuid4

import pytest
from django.db import connections

from journal.verify import verify
from players.models import Player
from players.registry import PlayerInput, player_new
from poker.commands import LeaveSeat, SeatPlayer, Undo
from poker.refusal import Refusal
from staff.models import Room
from tables import lifecycle
from tables.models import SeatSession
from tables.seating import player_seat
from tables.table_moves import TableMove, player_move
from tests.support.desk import Desk, create_desk
from tests.support.room import ACTOR, NOW, TableDriver
from waitlist.rules import commands as c
from waitlist.seat_draws import SeatDraw, seats_draw
from waitlist.visits import players_merge
from web.messages.refusals import refusal_message

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(db: None) -> Desk:
    """T1 with four players, open; an empty waitlist for its game."""
    return create_desk()


def other_table(desk: Desk, *, own_room: bool = True) -> TableDriver:
    """Return table T2, by default in another room."""
    room = Room.objects.create(name="Back room") if own_room else desk.room.table.room
    plaque = desk.room.table.plaque
    return TableDriver(
        lifecycle.table_create(room=room, name="T2", seats=9, plaque=plaque, actor=ACTOR, now=NOW)
    )


def seat(table: TableDriver, number: int, alias: str, **options: Any) -> None:
    data: dict[str, Any] = {"command_id": str(uuid4()), "actor": ACTOR, "now": NOW}
    data |= {"seen": None, "player": ""}
    player_seat(table_id=table.table.pk, seat=number, name=alias, **data | options)


def seats_of(alias: str) -> list[tuple[str, int]]:
    rows = SeatSession.objects.filter(visit__player__alias=alias, left=None)
    return [(row.table.name, row.seat) for row in rows.select_related("table")]


def test_refusal_names_where_the_player_sits(desk: Desk) -> None:
    seat(other_table(desk), 3, "Bobbin")
    desk.add("Bobbin")
    with pytest.raises(Refusal) as caught:
        desk.execute(c.ConfirmSeated(desk.entry_number("Bobbin"), "T1", 5))
    assert caught.value.facts == {"name": "Bobbin", "table": "T2", "seat": 3, "room": "Back room"}
    text = "Bobbin is seated at T2 seat 3 in Back room. "
    assert refusal_message(caught.value) == text + "That seat has to be opened first."
    assert desk.names == ["Bobbin"], "still on the list"
    assert seats_of("Bobbin") == [("T2", 3)]


def test_player_seated_elsewhere_may_be_called(desk: Desk) -> None:
    seat(other_table(desk), 3, "Bobbin")
    desk.add("Bobbin")
    desk.execute(c.CallPlayer(desk.entry_number("Bobbin"), "T1", 5))
    assert desk.waitlist.entries[0].state == "called"


@pytest.mark.parametrize("own_room", [True, False])
def test_seat_at_the_table_is_refused(desk: Desk, own_room: bool) -> None:
    seat(desk.room, 5, "Bobbin")
    with pytest.raises(Refusal, match="player_elsewhere"):
        seat(other_table(desk, own_room=own_room), 3, "Bobbin")
    assert seats_of("Bobbin") == [("T1", 5)]


def test_draw_in_another_room_is_refused_as_a_whole(desk: Desk) -> None:
    other = other_table(desk)
    with pytest.raises(Refusal, match="player_elsewhere"):
        seats_draw(
            table=other.table,
            draw=SeatDraw(others=["Bobbin", "Pebble 1"]),
            command_id=str(uuid4()),
            actor=ACTOR,
            now=NOW,
        )
    assert seats_of("Bobbin") == []
    assert seats_of("Pebble 1") == [("T1", 1)]


def test_merged_player_counts_as_seated(desk: Desk) -> None:
    other = other_table(desk)
    bobbin = player_new(player_input=PlayerInput(alias="Bobbin"), by=ACTOR, now=NOW)
    spool = player_new(player_input=PlayerInput(alias="Spool"), by=ACTOR, now=NOW)
    seat(desk.room, 5, "Spool")
    players_merge(surviving=bobbin, merged=spool, reason="Same.", by=ACTOR, now=NOW)
    for key in (bobbin.key, spool.key):
        with pytest.raises(Refusal, match="player_elsewhere"):
            other.execute(SeatPlayer(seat=3, player=key, name="Bobbin"))


def test_undo_that_seats_a_player_again_is_refused(desk: Desk) -> None:
    other = other_table(desk)
    desk.room.execute(LeaveSeat(seat=2))
    seat(other, 3, "Pebble 2")
    with pytest.raises(Refusal, match="player_elsewhere"):
        desk.room.execute(Undo())
    assert seats_of("Pebble 2") == [("T2", 3)]
    other.execute(LeaveSeat(seat=3))
    desk.room.execute(Undo())
    assert seats_of("Pebble 2") == [("T1", 2)]


def test_move_leaves_one_seat_and_takes_another(desk: Desk) -> None:
    other = other_table(desk, own_room=False)
    seat(other, 1, "Kettle")
    seat(other, 2, "Lantern")
    other.open()
    move = TableMove(
        table=desk.room.table.pk,
        seat=2,
        to_table=other.table.pk,
        to_seat=5,
        reason="related",
        said="friends",
        by="staff.2",
        stack=40000,
    )
    player_move(move=move, command_id=str(uuid4()), actor=ACTOR, now=NOW)
    assert seats_of("Pebble 2") == [("T2", 5)]


def test_concurrent_seating_in_two_rooms_succeeds_once(desk: Desk) -> None:
    tables = [desk.room, other_table(desk)]
    player = player_new(player_input=PlayerInput(alias="Bobbin"), by=ACTOR, now=NOW)
    barrier = Barrier(2)

    def write(table: TableDriver) -> str:
        barrier.wait()
        try:
            seat(table, 7, "Bobbin", player=player.key)
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "seated"

    with ThreadPoolExecutor(2) as pool:
        results = sorted(pool.map(write, tables))
    assert results == ["player_elsewhere", "seated"]
    assert len(seats_of("Bobbin")) == 1
    assert Player.objects.filter(alias="Bobbin").count() == 1
    for table in tables:
        table.table.stream.refresh_from_db()
        verify(stream=table.table.stream)
