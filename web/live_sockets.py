"""The base of all WebSockets, which counts each one by the kind of its page."""

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.db import DatabaseError

from journal.log_context import begin_request
from staff.models import Room
from web.live_watch import LAYER_ERRORS, live_watch, log_layer_error
from web.metrics import SOCKET_MESSAGES, SOCKETS
from web.outages import MESSAGES, Outage, outage_of

CLOSE_TRY_LATER = 1013
NOTICED_WITHIN = 4.0  # seconds within which the watch notices that Redis is unreachable
_log = logging.getLogger("floorbook.sockets")
LIVE_OFF = '{"type":"live","on":false}'
LIVE_ON = '{"type":"live","on":true}'
ANSWER = '{"type":"here"}'  # the answer to a ping
UNAVAILABLE = json.dumps(
    {
        "type": "unavailable",
        "code": "unavailable",
        "message": "The room can't store or read anything now. This page connects again by itself.",
    }
)


@contextmanager
def suppress_outage() -> Generator[list[Outage]]:
    """Yield a list, to which an outage of the database that ends the block is added. Other errors are raised."""
    outages: list[Outage] = []
    try:
        yield outages
    except DatabaseError as error:
        outage = outage_of(error)
        if outage is None:
            raise
        _log.error("%s %s", MESSAGES[outage], error)
        outages.append(outage)


Receive = Callable[[], Awaitable[Mapping[str, object]]]
Send = Callable[[Mapping[str, object]], Awaitable[None]]


class HandshakeLog:
    """Records the state of a socket: requested, accepted or closed."""

    def __init__(self, receive: Receive, send: Send) -> None:
        """Pass messages through to `receive` and `send`."""
        self._receive = receive
        self._send = send
        self.is_asked = self.is_accepted = self.is_closed = False

    async def receive(self) -> Mapping[str, object]:
        message = await self._receive()
        self.is_asked = True
        self.is_closed = self.is_closed or message["type"] == "websocket.disconnect"
        return message

    async def send(self, message: Mapping[str, object]) -> None:
        self.is_accepted = self.is_accepted or message["type"] == "websocket.accept"
        self.is_closed = self.is_closed or message["type"] == "websocket.close"
        try:
            await self._send(message)
        except OSError:  # the page has vanished; its disconnect message is not read yet
            self.is_closed = True
            raise


class LiveWaiter:
    """Waits until live updates are on again."""

    def __init__(self) -> None:
        self.is_back = asyncio.Event()

    async def live_changed(self, *, is_live: bool) -> None:
        """End the wait if live updates are on."""
        if is_live:
            self.is_back.set()


async def _next_message(log: HandshakeLog, waiter: LiveWaiter) -> Mapping[str, object] | None:
    """Return the next message of the page; None if live updates return first or a pause ends."""
    receiving = asyncio.create_task(_received(log))
    back = asyncio.create_task(waiter.is_back.wait())
    try:
        await asyncio.wait(
            (receiving, back), return_when=asyncio.FIRST_COMPLETED, timeout=NOTICED_WITHIN
        )
        return receiving.result() if receiving.done() else None
    finally:
        for task in (receiving, back):
            task.cancel()
        await asyncio.gather(receiving, back, return_exceptions=True)


async def _received(log: HandshakeLog) -> Mapping[str, object]:
    return await log.receive()


def room_exists(room: int) -> bool:
    """Return whether a room has this primary key, which comes from the page's address."""
    return Room.objects.filter(pk=room).exists()


