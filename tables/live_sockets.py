"""The base of all WebSockets: each one is counted by the kind of its page."""

import json
import logging
from collections.abc import Generator
from contextlib import contextmanager

from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError

from journal.log_context import begin_request
from tables.metrics import SOCKET_MESSAGES, SOCKETS
from tables.outages import MESSAGES, Outage, outage_of

CLOSE_TRY_LATER = 1013
_log = logging.getLogger("floorbook.sockets")
UNAVAILABLE = json.dumps(
    {
        "type": "unavailable",
        "code": "unavailable",
        "message": "The room can't store or read anything now. This page connects again by itself.",
    }
)


@contextmanager
def suppress_outage() -> Generator[list[Outage]]:
    """Yield a list that has the outage of the database if one ended the block; other errors are raised."""
    outages: list[Outage] = []
    try:
        yield outages
    except DatabaseError as error:
        outage = outage_of(error)
        if outage is None:
            raise
        _log.error("%s %s", MESSAGES[outage], error)
        outages.append(outage)


class RoomConsumer(AsyncWebsocketConsumer):
    """A socket of a page or a tablet. Subclasses set `kind` and define `connect`, `disconnect` and `receive`."""

    kind = "page"

    async def websocket_connect(self, message: dict[str, object]) -> None:
        """Count the socket until it is closed."""
        SOCKETS.labels(self.kind).inc()
        try:
            with suppress_outage() as outage:
                await super().websocket_connect(message)
            if outage:
                await self.refuse_outage(is_open=False)
        except BaseException:  # there will be no disconnect
            SOCKETS.labels(self.kind).dec()
            raise

    async def websocket_receive(self, message: dict[str, object]) -> None:
        """Count a message of the page, and give it its id."""
        SOCKET_MESSAGES.labels(self.kind, "in").inc()
        begin_request(source=f"socket {self.kind}")
        with suppress_outage() as outage:
            await super().websocket_receive(message)
        if outage:
            await self.refuse_outage()

    async def refuse_outage(self, *, is_open: bool = True) -> None:
        """Say that the database can't be used, and close: the page opens its socket again after a pause."""
        if not is_open:
            await self.accept()  # a page is told a reason only by a socket that was open
        await self.send(text_data=UNAVAILABLE)
        await self.close(code=CLOSE_TRY_LATER)

    async def websocket_disconnect(self, message: dict[str, object]) -> None:
        """Count the socket as closed."""
        SOCKETS.labels(self.kind).dec()
        await super().websocket_disconnect(message)

    async def send(
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        """Count and send a message."""
        SOCKET_MESSAGES.labels(self.kind, "out").inc()
        await super().send(text_data=text_data, bytes_data=bytes_data, close=close)
