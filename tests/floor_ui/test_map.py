"""The map on the server: the content of a tile, its queries, its access, and what its socket publishes."""

import asyncio
import json
import re
from dataclasses import replace
from datetime import timedelta
from typing import Any
from unittest.mock import patch
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.template.loader import render_to_string
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from floor_ui.map.consumers import MapConsumer
from floor_ui.map.feed import map_feed
from floor_ui.map.seat_ring import WIDE, ring
from floor_ui.map.tile_html import tile_html
from floor_ui.map.tiles import KeptSeat, TableTile, tiles
from floor_ui.map.totals import room_totals
from lineup.actions import lineup_execute
from lineup.rules import commands as lineup
from lineup.rules.plan import Push
from lineup.rules.state import OnDutyDealer
from poker import commands as c
from rulings.calls.models import Call
from staff.models import Room
from tables.game_keys import key_of
from tables.models import HandStart
from tables.natural_order import natural_order
from tables.pace import hands_started
from tables.table_screens import map_group
from tests.support.floor_fixtures import CallDesk, sign_in_client
from tests.support.floor_sockets import _end_session
from tests.support.game_tables import create_game_table
from tests.support.map_sockets import create_closed_tables, open_map_socket
from tests.support.page_roles import PageContent
from tests.support.room import TableDriver, create_room, create_staff
from waitlist.rules.state import Waitlist, WaitlistEntry, Waitlists
from web import staff_socket
from web.sign_in import signed_in_staff


def table_tile(room: TableDriver, **time_passed: int) -> TableTile:
    """Return the tile of a table after this time."""
    now = room.now + timedelta(**time_passed)
    return next(
        tile for tile in tiles(room_id=room.table.room_id, now=now) if tile.pk == room.table.pk
    )


def test_tile_shows_game_seats_dealer_and_hands_per_hour(game: TableDriver) -> None:
    wren = create_staff("dealer")
    game.execute(c.PushDealer(wren.key, wren.alias))
    game.execute(c.CloseStreet(4))
    tile = table_tile(game)
    assert (tile.game, tile.dealer) == ("LHE 4/8", "Wren")
    assert tile.title.startswith("Limit hold")
    assert tile.taken_seats == (True,) * 4 + (False,) * 5
    assert (tile.taken, tile.open_seats) == (4, [5, 6, 7, 8, 9])
    assert (tile.is_short, tile.seat_text) == (True, "Short, 4")
    assert (tile.pace, tile.is_slow) == (None, False), "one hand is no pace"
    assert tile.call is None


@pytest.mark.parametrize(("game_key", "name"), [("omaha8", "O8 4/8 kill"), ("stud", "Stud 4/8")])
def test_tile_has_the_short_name_of_desk_and_board(db: None, game_key: str, name: str) -> None:
    assert table_tile(create_game_table(game_key)).game == name


def test_seats_are_summarized(game: TableDriver) -> None:
    game.seat_players(5, 6, 7)
    assert (table_tile(game).is_short, table_tile(game).seat_text) == (False, "2 open")
    game.seat_players(8)
    assert table_tile(game).seat_text == "S9 open"
    game.seat_players(9)
    assert table_tile(game).seat_text == ""


def test_a_push_is_due_after_thirty_minutes(game: TableDriver) -> None:
    wren = create_staff("dealer")
    game.execute(c.PushDealer(wren.key, wren.alias))
    now = game.now
    tile = table_tile(game)
    assert not tile.is_push_due(now + timedelta(minutes=29, seconds=58))
    assert tile.is_push_due(now + timedelta(minutes=30))
    assert tile.minutes(now + timedelta(minutes=31)) == 31
    assert [
        due_push.name for due_push in room_totals([tile], now + timedelta(minutes=31)).pushes
    ] == ["T1"]


def test_tile_shows_the_stage_of_a_call(desk: CallDesk) -> None:
    game = desk.floor.game
    call_summary = table_tile(game).call
    assert call_summary is not None
    assert (call_summary.pk, call_summary.title, call_summary.stage) == (
        desk.call.pk,
        "Premature turn",
        "",
    )
    game.execute(c.FloorComing("Oak"))
    second_call = table_tile(game).call
    assert second_call is not None
    assert second_call.stage == "on the way"
    game.execute(c.CancelFloor(reason="Solved"))
    assert table_tile(game).call is None


def test_calls_that_no_one_is_on_the_way_to_come_first(desk: CallDesk) -> None:
    tile = table_tile(desk.floor.game)
    assert tile.call is not None
    calls = {
        "answered": replace(tile.call, at=1, stage="on the way", escalated=True),
        "oldest": replace(tile.call, at=2),
        "newest": replace(tile.call, at=4),
        "escalated": replace(tile.call, at=3, escalated=True),
    }
    called_tiles = [replace(tile, name=name, call=call) for name, call in calls.items()]
    shown = [called.name for called in room_totals(called_tiles, desk.floor.game.now).calls]
    assert shown == ["escalated", "oldest", "newest", "answered"]


