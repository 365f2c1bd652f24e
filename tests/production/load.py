"""`python -m tests.production.load`: a room of 600 tables on the installation, with its screens, for ten minutes.

Every table's tablet sends taps over its socket, evenly spread; 40 maps and 20 boards listen. Hands change neither maps
nor boards, so they cost little here. Prints one line of JSON. Client and server share the cores; Caddy is left out,
because its encryption would be measured on the client's side, too.
"""

import argparse
import asyncio
import json
import os
import random
import statistics
import sys
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, time
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, unix_connect

from tests.production.installation import Installation
from tests.production.releases import copy_tree
from tools.bench.load import walk

TABLES, MAPS, BOARDS = 600, 40, 20
HEADERS = {"Origin": "https://localhost", "X-Forwarded-Proto": "https"}
PREPARE = """
import json
from django.contrib.auth.models import Group
from django.test import Client
from staff.accounts import secrets_hashed
from staff.models import Staff
from tables.models import Room
from tables.staff_accounts import staff_save
from tools.bench.serve import prepare
tokens = [token for token, _ in prepare({tables})]
room = Room.objects.get(name="Bench")
staff_save(staff=Staff(alias="Rowan", badge="201", house_wide=False), username="rowan",
    role=Group.objects.get(name="supervisor"), is_active=True, secrets=secrets_hashed(pin="271828"), rooms=[room])
client = Client(headers={{"host": "localhost"}})
client.post("/incidents/sign-in", {{"badge": "201", "pin": "271828"}}, secure=True)
print(json.dumps({{"tokens": tokens, "room": room.pk, "session": client.cookies["sessionid"].value}}))
"""


@dataclass
class Measured:
    """What the run saw. times: seconds from a tap to its answer and its entries."""

    times: list[float] = field(default_factory=list)
    late: int = 0  # taps whose table still waited for the one before
    told: int = 0  # messages to maps and boards
    failed: list[str] = field(default_factory=list)


class Tablet:
    """A table's tablet: its socket, and the taps of hand after hand."""

    socket: ClientConnection

    def __init__(self) -> None:
        """Take taps from the start of a hand. The socket is set before anything is sent."""
        self.taps, self.is_waiting = walk(), False
        self.seq = 0

    async def hello(self) -> None:
        """Fetch the table."""
        await self.socket.send(json.dumps({"type": "hello", "engine": "load"}))
        while True:
            message = json.loads(await self.socket.recv())
            if message["type"] == "table":
                self.seq = message["table"]["seq"]
                return

    async def tap(self, measured: Measured) -> None:
        """Send the next tap and wait for its answer and its entries."""
        if self.is_waiting:
            measured.late += 1
            return
        self.is_waiting = True
        name, args = next(self.taps)
        content = {
            "id": str(uuid4()),
            "name": name,
            "args": args,
            "at": round(time() * 1000),
            "dealer": "",
            "shown": self.seq,
            "seen": self.seq,
            "predicted": "",
        }
        began = monotonic()
        await self.socket.send(json.dumps({"type": "taps", "taps": [content]}))
        is_answered = is_told = False
        while not (is_answered and is_told):
            message = json.loads(await self.socket.recv())
            if message["type"] == "answers":
                [answer] = message["answers"]
                if answer.get("code"):
                    measured.failed.append(f"{name}: {answer['code']}")
                    break
                is_answered = True
            elif message["type"] == "entries":
                self.seq, is_told = message["seq"], True
        else:
            measured.times.append(monotonic() - began)
        self.is_waiting = False


async def play(
    installation: Installation, room: dict[str, object], rate: float, seconds: float
) -> Measured:
    """Open every socket, and send taps at a steady rate for some seconds."""
    measured = Measured()
    path = str(installation.folder / "web.sock")
    session = {"Cookie": f"sessionid={room['session']}"}
    tokens = room["tokens"]
    assert isinstance(tokens, list)
    async with AsyncExitStack() as stack:

        async def opened(address: str, headers: dict[str, str]) -> ClientConnection:
            return await stack.enter_async_context(
                unix_connect(
                    path,
                    f"ws://localhost{address}",
                    additional_headers=HEADERS | headers,
                    compression=None,
                    max_size=None,
                )
            )

        tablets = []
        for token in tokens:
            cookie = {"Cookie": f"floorbook_device={token}"}
            tablet = Tablet()
            tablet.socket = await opened("/ws/tablet/", cookie)
            await tablet.hello()
            tablets.append(tablet)
        screens = [await opened(f"/ws/floor/{room['room']}/map/", session) for _ in range(MAPS)]
        boards = [await opened(f"/ws/board/{room['room']}/", {}) for _ in range(BOARDS)]
        listeners = [
            asyncio.create_task(_listen(screen, measured)) for screen in (*screens, *boards)
        ]
        end, tasks = monotonic() + seconds, set()
        for due in _moments(rate):
            if (pause := due - monotonic()) > 0:
                await asyncio.sleep(pause)
            if monotonic() > end:
                break
            task = asyncio.create_task(random.choice(tablets).tap(measured))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.gather(*tasks)
        for listener in listeners:
            listener.cancel()
    return measured


async def _listen(screen: ClientConnection, measured: Measured) -> None:
    async for _ in screen:
        measured.told += 1


def _moments(rate: float) -> Iterator[float]:
    """Yield when each tap is due, with the irregular gaps of many dealers who know nothing of one another."""
    due = monotonic()
    while True:
        due += random.expovariate(rate)
        yield due


def main() -> int:
    """Run it; return 1 if a tap was refused or the slowest hundredth took longer than the aim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--rate", type=float, default=100, help="taps per second of all tables")
    parser.add_argument(
        "--aim", type=float, default=150, help="milliseconds of the slowest hundredth"
    )
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with TemporaryDirectory(prefix="floorbook-load-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        installation = Installation(folder, copy_tree(folder / "release"))
        with installation.running():
            room = json.loads(
                installation.shell(PREPARE.format(tables=options.tables)).splitlines()[-1]
            )
            measured = asyncio.run(play(installation, room, options.rate, options.minutes * 60))
    slow = statistics.quantiles(measured.times, n=100)
    result = {
        "tables": options.tables,
        "taps_per_second": round(len(measured.times) / (options.minutes * 60), 1),
        "p50_ms": round(slow[49] * 1000, 1),
        "p99_ms": round(slow[98] * 1000, 1),
        "slowest_ms": round(max(measured.times) * 1000),
        "late": measured.late,
        "messages_to_screens": measured.told,
        "failed": measured.failed[:5],
    }
    print(json.dumps(result))
    return 0 if not measured.failed and slow[98] * 1000 <= options.aim else 1


if __name__ == "__main__":
    sys.exit(main())
