"""Sockets of the desk."""

from channels.testing import WebsocketCommunicator
from django.test import Client

from tests.support.sockets import socket_with_cookie


def open_socket(client: Client, room_id: int) -> WebsocketCommunicator:
    """Return a socket with a browser's session."""
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in client.cookies.items())
    return socket_with_cookie(f"/ws/desk/{room_id}/", cookies)