def test_push_all_has_each_due_push_and_names_those_that_are_not_listed(game: TableDriver) -> None:
    tile = replace(table_tile(game), due=1, dealer="Wren")
    due_tiles = [replace(tile, pk=number, name=f"T{number}") for number in range(1, 16)]
    wren = OnDutyDealer(key="out", name="Wren", since=1, at=1)
    pushes = {
        due.name: Push(
            due.name, 1, 1, wren, OnDutyDealer(key="in", name=f"Teal {due.pk}", since=1, at=1)
        )
        for due in due_tiles
    }
    totals = room_totals(due_tiles, game.now)
    assert (len(totals.pushes), len(totals.listed_pushes)) == (15, 12)
    html = render_to_string(
        "floor_ui/_map_rest.html",
        {"totals": totals, "pushes": pushes, "may_answer": True, "room_id": 1, "now": game.now},
    )
    assert html.count('value="assign_next"') == 15
    assert html.count('id="push-') == 12 + 1  # and the key for all
    assert "Push all 15" in html
    assert (
        "and 3 more: <b>Teal 13</b> to T13, <b>Teal 14</b> to T14, <b>Teal 15</b> to T15</p>"
        in html
    )


def test_large_tile_names_who_comes_and_whose_seat_is_kept(game: TableDriver) -> None:
    wren = create_staff("dealer")
    room = game.table.room_id
    game.execute(c.PushDealer(wren.key, wren.alias))
    key = key_of("Limit hold'em 4/8")

    def run(command: lineup.LineupCommand) -> None:
        lineup_execute(
            room_id=room,
            command_id=str(uuid4()),
            command=command,
            actor="system.test",
            now=game.now,
        )

    run(lineup.ClockIn("staff.900", "Teal"))
    waiting = tuple(
        WaitlistEntry(
            number=number,
            player=f"p{number}",
            name=name,
            since=1,
            state="called",
            table="T1",
            seat=seat,
            until=until,
        )
        for number, name, seat, until in ((1, "Nimble Canoe", 5, 9_000), (2, "Blue Hat", 6, 5_000))
    )
    lists = Waitlists(lists=(Waitlist(key=key, title="LHE", entries=waiting),))
    [tile] = tiles(room_id=room, now=game.now, waitlists=lists)
    assert tile.next_dealer == "Teal"
    assert tile.kept_seat == KeptSeat(6, "Blue Hat", 5_000, more=1)
    html = tile_html(tile, game.now, 1)
    assert "Teal comes" in html
    assert '<span>S6 Blue Hat</span><b data-until="5000"' in html
    [small] = tiles(room_id=room, now=game.now, waitlists=lists, table_count=11)
    assert (small.next_dealer, small.kept_seat) == ("", None)


def test_closed_tables_are_not_counted(room: TableDriver) -> None:
    tile = table_tile(room)
    assert (tile.is_open, tile.open_seats, tile.is_short, tile.seat_text) == (False, [], False, "")
    total = room_totals([tile], room.now)
    assert (total.tables, total.running, total.seats, total.open_seats) == (1, 0, 0, 0)
    assert total.tables_with_pace == 0


def test_tables_are_sorted_in_natural_order() -> None:
    assert sorted(["T10", "T2", "High 1", "T1", "7"], key=natural_order) == [
        "7",
        "High 1",
        "T1",
        "T2",
        "T10",
    ]


def test_seat_one_is_at_the_dealers_left() -> None:
    ring_html = str(ring(("open", *("taken",) * 7, "kept")))
    first = float(ring_html.split('cx="')[1].split('"')[0])
    assert first < WIDE / 2
    assert [ring_html.count(f'class="{css_class}"') for css_class in "okd"] == [1, 1, 1]
    assert re.findall(r">(\d)</text>", ring_html) == list("123456789")
    assert 'class="o"' in ring_html[: ring_html.index("/>")]


def test_number_of_queries_is_independent_of_the_tables(game: TableDriver) -> None:
    create_staff("supervisor", alias="Oak", badge="201")
    client = sign_in_client("201")

    def count_queries() -> int:
        with CaptureQueriesContext(connection) as queries:
            assert client.get(reverse("floor:map")).status_code == 200
        return len(queries)

    client.get(reverse("floor:map"))
    alone = count_queries()
    for extra_table in create_closed_tables(game, 12):
        extra_table.seat_players(1, 2, 3)
        extra_table.open()
        extra_table.execute(c.CallFloor())
    count_queries()  # reads the seats of the new tables
    assert count_queries() == alone <= 26


