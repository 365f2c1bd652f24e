"""Sockets of the desk."""

from channels.testing import WebsocketCommunicator
from django.test import Client

from config.asgi import application


def open_socket(client: Client, room_id: int) -> WebsocketCommunicator:
    """Return a socket with a browser's session."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    headers = [
        (b"cookie", cookies.encode()),
        (b"origin", b"http://localhost"),
        (b"host", b"localhost"),
    ]
    return WebsocketCommunicator(application, f"/ws/desk/{room_id}/", headers=headers)
