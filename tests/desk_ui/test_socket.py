"""The desk's WebSocket: it tells of lists and chairs, to whoever keeps the lists."""

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from config.asgi import application
from poker.commands import LeaveSeat
from tests.desk_ui.conftest import signed_in
from tests.tables.lists.desk import Desk, desk_of

pytestmark = pytest.mark.django_db(transaction=True)


def listening(client: Client, room_id: int) -> WebsocketCommunicator:
    """A socket with a browser's session."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [
        (b"cookie", cookies.encode()),
        (b"origin", b"http://localhost"),
        (b"host", b"localhost"),
    ]
    return WebsocketCommunicator(application, f"/ws/desk/{room_id}/", headers=headers)


def _desk() -> tuple[Desk, Client]:
    return desk_of(), signed_in("desk")


async def test_lists_and_chairs_are_told() -> None:
    desk, client = await sync_to_async(_desk)()
    socket = listening(client, desk.room_id)
    assert (await socket.connect())[0]
    await sync_to_async(desk.add)("Hat")
    assert await socket.receive_json_from(timeout=20) == {"type": "changed"}
    await sync_to_async(desk.room.do)(LeaveSeat(seat=2))
    assert await socket.receive_json_from(timeout=20) == {"type": "changed"}
    await sync_to_async(client.post)("/desk/sign-out")
    await sync_to_async(desk.add)("Crane")
    assert (await socket.receive_output(5))["code"] == 4401


async def test_nobody_and_dealers_hear_nothing() -> None:
    desk, _ = await sync_to_async(_desk)()
    assert not (await listening(Client(), desk.room_id).connect())[0]
    dealer = await sync_to_async(signed_in)("dealer", "402")
    assert not (await listening(dealer, desk.room_id).connect())[0]