def test_hands_per_hour_are_counted_with_an_index_and_without_the_log(game: TableDriver) -> None:
    table = game.table
    HandStart.objects.bulk_create(
        HandStart(table=table, seq=1000 + n, number=n, at=game.now - timedelta(minutes=n))
        for n in range(1, 5000)
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE tables_handstart")
    with CaptureQueriesContext(connection) as queries:
        started = hands_started(room_id=table.room_id, since=game.now - timedelta(hours=1))
    assert started[table.pk].hands == 59
    [query] = queries
    assert "journal_entry" not in query["sql"]
    with connection.cursor() as cursor:
        explain = "EXPLAIN QUERY PLAN"
        if connection.vendor == "postgresql":
            explain = "EXPLAIN"
            cursor.execute("SET LOCAL enable_seqscan = off")  # it is cheaper for so few rows
        cursor.execute(f"{explain} {query['sql']}")
        plan = str(cursor.fetchall())
    assert "hand_start_at" in plan


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
def test_each_role_reads_its_map(desk: CallDesk, role: str, status: int) -> None:
    client: Client = desk.client(role)
    assert client.get(reverse("floor:map")).status_code == status
    assert client.post(reverse("floor:map")).status_code == 405


def test_empty_and_unknown_rooms_have_a_page_or_404(desk: CallDesk) -> None:
    client = desk.client("supervisor")
    other_room = Room.objects.create(name="Zzz")
    page = PageContent(client.get(reverse("floor:map"), {"room": other_room.pk}))
    assert "No tables in this room yet" in page.text
    assert client.get(reverse("floor:map"), {"room": "999999"}).status_code == 404
    assert client.get(reverse("floor:map"), {"room": "x"}).status_code == 302


def _create_map(role: str = "supervisor") -> tuple[TableDriver, TableDriver, str]:
    room = create_room()
    second_room = create_closed_tables(room, 1)[0]
    create_staff(role, alias="Oak", badge="201")
    return room, second_room, str(sign_in_client("201").session.session_key)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("role", ["dealer", "desk"])
async def test_other_roles_get_no_socket(role: str) -> None:
    room, _, session = await sync_to_async(_create_map)(role)
    socket = open_map_socket(session, room.table.room_id)
    assert (await socket.connect())[0]
    assert (await socket.receive_output(5))["code"] == 4401


@pytest.mark.django_db(transaction=True)
async def test_sockets_of_a_room_share_what_is_read_and_rendered() -> None:
    room, _, session = await sync_to_async(_create_map)()
    with (
        patch("floor_ui.map.feed.tiles", wraps=tiles) as reads,
        patch("floor_ui.map.feed.room_totals", wraps=room_totals) as renderings,
    ):
        sockets = [open_map_socket(session, room.table.room_id) for _ in range(5)]
        for socket in sockets:
            assert (await socket.connect())[0]
            assert (await socket.receive_json_from(5))["type"] == "marks"
        assert reads.call_count == 1
        await sync_to_async(_seat_players)(room)
        for socket in sockets:
            changes = await socket.receive_json_from(5)
            while "<b>6</b>" not in changes["tiles"].get(str(room.table.pk), ""):
                changes = await socket.receive_json_from(5)
            assert "sums" in changes["parts"]
        updates = reads.call_count - 1
        assert renderings.call_count <= updates < 5
    for socket in sockets:
        await socket.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_pages_of_a_browser_share_a_check(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staff_socket, "ADMITTED_SECONDS", 0)
    room, _, session = await sync_to_async(_create_map)()
    sockets = [open_map_socket(session, room.table.room_id) for _ in range(5)]
    for socket in sockets:
        assert (await socket.connect())[0]
        assert (await socket.receive_json_from(5))["type"] == "marks"
    with patch("web.staff_socket.signed_in_staff", wraps=signed_in_staff) as checks:
        await sync_to_async(room.seat_players)(1)
        for socket in sockets:
            assert str(room.table.pk) in (await socket.receive_json_from(5))["tiles"]
        assert checks.call_count < len(sockets)
        checks.return_value = None
        await sync_to_async(room.seat_players)(2)
        for socket in sockets:
            message = await socket.receive_output(5)
            while message["type"] == "websocket.send":
                message = await socket.receive_output(5)
            assert message["code"] == 4401


@pytest.mark.django_db(transaction=True)
async def test_tiles_are_read_again_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"SLICE": 1, "REFRESH_INTERVAL": 0.4, "UPDATE_INTERVAL": 0.01}.items():
        monkeypatch.setattr(f"floor_ui.map.feed.{name}", value)
    room, _, session = await sync_to_async(_create_map)()
    with patch("floor_ui.map.feed.tiles", wraps=tiles) as reads:
        socket = open_map_socket(session, room.table.room_id)
        assert (await socket.connect())[0]
        marks = (await socket.receive_json_from(5))["marks"]
        while reads.call_count < 1 + 2 * len(marks):
            await asyncio.sleep(0.02)
    again = [read.kwargs["only"] for read in reads.call_args_list[1:]]
    assert [len(only) for only in again[: 2 * len(marks)]] == [1] * 2 * len(marks)
    assert {str(pk) for only in again[: len(marks)] for pk in only} == set(marks)
    assert again[: len(marks)] == again[len(marks) : 2 * len(marks)]
    await socket.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_only_changed_tiles_are_sent() -> None:
    room, second_room, session = await sync_to_async(_create_map)()
    socket = open_map_socket(session, room.table.room_id)
    assert (await socket.connect())[0]
    seat_flags = (await socket.receive_json_from(5))["marks"]
    assert set(seat_flags) == {str(room.table.pk), str(second_room.table.pk)}
    await socket.send_to(text_data=json.dumps({"want": [second_room.table.pk, 999]}))
    assert set((await socket.receive_json_from(5))["tiles"]) == {str(second_room.table.pk)}
    for nonsense in ("nonsense" * 1000, "{}", '{"want": "x"}'):
        await socket.send_to(text_data=nonsense)
    await sync_to_async(_seat_players)(room)
    messages: list[dict[str, Any]] = [await socket.receive_json_from(5)]
    while "<b>6</b>" not in messages[-1]["tiles"][str(room.table.pk)]:
        messages.append(await socket.receive_json_from(5))
    assert len(messages) < 6
    assert {pk for item in messages for pk in item["tiles"]} == {str(room.table.pk)}
    assert await socket.receive_nothing(0.6)
    await sync_to_async(room.execute)(c.CallFloor())
    body = await socket.receive_json_from(5)
    call = await sync_to_async(Call.objects.get)()
    assert f"/floor/calls/{call.pk}/" in body["tiles"][str(room.table.pk)]
    assert "T1" in body["parts"]["calls"]
    await socket.send_to(text_data="?")
    assert await socket.receive_json_from(5) == {"type": "here"}
    await socket.disconnect()


