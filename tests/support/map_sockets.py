"""Sockets of the map."""

from channels.testing import WebsocketCommunicator
from django.conf import settings

from config.asgi import application
from tables import lifecycle
from tests.support.room import ACTOR, TableDriver


def create_closed_tables(room: TableDriver, count: int, since: int = 2) -> list[TableDriver]:
    """Create closed, empty tables in the room."""
    return [
        TableDriver(
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


def open_map_socket(session: str, room: int) -> WebsocketCommunicator:
    """Return a map's socket with a browser's session."""
    headers = [
        (b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()),
        (b"origin", b"http://localhost"),
        (b"host", b"localhost"),
    ]
    return WebsocketCommunicator(application, f"/ws/floor/{room}/map/", headers=headers)
