"""Telling every screen of a table what was stored, numbered, after the commit."""

import asyncio
from typing import Any

import msgspec
from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer

_server: list[asyncio.AbstractEventLoop] = []


def group(table_id: int) -> str:
    """The group that screens of a table join."""
    return f"table.{table_id}"


def map_group(room_id: int) -> str:
    """The group that a room's maps join, beside the floor's own for calls."""
    return f"map.{room_id}"


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Send from this loop from now on: it is the one that holds the WebSockets."""
    _server[:] = [loop]


def device_group(device_id: int) -> str:
    """The group of one tablet's sockets."""
    return f"device.{device_id}"


def table_view(*, table_id: int, prev: int, seq: int, view: dict[str, Any]) -> None:
    """Send the picture after entry `seq`; `prev` is the number before it, so that a gap shows.

    The view goes as JSON text: the in-memory layer copies a message for every socket, deeply. `called`: when
    the floor was, 0 for not.
    """
    if not heard(group(table_id)):
        return
    told = msgspec.json.encode(view).decode()
    called = view["floor"]["at"] if view["floor"] else 0
    said = {"type": "table.view", "prev": prev, "seq": seq, "called": called, "view": told}
    send(group(table_id), said)


def look(*, table_id: int) -> None:
    """Let the screens of a table take a new look: something beside the log has changed."""
    send(group(table_id), {"type": "table.look"})


def device_gone(*, device_id: int) -> None:
    """Close the sockets of a tablet that is no longer known."""
    send(device_group(device_id), {"type": "device.gone"})


def heard(to: str) -> bool:
    """Whether anybody may be in a group. Groups in memory are known here; who listens elsewhere is not."""
    layer = get_channel_layer()
    return not isinstance(layer, InMemoryChannelLayer) or bool(layer.groups.get(to))


def send(to: str, message: dict[str, Any]) -> None:
    """Send to a group, from whatever thread; to one in memory in which nobody is, nothing.

    Who joins meanwhile subscribes before taking the snapshot, and what is told here is stored by now.
    """
    if not heard(to):
        return
    layer = get_channel_layer()
    if _server and _server[0].is_running():
        # Into the loop of the sockets and without waiting: from another loop the in-memory
        # layer delivers 50 ms late.
        asyncio.run_coroutine_threadsafe(layer.group_send(to, message), _server[0])
        return
    async_to_sync(layer.group_send)(to, message)
