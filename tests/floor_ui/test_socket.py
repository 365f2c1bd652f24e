"""The floor's WebSocket: permissions, and the room it listens to."""

from unittest.mock import patch

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from floor_ui.consumers import FloorConsumer
from poker.commands import CallFloor, CancelFloor
from rulings.calls.models import Call
from staff.models import Room
from tests.support.floor_fixtures import sign_in_client
from tests.support.floor_sockets import _end_session, open_socket, sign_in_room
from tests.support.room import create_staff
from web import staff_socket

pytestmark = pytest.mark.django_db(transaction=True)


async def is_refused(socket: WebsocketCommunicator) -> bool:
    """Return whether a socket is closed at once; an opened one is told why."""
    is_open, _ = await socket.connect()
    return not is_open or (await socket.receive_output(5)).get("code") == 4401


@pytest.mark.parametrize("role", ["dealer", "desk"])
async def test_socket_of_other_roles_is_refused(role: str) -> None:
    room, session = await sync_to_async(sign_in_room)(role)
    assert await is_refused(open_socket(session, room.table.room_id))


async def test_anonymous_socket_receives_nothing() -> None:
    assert await is_refused(open_socket("none", 1))


@pytest.mark.parametrize("path", ["floor/{}/", "floor/{}/map/", "floor/{}/tables/", "desk/{}/"])
async def test_socket_of_an_unknown_room_is_refused(path: str) -> None:
    _, session = await sync_to_async(sign_in_room)("manager")
    for number in (10**6, 10**30, 10**200):
        socket = open_socket(session, number, path)
        assert await is_refused(socket)


async def test_socket_of_an_unknown_table_is_refused() -> None:
    room, session = await sync_to_async(sign_in_room)("manager")
    path = "floor/{}/tables/" + "9" * 30 + "/"
    assert await is_refused(open_socket(session, room.table.room_id, path))


@pytest.mark.parametrize("role", ["supervisor", "manager", "surveillance"])
async def test_floor_socket_gets_the_calls_of_the_rooms_where_someone_works(role: str) -> None:
    room, session = await sync_to_async(sign_in_room)(role)
    other_room = await sync_to_async(lambda: Room.objects.create(name="Other room"))()
    await sync_to_async(create_staff)("supervisor", alias="Elm", badge="777", rooms=[other_room])
    stranger = await sync_to_async(lambda: str(sign_in_client("777").session.session_key))()
    room_socket = open_socket(session, room.table.room_id)
    other_socket = open_socket(session, other_room.pk)
    strangers = open_socket(stranger, other_room.pk)
    for socket in (room_socket, other_socket, strangers):
        assert (await socket.connect())[0]
    await sync_to_async(room.execute)(CallFloor())
    for socket in (room_socket, other_socket):
        message = await socket.receive_json_from(timeout=20)
        assert message == {"type": "changed", "change": ""}
    assert await strangers.receive_nothing()
    await strangers.disconnect()
    await room_socket.send_to(text_data="?")
    assert await room_socket.receive_json_from(timeout=20) == {"type": "here"}
    await room_socket.send_to(text_data="nonsense" * 1000)
    assert await room_socket.receive_nothing()
    await room_socket.disconnect()
    await other_socket.disconnect()


async def test_signed_out_socket_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staff_socket, "ADMITTED_SECONDS", 0)
    room, session = await sync_to_async(sign_in_room)("supervisor")
    socket = open_socket(session, room.table.room_id)
    await socket.connect()
    await sync_to_async(_end_session)(session)
    await sync_to_async(room.execute)(CallFloor())
    assert (await socket.receive_output(5))["code"] == 4401
    await sync_to_async(room.execute)(CancelFloor(reason="Solved"))
    assert await sync_to_async(Call.objects.filter(status="cancelled").count)() == 1


async def test_who_may_see_the_page_is_not_asked_for_each_change() -> None:
    room, session = await sync_to_async(sign_in_room)("supervisor")
    socket = open_socket(session, room.table.room_id)
    with patch.object(FloorConsumer, "_may_see", autospec=True, return_value=True) as asked:
        await socket.connect()
        for command in (CallFloor(), CancelFloor(reason="Solved")):
            await sync_to_async(room.execute)(command)
            assert (await socket.receive_json_from(timeout=20))["type"] == "changed"
    assert asked.call_count == 1
    await socket.disconnect()


async def test_map_is_sent_what_waits_in_the_other_room() -> None:
    room, session = await sync_to_async(sign_in_room)("supervisor")
    other_room = await sync_to_async(lambda: Room.objects.create(name="Other room").pk)()
    socket = open_socket(session, other_room, "floor/{}/map/")
    assert (await socket.connect())[0]
    assert (await socket.receive_json_from(timeout=20))["type"] == "marks"
    await sync_to_async(room.execute)(CallFloor())
    call = await Call.objects.aget()
    while True:
        parts = (await socket.receive_json_from(timeout=20)).get("parts", {})
        if f'data-call="{call.pk}"' in parts.get("waiting", ""):
            break
    assert "1 call waits" in parts["rooms"]
    await socket.disconnect()
