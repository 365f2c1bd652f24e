"""Heartbeats of a web process from its start to its end (ASGI's lifespan protocol)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from ops.health.monitor import monitor
from ops.heartbeats import WEB, HeartbeatThread

AsgiMessage = dict[str, Any]
# Seconds after which the parts are checked again, so that their last state is known if the
# database fails.
KNOWN_WITHIN = 30.0


async def lifespan(
    scope: object,
    receive: Callable[[], Awaitable[AsgiMessage]],
    send: Callable[[AsgiMessage], Awaitable[None]],
) -> None:
    """Send heartbeats of this process between its start and its end."""
    thread = HeartbeatThread(WEB, also=lambda: monitor().read(wait=0, max_age=KNOWN_WITHIN))
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            thread.start()
            await send({"type": "lifespan.startup.complete"})
        else:
            await asyncio.to_thread(thread.stop)
            await send({"type": "lifespan.shutdown.complete"})
            return