@pytest.mark.django_db(transaction=True)
async def test_socket_that_fails_leaves_the_feed() -> None:
    room, _, session = await sync_to_async(_create_map)()
    room_id = room.table.room_id
    socket, other = (open_map_socket(session, room_id) for _ in range(2))
    for map_socket in (socket, other):
        assert (await map_socket.connect())[0]
        await map_socket.receive_json_from(5)
    feed = map_feed(room_id)
    with patch.object(MapConsumer, "receive", side_effect=ValueError("a bug")):
        await socket.send_to(text_data="?")
        with pytest.raises(ValueError, match="a bug"):
            await socket.wait(5)
    assert map_feed(room_id) is feed, "the other map is still open"
    await sync_to_async(room.seat_players)(1)
    assert str(room.table.pk) in (await other.receive_json_from(5))["tiles"]
    await other.disconnect()
    assert map_feed(room_id) is not feed, "its last map has left"


@pytest.mark.django_db(transaction=True)
async def test_map_follows_its_room_although_the_last_other_map_leaves_as_it_joins() -> None:
    room, _, session = await sync_to_async(_create_map)()
    other, socket = (open_map_socket(session, room.table.room_id) for _ in range(2))
    assert (await other.connect())[0]
    await other.receive_json_from(5)
    join = MapConsumer.join

    async def join_slowly(consumer: MapConsumer, group: str) -> None:
        await join(consumer, group)
        if group == map_group(room.table.room_id):
            await other.disconnect()

    with patch.object(MapConsumer, "join", join_slowly):
        assert (await socket.connect())[0]
        assert (await socket.receive_json_from(5))["type"] == "marks"
    await sync_to_async(room.seat_players)(1)
    assert str(room.table.pk) in (await socket.receive_json_from(5))["tiles"]
    await socket.disconnect()


def _seat_players(room: TableDriver) -> None:
    room.seat_players(1, 2)
    room.open()
    room.seat_players(3, 4, 5, 6)


@pytest.mark.django_db(transaction=True)
async def test_signed_out_socket_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staff_socket, "ADMITTED_SECONDS", 0)
    room, _, session = await sync_to_async(_create_map)()
    socket = open_map_socket(session, room.table.room_id)
    await socket.connect()
    await socket.receive_json_from(5)
    await sync_to_async(_end_session)(session)
    await sync_to_async(room.seat_players)(1)
    assert (await socket.receive_output(5))["code"] == 4401
