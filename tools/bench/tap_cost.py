"""What a tap costs: processor time of the web process and of PostgreSQL at a steady rate, and statements of a hand."""

import asyncio
import os
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from time import monotonic

from tests.support.services import postgresql, redis
from tools.bench.load import run_server
from tools.bench.measures import Limit
from tools.bench.throughput import open_tablet
from web.channel_layer import SETTLED_AFTER

TABLES = 100
RATE = 60.0  # taps per second of all tables: half of a room of 600
SECONDS = 20.0
IDLE_SECONDS = 5.0
TICKS = os.sysconf("SC_CLK_TCK")  # per second of processor time in /proc


def rows() -> Iterator[Limit]:
    """Yield the milliseconds of processor time for each tap, without what the server needs while no one taps."""
    with postgresql() as database_url, redis() as redis_url:
        environment = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
        with run_server(environment, TABLES) as server:
            web, database = asyncio.run(_measure(server.port, server.tokens, server.pid))
    how = f"{TABLES} tables, {RATE:.0f} taps a second"
    yield Limit("processor time of a tap, web process", web, "", how)
    yield Limit("processor time of a tap, PostgreSQL", database, "", how)


async def _measure(port: int, tokens: list[str], server: int) -> tuple[float, float]:
    async with AsyncExitStack() as stack:
        taps = [await open_tablet(stack, port, token) for token in tokens]
        for tap in [*taps, *taps]:
            await tap()
        await asyncio.sleep(SETTLED_AFTER)  # a new process sends everything through Redis
        before = _seconds(server)
        await asyncio.sleep(IDLE_SECONDS)
        idle = (_seconds(server) - before) / IDLE_SECONDS
        web = _seconds(server)
        database = _postgresql_seconds()
        count = round(RATE * SECONDS)
        began = monotonic()
        for number in range(count):
            pause = began + number / RATE - monotonic()
            if pause > 0:
                await asyncio.sleep(pause)
            await taps[number % len(taps)]()
        spent = _seconds(server) - web - idle * (monotonic() - began)
        return spent / count * 1000, (_postgresql_seconds() - database) / count * 1000


def _stat(process: int) -> list[str]:
    """Return the fields of a process after its name, from its parent on."""
    text = Path(f"/proc/{process}/stat").read_text()
    return text.rpartition(")")[2].split()[1:]


def _seconds(process: int) -> float:
    """Return the processor time of a process and of its ended children."""
    return sum(map(int, _stat(process)[10:14])) / TICKS


def _postgresql_seconds() -> float:
    """Return the processor time of the PostgreSQL that this process started."""
    parents: dict[int, int] = {}
    servers: dict[int, float] = {}
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        process = int(folder.name)
        try:
            parents[process] = int(_stat(process)[0])
            if (folder / "comm").read_text().startswith("postgres"):
                servers[process] = _seconds(process)
        except (FileNotFoundError, ProcessLookupError):
            continue  # It ended in the meantime.
    return sum(seconds for process, seconds in servers.items() if _is_own(process, parents))


def _is_own(process: int, parents: dict[int, int]) -> bool:
    while process and process != os.getpid():
        process = parents.get(process, 0)
    return process == os.getpid()
