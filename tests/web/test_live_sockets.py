"""A socket leaves nothing behind, however it ends."""

import asyncio
import logging
from collections.abc import Mapping

import pytest
from prometheus_client import REGISTRY

from web.live_sockets import RoomConsumer
from web.live_watch import live_watch


class VanishedPage:
    """A page's end of a socket, which vanishes while the server prepares its answer."""

    def __init__(self) -> None:
        self.messages: asyncio.Queue[Mapping[str, object]] = asyncio.Queue()
        self.is_gone = False

    async def receive(self) -> Mapping[str, object]:
        return await self.messages.get()

    async def send(self, message: Mapping[str, object]) -> None:
        """Raise what uvicorn raises for a closed connection."""
        if self.is_gone:
            raise OSError("client disconnected")


class AnsweringConsumer(RoomConsumer):
    """A socket that answers once its page is gone."""

    kind = "board"
    page: VanishedPage

    async def connect(self) -> None:
        await self.accept()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.page.is_gone = True
        self.page.messages.put_nowait({"type": "websocket.disconnect", "code": 1005})
        await self.send(text_data="answer")


async def test_socket_of_a_vanished_page_is_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    """Its error is not taken for an outage of Redis, and the log has no line."""
    page = VanishedPage()
    page.messages.put_nowait({"type": "websocket.connect"})
    page.messages.put_nowait({"type": "websocket.receive", "text": "?"})
    consumer = AnsweringConsumer()
    consumer.page = page
    before = _open_sockets()
    with caplog.at_level(logging.WARNING):
        await consumer({"type": "websocket"}, page.receive, page.send)
    assert consumer not in live_watch()._sockets
    assert _open_sockets() == before
    assert caplog.text == ""


def _open_sockets() -> float:
    return REGISTRY.get_sample_value("floorbook_sockets", {"kind": "board"}) or 0
