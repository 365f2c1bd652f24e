"""Sockets of tablets."""

from typing import Any

from channels.testing import WebsocketCommunicator

from config.asgi import application


def open_socket(token: str) -> WebsocketCommunicator:
    """Return a socket with a tablet's cookie."""
    headers = [
        (b"cookie", f"floorbook_device={token}".encode()),
        (b"origin", b"http://localhost"),
        (b"host", b"localhost"),
    ]
    return WebsocketCommunicator(application, "/ws/tablet/", headers=headers)


async def next_message(socket: WebsocketCommunicator) -> dict[str, Any]:
    """Return the next message."""
    body: dict[str, Any] = await socket.receive_json_from(timeout=20)
    return body
