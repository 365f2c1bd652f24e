"""The floor's WebSocket: who may listen, to which room."""

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings

from config.asgi import application
from poker.commands import CallFloor, CancelFloor
from rulings.calls.models import Call
from tables.models import Room
from tests.floor_ui.conftest import signed_in
from tests.tables.room import Small, small_room, staff

pytestmark = pytest.mark.django_db(transaction=True)


def listening(session: str, room: int, path: str = "floor/{}/") -> WebsocketCommunicator:
    """A socket with a browser's session."""
    headers = [
        (b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()),
        (b"origin", b"http://localhost"),
        (b"host", b"localhost"),
    ]
    return WebsocketCommunicator(application, f"/ws/{path.format(room)}", headers=headers)


def _room(role: str) -> tuple[Small, str]:
    room = small_room()
    staff(role, alias="Oak", badge="201")
    return room, str(signed_in("201").session.session_key)


@pytest.mark.parametrize("role", ["dealer", "desk"])
async def test_other_roles_hear_nothing(role: str) -> None:
    room, session = await sync_to_async(_room)(role)
    assert not (await listening(session, room.table.room_id).connect())[0]


async def test_nobody_hears_nothing() -> None:
    assert not (await listening("none", 1).connect())[0]


@pytest.mark.parametrize("path", ["floor/{}/", "floor/{}/map/", "floor/{}/tables/", "desk/{}/"])
async def test_a_room_that_is_none_has_no_line(path: str) -> None:
    _, session = await sync_to_async(_room)("manager")
    for number in (10**6, 10**30, 10**200):
        socket = listening(session, number, path)
        assert not (await socket.connect())[0]


async def test_a_table_that_is_none_has_no_line() -> None:
    room, session = await sync_to_async(_room)("manager")
    path = "floor/{}/tables/" + "9" * 30 + "/"
    assert not (await listening(session, room.table.room_id, path).connect())[0]


@pytest.mark.parametrize("role", ["supervisor", "manager", "surveillance"])
async def test_the_floor_hears_its_room(role: str) -> None:
    room, session = await sync_to_async(_room)(role)
    elsewhere = await sync_to_async(lambda: Room.objects.create(name="Other room").pk)()
    here, there = listening(session, room.table.room_id), listening(session, elsewhere)
    assert (await here.connect())[0]
    assert (await there.connect())[0]
    await sync_to_async(room.do)(CallFloor())
    assert await here.receive_json_from(timeout=20) == {"type": "changed", "table": room.table.pk}
    assert await there.receive_nothing()
    await here.send_to(text_data="?")
    assert await here.receive_json_from(timeout=20) == {"type": "here"}
    await here.send_to(text_data="nonsense" * 1000)
    assert await here.receive_nothing()
    await here.disconnect()
    await there.disconnect()


async def test_who_is_signed_out_is_cut_off() -> None:
    room, session = await sync_to_async(_room)("supervisor")
    socket = listening(session, room.table.room_id)
    await socket.connect()
    await sync_to_async(_sign_out)(session)
    await sync_to_async(room.do)(CallFloor())
    assert (await socket.receive_output(5))["code"] == 4401
    await sync_to_async(room.do)(CancelFloor(reason="Solved"))
    assert await sync_to_async(Call.objects.filter(status="cancelled").count)() == 1


def _sign_out(session: str) -> None:
    from django.contrib.sessions.models import Session

    Session.objects.filter(pk=session).delete()
