"""Sockets of tablets."""

from typing import Any

from channels.testing import WebsocketCommunicator

from tests.support.sockets import socket_with_cookie


def open_socket(token: str) -> WebsocketCommunicator:
    """Return a socket with a tablet's cookie."""
    return socket_with_cookie("/ws/tablet/", f"floorbook_device={token}")


async def next_message(socket: WebsocketCommunicator) -> dict[str, Any]:
    body: dict[str, Any] = await socket.receive_json_from(timeout=20)
    return body
