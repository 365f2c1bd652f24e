"""The watch of live updates ends with its last socket, whatever the connection to Redis does with a cancellation."""

import asyncio
from unittest.mock import patch

from web.live_watch import LiveWatch

CLOSED_WITHIN = 20  # seconds of a slow machine


class Page:
    async def live_changed(self, *, is_live: bool) -> None:
        pass


class SwallowingLayer:
    """A channel layer that swallows the first cancellation, as redis-py sometimes does."""

    def __init__(self) -> None:
        self.is_waiting = asyncio.Event()
        self.swallowed = 0

    async def new_channel(self, prefix: str) -> str:
        return f"{prefix}x"

    async def send(self, channel: str, message: object) -> None:
        pass

    async def receive(self, channel: str) -> None:
        self.is_waiting.set()
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            self.swallowed += 1
            if self.swallowed > 1:
                raise


async def test_watch_ends_although_a_cancellation_is_swallowed() -> None:
    layer = SwallowingLayer()
    watch = LiveWatch()
    page = Page()
    with (
        patch("web.live_watch.get_channel_layer", return_value=layer),
        patch("web.live_watch.TIMEOUT", 3600),
    ):
        watch.add(page)
        await layer.is_waiting.wait()
        await asyncio.wait_for(watch.discard(page), CLOSED_WITHIN)
    assert not watch.is_checking
    assert layer.swallowed == 1
