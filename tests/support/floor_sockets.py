"""Sockets of the floor's pages."""

from channels.testing import WebsocketCommunicator
from django.conf import settings

from config.asgi import application
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import TableDriver, create_room, create_staff


def open_socket(session: str, room: int, path: str = "floor/{}/") -> WebsocketCommunicator:
    """Return a socket with a browser's session."""
    headers = [
        (b"cookie", f"{settings.SESSION_COOKIE_NAME}={session}".encode()),
        (b"origin", b"http://localhost"),
        (b"host", b"localhost"),
    ]
    return WebsocketCommunicator(application, f"/ws/{path.format(room)}", headers=headers)


def sign_in_room(role: str) -> tuple[TableDriver, str]:
    room = create_room()
    create_staff(role, alias="Oak", badge="201")
    return room, str(sign_in_client("201").session.session_key)


def _end_session(session: str) -> None:
    from django.contrib.sessions.models import Session

    Session.objects.filter(pk=session).delete()
