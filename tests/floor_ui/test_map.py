"""The map on the server: what a tile says, for how many questions, to whom, and what its socket tells."""

import json
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from config.asgi import application
from floor_ui.map.seat_ring import ring
from floor_ui.map.tiles import TableTile, table_order, tiles
from floor_ui.map.totals import room_totals
from journal.models import Entry
from poker import commands as c
from rulings.calls.models import Call
from tables import lifecycle
from tables.models import Room
from tests.floor_ui.conftest import Desk, signed_in
from tests.floor_ui.test_socket import _sign_out
from tests.tables.room import ACTOR, Small, small_room, staff


def more_tables(room: Small, count: int, since: int = 2) -> list[Small]:
    """Other tables of the room, closed and empty."""
    return [
        Small(
            lifecycle.table_create(
                room=room.table.room,
                name=f"T{number}",
                seats=9,
                plaque=room.table.plaque,
                actor=ACTOR,
                now=room.now,
            )
        )
        for number in range(since, since + count)
    ]


def of(room: Small, **later: int) -> TableTile:
    """The tile of a table, so much later."""
    now = room.now + timedelta(**later)
    return next(
        tile for tile in tiles(room_id=room.table.room_id, now=now) if tile.pk == room.table.pk
    )


@pytest.mark.db
def test_a_tile_says_game_chairs_dealer_and_pace(game: Small) -> None:
    wren = staff("dealer")
    game.do(c.PushDealer(wren.key, wren.alias))
    game.do(c.CloseStreet(4))
    tile = of(game)
    assert (tile.game, tile.dealer) == ("LHE 4/8", "Wren")
    assert tile.title.startswith("Limit hold")
    assert tile.taken_seats == (True,) * 4 + (False,) * 5
    assert (tile.taken, tile.open_seats) == (4, [5, 6, 7, 8, 9])
    assert (tile.is_short, tile.seat_text) == (True, "Short, 4")
    assert (tile.pace, tile.is_slow) == (None, False), "one hand is no pace"
    assert tile.call is None


@pytest.mark.db
def test_chairs_in_a_word(game: Small) -> None:
    game.sit(5, 6, 7)
    assert (of(game).is_short, of(game).seat_text) == (False, "2 open")
    game.sit(8)
    assert of(game).seat_text == "S9 open"
    game.sit(9)
    assert of(game).seat_text == ""


@pytest.mark.db
def test_a_push_is_due_after_thirty_minutes(game: Small) -> None:
    wren = staff("dealer")
    game.do(c.PushDealer(wren.key, wren.alias))
    now = game.now
    tile = of(game)
    assert not tile.is_push_due(now + timedelta(minutes=29, seconds=58))
    assert tile.is_push_due(now + timedelta(minutes=30))
    assert tile.minutes(now + timedelta(minutes=31)) == 31
    assert [late.name for late in room_totals([tile], now + timedelta(minutes=31)).pushes] == ["T1"]


@pytest.mark.db
def test_a_call_and_how_far_it_got(desk: Desk) -> None:
    game = desk.floor.game
    call_summary = of(game).call
    assert call_summary is not None
    assert (call_summary.pk, call_summary.title, call_summary.stage) == (
        desk.call.pk,
        "Premature turn",
        "",
    )
    game.do(c.FloorComing("Oak"))
    later = of(game).call
    assert later is not None
    assert later.stage == "on the way"
    game.do(c.CancelFloor(reason="Solved"))
    assert of(game).call is None


@pytest.mark.db
def test_closed_tables_count_for_nothing(room: Small) -> None:
    tile = of(room)
    assert (tile.is_open, tile.open_seats, tile.is_short, tile.seat_text) == (False, [], False, "")
    total = room_totals([tile], room.now)
    assert (total.tables, total.running, total.seats, total.open_seats) == (1, 0, 0, 0)
    assert total.tables_with_pace == 0


def test_tables_stand_in_the_order_of_their_numbers() -> None:
    assert sorted(["T10", "T2", "High 1", "T1", "7"], key=table_order) == [
        "7",
        "High 1",
        "T1",
        "T2",
        "T10",
    ]


def test_seat_one_is_at_the_dealers_left() -> None:
    drawn = str(ring(("open", *("taken",) * 7, "kept")))
    first = float(drawn.split('cx="')[1].split('"')[0])
    assert first < 50
    assert [drawn.count(f'class="{what}"') for what in "okd"] == [1, 1, 1]
    assert 'class="o"' in drawn[: drawn.index("/>")]


