"""Telling every screen of a table what was stored, numbered, after the commit."""

import asyncio
from typing import Any

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

_server: list[asyncio.AbstractEventLoop] = []


def group(table_id: int) -> str:
    """The group that screens of a table join."""
    return f"table.{table_id}"


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Send from this loop from now on: it is the one that holds the WebSockets."""
    _server[:] = [loop]


def table_view(*, table_id: int, prev: int, seq: int, view: dict[str, Any]) -> None:
    """Send the picture after entry `seq`; `prev` is the number before it, so that a gap shows."""
    layer = get_channel_layer()
    message = {"type": "table.view", "prev": prev, "seq": seq, "view": view}
    sending = layer.group_send(group(table_id), message)
    if _server and _server[0].is_running():
        # Into the loop of the sockets and without waiting: from another loop the in-memory
        # layer delivers 50 ms late.
        asyncio.run_coroutine_threadsafe(sending, _server[0])
        return
    async_to_sync(_finish)(sending)


async def _finish(sending: Any) -> None:
    await sending
