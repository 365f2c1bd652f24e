"""Sockets of the map."""

from channels.testing import WebsocketCommunicator
from django.conf import settings

from tables import lifecycle
from tests.support.room import ACTOR, TableDriver
from tests.support.sockets import socket_with_cookie


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
    return socket_with_cookie(f"/ws/floor/{room}/map/", f"{settings.SESSION_COOKIE_NAME}={session}")
