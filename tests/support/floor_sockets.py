"""Sockets of the floor's pages."""

from channels.testing import WebsocketCommunicator
from django.conf import settings

from tests.support.floor_fixtures import sign_in_client
from tests.support.room import TableDriver, create_room, create_staff
from tests.support.sockets import socket_with_cookie


def open_socket(session: str, room: int, path: str = "floor/{}/") -> WebsocketCommunicator:
    """Return a socket with a browser's session."""
    return socket_with_cookie(
        f"/ws/{path.format(room)}", f"{settings.SESSION_COOKIE_NAME}={session}"
    )


def sign_in_room(role: str) -> tuple[TableDriver, str]:
    room = create_room()
    create_staff(role, alias="Oak", badge="201")
    return room, str(sign_in_client("201").session.session_key)


def _end_session(session: str) -> None:
    from django.contrib.sessions.models import Session

    Session.objects.filter(pk=session).delete()
