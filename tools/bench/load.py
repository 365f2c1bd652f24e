"""From POST to WebSocket: a table command against the baseline view, on the same server at the same pace."""

import asyncio
import json
import os
import random
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect

from tools.bench.measures import Comparison, percentile

TABLES = 40
SOCKETS = 5
COMMANDS = 800  # commands of each kind, in alternating blocks
BLOCK = 100
CSRF = "b" * 32
DJANGO = "django"  # the path of the baseline view in Django's own request handler
TIMEOUT = 10.0
Http = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def rows(
    *, environment: dict[str, str] | None = None, name: str = "SQLite"
) -> Iterator[Comparison]:
    """Yield p50 and p99 of the time from the request's first byte until all sockets of a table have the broadcast."""
    with run_server(environment or {}) as server:
        taps, baseline = asyncio.run(_measure(server.port, server.tokens))
    for percent in (50, 99):
        yield Comparison(
            f"execute, POST to WebSocket, p{percent}, {name}",
            percentile(taps, percent),
            percentile(baseline, percent),
            "1.5",
            "baseline view",
        )


class BenchServer(NamedTuple):
    """A running server: its port, the tokens of its tablets, its process."""

    port: int
    tokens: list[str]
    pid: int


@contextmanager
def run_server(environment: dict[str, str], tables: int = TABLES) -> Iterator[BenchServer]:
    """Run the benchmark's server in a separate process on a fresh database."""
    with TemporaryDirectory(prefix="floorbook-bench-") as folder:
        process = subprocess.Popen(
            [sys.executable, "-m", "tools.bench.serve", str(tables)],
            env={**os.environ, **environment, "DATA_DIR": folder},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout
            line = process.stdout.readline()
            if not line:
                raise RuntimeError("the bench's server did not open; its output is above")
            opened = json.loads(line)
            yield BenchServer(opened["port"], opened["tokens"], process.pid)
        finally:
            process.terminate()
            process.wait(20)


async def _measure(port: int, tokens: list[str]) -> tuple[list[float], list[float]]:
    taps: list[float] = []
    baseline: list[float] = []
    async with AsyncExitStack() as stack:
        # One connection for all, because the server closes idle ones.
        http = await asyncio.open_connection("127.0.0.1", port)
        stack.callback(http[1].close)
        tables = [
            await stack.enter_async_context(opened_table(port, number, token, http))
            for number, token in enumerate(tokens, 1)
        ]
        dice = random.Random(1)
        for measure in (False, True):  # the first round is a warm-up
            for _ in range(COMMANDS // BLOCK if measure else 1):
                for times, what in ((taps, BenchTable.tap), (baseline, BenchTable.insert)):
                    for _ in range(BLOCK):
                        took = await what(dice.choice(tables))
                        if measure:
                            times.append(took)
    return taps, baseline


class BenchTable:
    """One table: a connection for its commands, and its sockets of both kinds."""

    def __init__(
        self,
        port: int,
        number: int,
        token: str,
        http: Http,
        screens: list[ClientConnection],
        listeners: list[ClientConnection],
    ) -> None:
        self.port = port
        self.number = number
        self.token = token
        self.reader, self.writer = http
        self.screens = screens
        self.listeners = listeners
        self.seen = 0
        self.hand = walk()

    async def tap(self) -> float:
        """Send the next tap of a limit hand through `execute`; return the milliseconds."""
        name, args = next(self.hand)
        body = {
            "id": str(uuid4()),
            "seen": self.seen,
            "name": name,
            "args": args,
            "listening": True,
        }
        start = perf_counter()
        answer = await self._post("/tablet/command", json.dumps(body))
        await self._heard(self.screens)
        took = (perf_counter() - start) * 1000
        self.seen = answer["seq"]
        return took

    async def insert(self) -> float:
        """Insert one row through the baseline view; return the milliseconds."""
        start = perf_counter()
        await self._post(f"/bench/{self.number}/", "x" * 60)
        await self._heard(self.listeners)
        return (perf_counter() - start) * 1000

    async def look(self) -> None:
        self.seen = (await self._exchange("GET", "/tablet/snapshot", ""))["seq"]

    async def _post(self, path: str, body: str) -> dict[str, int]:
        return await self._exchange("POST", path, body)

    async def _exchange(self, method: str, path: str, body: str) -> dict[str, int]:
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Cookie: floorbook_device={self.token}; csrftoken={CSRF}\r\n"
            f"X-CSRFToken: {CSRF}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        length = next(
            int(line.split(":")[1])
            for line in head.split("\r\n")
            if line.lower().startswith("content-length")
        )
        answered = await self.reader.readexactly(length)
        if " 200 " not in head.split("\r\n", 1)[0]:
            raise RuntimeError(f"{path}: {head.splitlines()[0]} {answered[:300]!r}")
        read: dict[str, int] = json.loads(answered)
        return read

    async def _heard(self, sockets: list[ClientConnection]) -> None:
        async with asyncio.timeout(TIMEOUT):
            await asyncio.gather(*(socket.recv() for socket in sockets))


def walk(seats: int = 9) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield ten taps per hand, the button starting at seat 1: a raise, folds, counts, a bet, an award."""
    button = 1
    while True:
        order = [(button + step - 1) % seats + 1 for step in range(1, seats + 1)]
        yield "act", {"seat": order[2], "what": "raise"}
        yield "act", {"seat": order[3], "what": "fold"}
        yield "act", {"seat": order[4], "what": "fold"}
        yield "close_street", {"count": 7}
        yield "act", {"seat": order[0], "what": "bet"}
        yield "act", {"seat": order[1], "what": "fold"}
        yield "close_street", {"count": 6}
        yield "close_street", {"count": 6}
        yield "close_street", {"count": 6}
        yield "award", {"seats": [order[0]]}
        button = order[0]


@asynccontextmanager
async def opened_table(port: int, number: int, token: str, http: Http) -> AsyncIterator[BenchTable]:
    """Yield a table with its sockets open."""
    async with AsyncExitStack() as stack:
        address = f"ws://127.0.0.1:{port}/ws"
        cookie = {"Cookie": f"floorbook_device={token}"}
        screens = []
        listeners = []
        for _ in range(SOCKETS):
            screens.append(
                await stack.enter_async_context(
                    connect(f"{address}/tablet/", additional_headers=cookie, compression=None)
                )
            )
            listeners.append(
                await stack.enter_async_context(
                    connect(f"{address}/bench/{number}/", compression=None)
                )
            )
        table = BenchTable(port, number, token, http, screens, listeners)
        await table.look()
        yield table
