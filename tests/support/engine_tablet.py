"""A tablet with the engine, at its WebSocket: the page without a browser."""

import json
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import msgspec
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from dealer_ui.auth import find_device
from dealer_ui.engine.session import TabletSession
from dealer_ui.engine.wire import Answer, Result, TableData, TapData
from tests.support.entry_messages import stored_entries
from tests.support.tablet_sockets import open_socket


@dataclass
class EngineTablet:
    """A tablet whose engine has the table. received: the text of each message."""

    token: str
    at: int  # time of the next tap, in Unix milliseconds
    socket: WebsocketCommunicator = field(init=False)
    session: TabletSession = field(default_factory=TabletSession)
    results: list[Result] = field(default_factory=list)
    received: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Create the first socket; the test connects it."""
        self.socket = open_socket(self.token)

    async def hello(self) -> dict[str, Any]:
        """Request the table and load it. Entries may arrive before it."""
        pending = self.session.pending_ids()
        await self.send({"type": "hello", "engine": "test", "pending": pending})
        while (message := await self.receive())["type"] != "table":
            self.take(message)
        table = msgspec.convert(message["table"], TableData, strict=False)
        self.results.append(self.session.load(table, [], self.at))
        return message

    def tap(self, name: str, *, at: int | None = None, id: str = "", **args: Any) -> str:
        """Tap a key, which the engine must accept. Returns the id."""
        self.at += 1000
        tap = TapData(
            id or str(uuid4()),
            name,
            args,
            self.at if at is None else at,
            self.session.context.dealer,
            self.session.seq,
        )
        result = self.session.tap(tap, self.at)
        assert not result.refused, result.refused
        return tap.id

    def outbox(self) -> list[dict[str, Any]]:
        taps: list[dict[str, Any]] = msgspec.to_builtins(self.session.outbox(20))
        return taps

    async def send_taps(self, taps: list[dict[str, Any]] | None = None) -> list[Answer]:
        """Send taps and return the answers; their entries are received later."""
        await self.send({"type": "taps", "taps": self.outbox() if taps is None else taps})
        while (message := await self.receive())["type"] != "answers":
            self.take(message)
        answers = msgspec.convert(message["answers"], list[Answer])
        self.results.append(self.session.answer(answers, self.at))
        return answers

    async def drain(self) -> None:
        """Receive until the tablet has every entry that the room has stored."""
        stored = await sync_to_async(self._stored)()
        while self.session.seq < stored:
            self.take(await self.receive())

    def _stored(self) -> int:
        device = find_device(self.token)
        assert device is not None
        return device.table.stream.seq

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] == "entries":
            entries = stored_entries(message)
            self.results.append(self.session.apply_entries(entries, message["prev"], self.at))

    async def send(self, message: dict[str, Any]) -> None:
        await self.socket.send_to(text_data=json.dumps(message))

    async def receive(self) -> dict[str, Any]:
        self.received.append(await self.socket.receive_from(timeout=20))
        message: dict[str, Any] = json.loads(self.received[-1])
        return message
