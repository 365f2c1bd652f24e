"""The public socket of an event: it reports that something changed, and nothing else."""

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from config.asgi import application
from tests.tournaments.event_room import EventRoom, create_event_room
from tournaments.rules import commands as c

pytestmark = pytest.mark.django_db(transaction=True)
ORIGIN = [(b"origin", b"http://testserver"), (b"host", b"testserver")]


def open_socket(event: int) -> WebsocketCommunicator:
    return WebsocketCommunicator(application, f"/ws/tournament/{event}/", headers=ORIGIN)


async def test_change_is_reported_without_what_it_was() -> None:
    event_room: EventRoom = await sync_to_async(create_event_room)()
    socket = open_socket(event_room.row.pk)
    assert (await socket.connect())[0]
    await sync_to_async(event_room.execute)(c.StartClock())
    assert await socket.receive_json_from(timeout=20) == {"type": "changed", "change": ""}
    await socket.send_to(text_data="?")
    assert await socket.receive_json_from(timeout=20) == {"type": "here"}
    await socket.disconnect()


async def test_socket_of_an_unknown_event_is_refused() -> None:
    socket = open_socket(999_999)
    assert not (await socket.connect())[0]