@pytest.mark.db
def test_as_many_questions_for_one_table_as_for_many(game: Small) -> None:
    staff("supervisor", alias="Oak", badge="201")
    client = signed_in("201")

    def asked() -> int:
        with CaptureQueriesContext(connection) as caught:
            assert client.get(reverse("floor:map")).status_code == 200
        return len(caught)

    client.get(reverse("floor:map"))
    alone = asked()
    for other in more_tables(game, 12):
        other.sit(1, 2, 3)
        other.open()
        other.do(c.CallFloor())
    assert asked() == alone <= 13


@pytest.mark.db
def test_pace_is_read_from_its_index(db: None) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    entries = Entry.objects.filter(name="hand.started", at__gt="2026-11-21T00:00Z").values(
        "stream_id"
    )
    assert "entry_hands_begun" in entries.explain()


@pytest.mark.db
@pytest.mark.parametrize(
    ("role", "status"),
    [
        ("anonymous", 302),
        ("dealer", 403),
        ("desk", 403),
        ("surveillance", 200),
        ("supervisor", 200),
        ("manager", 200),
    ],
)
def test_roles(desk: Desk, role: str, status: int) -> None:
    client: Client = desk.client(role)
    assert client.get(reverse("floor:map")).status_code == status
    assert client.post(reverse("floor:map")).status_code == 405


@pytest.mark.db
def test_rooms_and_numbers_that_are_none(desk: Desk) -> None:
    client = desk.client("supervisor")
    other = Room.objects.create(name="Zzz")
    page = client.get(reverse("floor:map"), {"room": other.pk}).content.decode()
    assert "No tables in this room yet" in page
    assert client.get(reverse("floor:map"), {"room": "999999"}).status_code == 404
    assert client.get(reverse("floor:map"), {"room": "x"}).status_code == 200


def listening(session: str, room: int) -> WebsocketCommunicator:
    """A map's socket with a browser's session."""
    headers = [
        (b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()),
        (b"origin", b"http://localhost"),
        (b"host", b"localhost"),
    ]
    return WebsocketCommunicator(application, f"/ws/floor/{room}/map/", headers=headers)


def _map(role: str = "supervisor") -> tuple[Small, Small, str]:
    room = small_room()
    other = more_tables(room, 1)[0]
    staff(role, alias="Oak", badge="201")
    return room, other, str(signed_in("201").session.session_key)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("role", ["dealer", "desk"])
async def test_other_roles_get_no_socket(role: str) -> None:
    room, _, session = await sync_to_async(_map)(role)
    assert not (await listening(session, room.table.room_id).connect())[0]


@pytest.mark.django_db(transaction=True)
async def test_only_what_changed_is_drawn_and_not_each_time() -> None:
    room, other, session = await sync_to_async(_map)()
    socket = listening(session, room.table.room_id)
    assert (await socket.connect())[0]
    marks = (await socket.receive_json_from(5))["marks"]
    assert set(marks) == {str(room.table.pk), str(other.table.pk)}
    await socket.send_to(text_data=json.dumps({"want": [other.table.pk, 999]}))
    assert set((await socket.receive_json_from(5))["tiles"]) == {str(other.table.pk)}
    for nonsense in ("nonsense" * 1000, "{}", '{"want": "x"}'):
        await socket.send_to(text_data=nonsense)
    await sync_to_async(_sits)(room)
    told: list[dict[str, Any]] = [await socket.receive_json_from(5)]
    while "<b>6</b>" not in told[-1]["tiles"][str(room.table.pk)]:
        told.append(await socket.receive_json_from(5))
    assert len(told) < 6
    assert {pk for item in told for pk in item["tiles"]} == {str(room.table.pk)}
    assert await socket.receive_nothing(0.6)
    await sync_to_async(room.do)(c.CallFloor())
    body = await socket.receive_json_from(5)
    call = await sync_to_async(Call.objects.get)()
    assert f"/floor/calls/{call.pk}/" in body["tiles"][str(room.table.pk)]
    assert "T1" in body["parts"]["calls"]
    await socket.send_to(text_data="?")
    assert await socket.receive_json_from(5) == {"type": "here"}
    await socket.disconnect()


def _sits(room: Small) -> None:
    room.sit(1, 2)
    room.open()
    room.sit(3, 4, 5, 6)


@pytest.mark.django_db(transaction=True)
async def test_who_is_signed_out_is_cut_off() -> None:
    room, _, session = await sync_to_async(_map)()
    socket = listening(session, room.table.room_id)
    await socket.connect()
    await socket.receive_json_from(5)
    await sync_to_async(_sign_out)(session)
    await sync_to_async(room.sit)(1)
    assert (await socket.receive_output(5))["code"] == 4401