class RoomConsumer(AsyncWebsocketConsumer):
    """A socket of a page or a tablet. Subclasses set `kind` and define `connect` and `receive`."""

    kind = "page"
    is_closed = False
    is_counted = False
    waits_for_live = True  # without live updates the page polls; a tablet opens another socket

    async def __call__(self, scope: object, receive: Receive, send: Send) -> None:
        """Serve the socket. If Redis is unreachable before it opens, notify the page and wait until Redis is back."""
        log = HandshakeLog(receive, send)
        self._groups_joined: list[str] = []
        try:
            await self._serve(scope, log)
        except LAYER_ERRORS as error:
            if log.is_closed:
                return
            log_layer_error("A socket can't join its groups", error)
            await self._wait_without_groups(log)

    async def _serve(self, scope: object, log: HandshakeLog) -> None:
        """Serve the socket. However it ends, it is no longer counted or notified, and leaves its groups: `disconnect`
        is not called after every error.
        """
        try:
            await super().__call__(scope, log.receive, log.send)
        finally:
            if self.is_counted:
                SOCKETS.labels(self.kind).dec()
            await live_watch().discard(self)
            for group in self._groups_joined:
                await self.channel_layer.group_discard(group, self.channel_name)

    async def join(self, group: str) -> None:
        """Join a group until the socket ends."""
        await self.channel_layer.group_add(group, self.channel_name)
        self._groups_joined.append(group)

    async def dispatch(self, message: Mapping[str, object]) -> None:
        """Call the handler of a message.

        Channels would also close old connections before each message, in a thread. Only `socket_database` uses
        connections here, and it closes them itself.
        """
        handler = getattr(self, get_handler_name(message), None)
        if handler is None:
            raise ValueError(f"No handler for message type {message['type']}")
        await handler(message)

    async def _wait_without_groups(self, log: HandshakeLog) -> None:
        """Accept the socket, report that live updates are off, and answer pings.

        The socket is closed when the page can join its groups.
        """
        loop_watch = live_watch()
        waiter = LiveWaiter()
        if not log.is_asked:
            await log.receive()
        if not log.is_accepted:
            await log.send({"type": "websocket.accept"})
        await log.send({"type": "websocket.send", "text": LIVE_OFF})
        loop_watch.add(waiter)
        try:
            while self.waits_for_live and not waiter.is_back.is_set():
                message = await _next_message(log, waiter)
                if message is not None and message["type"] == "websocket.disconnect":
                    return
                if message is not None:
                    await log.send({"type": "websocket.send", "text": ANSWER})
                elif loop_watch.is_live:  # Redis was back before the watch noticed the outage
                    break
        finally:
            await loop_watch.discard(waiter)
        await log.send({"type": "websocket.close", "code": CLOSE_TRY_LATER})

    async def send_changed(self, change: str = "") -> None:
        """Notify the page of a change, which it then fetches.

        change: a name under which the server reads once for all pages that fetch it; "" for none.
        """
        await self.send(text_data=json.dumps({"type": "changed", "change": change}))

    async def live_changed(self, *, is_live: bool) -> None:
        """Notify the page whether live updates are on. When they return, the page fetches what it missed."""
        await self.send(text_data=LIVE_ON if is_live else LIVE_OFF)

    async def close(self, code: int | None = None, reason: str | None = None) -> None:
        """Close the socket. Nothing is sent after that."""
        self.is_closed = True
        await super().close(code=code, reason=reason)

    async def _watch_live(self) -> None:
        """Notify the page of changes of live updates from now on."""
        loop_watch = live_watch()
        loop_watch.add(self)
        if not loop_watch.is_live:
            await self.live_changed(is_live=False)

    async def websocket_connect(self, message: dict[str, object]) -> None:
        """Count the socket as open until it ends."""
        SOCKETS.labels(self.kind).inc()
        self.is_counted = True
        with suppress_outage() as outage:
            await super().websocket_connect(message)
        if outage:
            await self.refuse_outage(is_open=False)
        if not self.is_closed:
            await self._watch_live()

    async def websocket_receive(self, message: dict[str, object]) -> None:
        """Count a message from the page and begin a request with a new id."""
        SOCKET_MESSAGES.labels(self.kind, "in").inc()
        begin_request(source=f"socket {self.kind}")
        with suppress_outage() as outage:
            await super().websocket_receive(message)
        if outage:
            await self.refuse_outage()

    async def refuse_outage(self, *, is_open: bool = True) -> None:
        """Report that the database is unusable and close the socket. The page reopens it after a pause."""
        if not is_open:
            await self.accept()  # only an open socket can send a reason to the page
        await self.send(text_data=UNAVAILABLE)
        await self.close(code=CLOSE_TRY_LATER)

    async def send(
        self, text_data: str | None = None, bytes_data: bytes | None = None, close: bool = False
    ) -> None:
        """Send a message and count it."""
        SOCKET_MESSAGES.labels(self.kind, "out").inc()
        await super().send(text_data=text_data, bytes_data=bytes_data, close=close)
