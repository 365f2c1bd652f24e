"""Commands per second of one process with eight clients: taps over the tablet's socket against the baseline view.

The aim refers to the view in Django's own request handler. Floorbook's handler is faster, so it has a separate row.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from time import perf_counter, time
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, connect

from tools.bench.load import CSRF, DJANGO, run_server, walk
from tools.bench.measures import Comparison

CLIENTS = 8
ROUNDS = 6  # rounds of each kind, in turn, after a warm-up round
SECONDS = 2.0  # of a round
HEADER = f"Cookie: csrftoken={CSRF}\r\nX-CSRFToken: {CSRF}\r\nContent-Type: text/plain\r\n"


def rows(
    *, environment: dict[str, str] | None = None, name: str = "SQLite"
) -> Iterator[Comparison]:
    """Yield the milliseconds of the process for one command: a round's time, divided by the commands in it."""
    with run_server(environment or {}, CLIENTS) as server:
        ours, own_handler, django = asyncio.run(_measure(server.port, server.tokens))
    command = f"a command of {CLIENTS} tablets at sockets, {name}"
    yield Comparison(command, ours, django, "0.5", "baseline, Django's handler")
    yield Comparison(command, ours, own_handler, "", "baseline, Floorbook's handler")


async def _measure(port: int, tokens: list[str]) -> list[float]:
    async with AsyncExitStack() as stack:
        numbers = range(1, CLIENTS + 1)
        kinds = [
            [await open_tablet(stack, port, token) for token in tokens],
            [await _baseline(stack, port, number, "bench") for number in numbers],
            # In separate groups: a listener in both would get twice as many messages, and wait for
            # none of them.
            [await _baseline(stack, port, CLIENTS + number, DJANGO) for number in numbers],
        ]
        counts = [0] * len(kinds)
        seconds = [0.0] * len(kinds)
        for number in range(ROUNDS + 1):
            for kind, clients in enumerate(kinds):
                start = perf_counter()
                done = await asyncio.gather(
                    *(_repeat(client, start + SECONDS) for client in clients)
                )
                if number:
                    counts[kind] += sum(done)
                    seconds[kind] += perf_counter() - start
    return [of_kind / count * 1000 for of_kind, count in zip(seconds, counts, strict=True)]


async def _repeat(client: Callable[[], Awaitable[None]], end: float) -> int:
    count = 0
    while perf_counter() < end:
        await client()
        count += 1
    return count


async def open_tablet(
    stack: AsyncExitStack, port: int, token: str
) -> Callable[[], Awaitable[None]]:
    """Open a tablet's socket; return a call that sends a tap and waits for its answer and its entries."""
    cookie = {"Cookie": f"floorbook_device={token}"}
    address = f"ws://127.0.0.1:{port}/ws/tablet/"
    socket = await stack.enter_async_context(
        connect(address, additional_headers=cookie, compression=None, max_size=None)
    )
    await socket.send(json.dumps({"type": "hello", "engine": "bench"}))
    table = await _receive(socket, "table")
    seq = table["table"]["seq"]
    taps = walk()

    async def tap() -> None:
        nonlocal seq
        name, args = next(taps)
        content = {
            "id": str(uuid4()),
            "name": name,
            "args": args,
            "at": round(time() * 1000),
            "dealer": "",
            "shown": seq,
            "seen": seq,
            "predicted": "",
        }
        await socket.send(json.dumps({"type": "taps", "taps": [content]}))
        is_answered = is_told = False
        while not (is_answered and is_told):
            message = json.loads(await socket.recv())
            if message["type"] == "answers":
                [answer] = message["answers"]
                if answer.get("code"):
                    raise RuntimeError(f"{name}: {answer}")
                is_answered = True
            elif message["type"] == "entries":
                seq = message["seq"]
                is_told = True

    return tap


async def _receive(socket: ClientConnection, kind: str) -> dict[str, dict[str, int]]:
    while True:
        message: dict[str, dict[str, int]] = json.loads(await socket.recv())
        if str(message["type"]) == kind:
            return message


async def _baseline(
    stack: AsyncExitStack, port: int, number: int, path: str
) -> Callable[[], Awaitable[None]]:
    """Open a connection and a listener; return a call that posts a row and waits for its answer and its broadcast.

    path: of the view; it selects the request handler.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    stack.callback(writer.close)
    address = f"ws://127.0.0.1:{port}/ws/bench/{number}/"
    listener = await stack.enter_async_context(connect(address, compression=None))
    body = "x" * 60
    request = (
        f"POST /{path}/{number}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n{HEADER}"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    ).encode()

    async def insert() -> None:
        writer.write(request)
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        if " 200 " not in head.split("\r\n", 1)[0]:
            raise RuntimeError(head)
        length = int(head.partition("content-length:")[2].split("\r\n")[0])
        answer = json.loads(await reader.readexactly(length))
        message = json.loads(await listener.recv())
        if message != answer:
            raise RuntimeError(f"{message} is not the broadcast of {answer}")

    return insert
