"""A hundred simultaneous sign-ins: how long a tablet waits for its snapshot in that time, and the memory they need."""

import asyncio
import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from tools.bench.load import CSRF, BenchServer, run_server
from tools.bench.measures import Limit, percentile

SIGN_INS = 100
ROUNDS = 4  # a tablet may try twenty times a minute, and the sign-ins are spread over all tablets
PAUSE = 0.005  # seconds between two snapshots
LIMIT_MS = 200
LIMIT_MB = 250


def rows() -> Iterator[Limit]:
    """Yield the p95 of a snapshot and the growth of the server's memory."""
    with run_server({}) as server:
        snapshots, answers, grown = asyncio.run(_measure(server))
    hashed = answers[403]
    refused = answers[429]
    if hashed + refused != SIGN_INS * ROUNDS or not hashed:
        raise RuntimeError(f"unexpected answers to the sign-ins: {dict(answers)}")
    how = f"{ROUNDS} times {SIGN_INS} sign-ins: {hashed} hashed, {refused} refused; SQLite"
    yield Limit(
        "a snapshot during 100 sign-ins, p95", percentile(snapshots, 95), f"{LIMIT_MS} ms", how
    )
    yield Limit("memory that 100 sign-ins need", grown, f"{LIMIT_MB} MB", how, unit="MB")


async def _measure(server: BenchServer) -> tuple[list[float], Counter[int], float]:
    """Return the times of the snapshots in milliseconds, the answers by status, and the growth in MB."""
    snapshots: list[float] = []
    answers: Counter[int] = Counter()
    for _ in range(20):  # load everything first
        await _snapshot(server)
    memory = Path(f"/proc/{server.pid}")
    (memory / "clear_refs").write_text("5")  # resets the peak
    before = _kilobytes(memory, "VmRSS")
    for _ in range(ROUNDS):
        burst = asyncio.gather(*(_sign_in(server, number) for number in range(SIGN_INS)))
        while not burst.done():
            snapshots.append(await _snapshot(server))
            await asyncio.sleep(PAUSE)
        answers.update(await burst)
    return snapshots, answers, (_kilobytes(memory, "VmHWM") - before) / 1024


async def _snapshot(server: BenchServer) -> float:
    start = perf_counter()
    status = await _request(server, 0, "GET", "/tablet/snapshot", "")
    if status != 200:
        raise RuntimeError(f"/tablet/snapshot: {status}")
    return (perf_counter() - start) * 1000


async def _sign_in(server: BenchServer, number: int) -> int:
    """Sign in with a badge that does not exist, which is hashed like any other; return the status."""
    body = json.dumps({"badge": str(90_000 + number), "pin": "2580"})
    return await _request(server, number % len(server.tokens), "POST", "/tablet/sign-in", body)


async def _request(server: BenchServer, tablet: int, method: str, path: str, body: str) -> int:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n"
            f"Cookie: floorbook_device={server.tokens[tablet]}; csrftoken={CSRF}\r\n"
            f"X-CSRFToken: {CSRF}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = await reader.readline()
        await reader.read()
        return int(head.split()[1])
    finally:
        writer.close()


def _kilobytes(process: Path, name: str) -> int:
    """Return a value of a Linux process's memory."""
    lines = (process / "status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))
