"""`python -m tests.production.load`: a room of 600 tables on the installation, with its screens, for ten minutes.

The tables' tablets send taps over their sockets, evenly spread; 40 maps and 20 boards listen. Hands change neither
maps nor boards, so one command of the floor for each fifty taps goes with them: at some tables, which deal no hands,
players leave, are listed, called and seated, and the tablet calls a supervisor, who answers and cancels. A board
fetches its page after a change. With `--tournament-tables 60` tournament tables play beside the cash tables
(`tests.production.tournament_load`). `--other-work 0.33` keeps a third of a core busy beside the room. Prints one line
of JSON. Client and server share the cores; Caddy is left out, because its encryption would be measured on the client's
side, too.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import statistics
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, process_time, sleep, time
from uuid import uuid4

from websockets.asyncio.client import ClientConnection, unix_connect

from tests.production.floor_commands import Address, Floor, FloorTimes
from tests.production.installation import Installation
from tests.production.processor_time import processor_seconds
from tests.production.releases import copy_tree
from tests.production.tournament_load import EventTablet, EventTimes, TournamentLoad
from tools.bench.load import walk

TABLES = 600
MAPS = 40
BOARDS = 20
CLERKS = 4
TABLES_OF_CLERK = 5
# A simulated month of 20 tables has 3 added, 2.4 seated and 2.4 departures per table-hour, so at most
# 12 commands, calls to players included, while 30 hands have 600 taps.
TAPS_PER_FLOOR_COMMAND = 50
SCREEN_PAUSE = 2.0  # seconds of a board between two refreshes, as in web/static/web/live.js
REFRESH_INTERVAL = (
    10.0  # seconds after which a board refreshes without a change, as in waitlist/board.js
)
SPREAD = (
    1.0  # seconds over which boards spread what they fetch after a change, as in waitlist/board.js
)
UNAVAILABLE_PAUSE = 2.0  # seconds, as in engine/engine_queue.js
HEADERS = {"Origin": "https://localhost", "X-Forwarded-Proto": "https"}
PREPARE = """
import json
from django.contrib.auth.models import Group
from django.test import Client
from staff.accounts import secrets_hashed
from staff.models import Staff
from tables.models import Plaque, Table
from staff.models import Room
from staff.account_changes import staff_save
from tools.bench.serve import prepare
tokens = [token for token, _ in prepare({tables})]
room = Room.objects.get(name="Bench")
plaque = Plaque.objects.create(name="Load 4/8", game="holdem", limit="split", small_bet=400, big_bet=800,
    blinds=[200, 400], buy_in_min=4000, buy_in_max=100_000, chips=[100, 500, 2500])
Table.objects.update(plaque=plaque)
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
    turned_away: int = 0  # times that a tap was refused before it was executed
    answered_at: list[float] = field(default_factory=list)  # when, of an overload
    late: int = 0  # taps whose table still waited for the one before
    maps: int = 0  # messages to maps
    boards: int = 0  # messages to boards
    floor: FloorTimes = field(default_factory=FloorTimes)
    event: EventTimes = field(default_factory=EventTimes)
    failed: list[str] = field(default_factory=list)
    # Seconds of processor time by service, between the last socket opened and the last tap sent.
    used: dict[str, float] = field(default_factory=dict)
    seconds_to_open: float = 0  # of processor time that opening the sockets took, of all services


class Tablet:
    """A table's tablet: its socket, and the taps of hand after hand."""

    socket: ClientConnection

    def __init__(self) -> None:
        """Take taps from the start of a hand. The socket is set before anything is sent."""
        self.taps = walk()
        self.is_waiting = False
        self.seq = 0
        self.backlog = 0  # taps that were due while one waited
        self.retry = 0  # seconds until a refused tap is sent again, as the room asked for

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
        began = monotonic()
        if code := await self.send(name, args):
            measured.failed.append(f"{name}: {code}")
        else:
            measured.times.append(monotonic() - began)
        self.is_waiting = False

    async def tap_at_last(self, measured: Measured) -> None:
        """Send the next tap, and again after the pause that the room asks for; then those due since."""
        self.backlog += 1
        if self.is_waiting:
            return
        self.is_waiting = True
        while self.backlog:
            self.backlog -= 1
            name, args = next(self.taps)
            tap_id = str(uuid4())
            while code := await self.send(name, args, tap_id):
                if code != "unavailable":
                    measured.failed.append(f"{name}: {code}")
                    break
                measured.turned_away += 1
                spread = random.random() / 2
                pause = (
                    self.retry * (1 + spread) if self.retry else UNAVAILABLE_PAUSE * (0.5 + spread)
                )
                await asyncio.sleep(pause)
            else:
                measured.answered_at.append(monotonic())
        self.is_waiting = False

    async def send(self, name: str, args: dict[str, object], tap_id: str = "") -> str:
        """Send a command, and wait for its answer and its entries; return the code of the refusal, "" without one."""
        content = {
            "id": tap_id or str(uuid4()),
            "name": name,
            "args": args,
            "at": round(time() * 1000),
            "dealer": "",
            "shown": self.seq,
            "seen": self.seq,
            "predicted": "",
        }
        await self.socket.send(json.dumps({"type": "taps", "taps": [content]}))
        stored: int | None = None  # the entry that the answer names
        while stored is None or self.seq < stored:
            message = json.loads(await self.socket.recv())
            if message["type"] == "answers":
                [answer] = message["answers"]
                if answer.get("code"):
                    self.retry = answer.get("retry", 0)
                    return str(answer["code"])
                stored = answer.get("seq", 0)
            elif message["type"] == "entries":
                self.seq = message["seq"]
        return ""


async def open_tablets(
    stack: AsyncExitStack, installation: Installation, room: Mapping[str, object]
) -> list[Tablet]:
    """Return the tablets of all tables, each with its table."""
    tokens = room["tokens"]
    assert isinstance(tokens, list)
    tablets = []
    for token in tokens:
        cookie = {"Cookie": f"floorbook_device={token}"}
        tablet = Tablet()
        tablet.socket = await _open(stack, installation.tablets_path, "/ws/tablet/", cookie)
        await tablet.hello()
        tablets.append(tablet)
    return tablets


async def open_event_tablets(
    stack: AsyncExitStack, installation: Installation, tournament: TournamentLoad
) -> "list[asyncio.Task[None]]":
    """Open the tablets of an event, each with its table, and return the tasks that listen to them."""
    tasks = []
    for tablet in tournament.tablets:
        cookie = {"Cookie": f"floorbook_device={tablet.token}"}
        tablet.socket = await _open(stack, installation.tablets_path, "/ws/tablet/", cookie)
        tasks.append(asyncio.create_task(tablet.listen()))
        await tablet.hello()
    return tasks


async def open_screens(
    stack: AsyncExitStack,
    installation: Installation,
    room: Mapping[str, object],
    measured: Measured,
) -> "list[asyncio.Task[None]]":
    """Open the maps and boards of a room, and return the tasks that listen to them."""
    pages = installation.pages_path
    number = int(str(room["room"]))
    session = {"Cookie": f"sessionid={room['session']}"}
    maps = [await _open(stack, pages, f"/ws/floor/{number}/map/", session) for _ in range(MAPS)]
    boards = [await _open(stack, pages, f"/ws/board/{number}/", {}) for _ in range(BOARDS)]
    public = Address(pages)
    return [
        *(asyncio.create_task(_listen(screen, measured)) for screen in maps),
        *(asyncio.create_task(_follow(board, public, number, measured)) for board in boards),
    ]


async def _open(
    stack: AsyncExitStack, path: str, address: str, headers: dict[str, str]
) -> ClientConnection:
    return await stack.enter_async_context(
        unix_connect(
            path,
            f"ws://localhost{address}",
            additional_headers=HEADERS | headers,
            compression=None,
            max_size=None,
            ping_interval=None,  # browsers send no pings of the protocol
        )
    )


async def play(
    installation: Installation,
    room: dict[str, object],
    rate: float,
    seconds: float,
    read_processor: Callable[[], dict[str, float]],
    tournament: TournamentLoad | None = None,
) -> Measured:
    """Open every socket, and send taps at a steady rate for some seconds.

    read_processor: returns the seconds of processor time by service so far. tournament: the event that plays beside the
    cash tables.
    """
    measured = Measured(event=tournament.times if tournament else EventTimes())
    at_start = read_processor()
    pages = installation.pages_path
    number = int(str(room["room"]))
    async with AsyncExitStack() as stack:
        tablets = await open_tablets(stack, installation, room)
        listeners = await open_screens(stack, installation, room, measured)
        if tournament is not None:
            listeners += await open_event_tablets(stack, installation, tournament)
        at_open = read_processor()
        measured.seconds_to_open = sum(_between(at_start, at_open).values())
        floor = Floor(Address(pages, str(room["session"])), number, measured.floor)
        interval = CLERKS * TAPS_PER_FLOOR_COMMAND / rate
        named = [(f"B{count}", tablet) for count, tablet in enumerate(tablets, 1)]
        clerks = [
            asyncio.create_task(
                floor.clerk(
                    list(named[clerk * TABLES_OF_CLERK : (clerk + 1) * TABLES_OF_CLERK]),
                    interval,
                    monotonic() + seconds,
                )
            )
            for clerk in range(CLERKS)
        ]
        dealt: list[Tablet | EventTablet] = [*tablets[CLERKS * TABLES_OF_CLERK :]]
        end = monotonic() + seconds
        if tournament is not None:
            dealt += tournament.tablets
            address = Address(pages, str(room["session"]))
            clerks.append(asyncio.create_task(tournament.direct(address, end)))
        tasks = set()
        for due in moments(rate):
            if (pause := due - monotonic()) > 0:
                await asyncio.sleep(pause)
            if monotonic() > end:
                break
            task = asyncio.create_task(random.choice(dealt).tap(measured))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        measured.used = _between(at_open, read_processor())
        await asyncio.gather(*tasks, *clerks)
        for listener in listeners:
            listener.cancel()
    return measured


def _between(before: Mapping[str, float], after: Mapping[str, float]) -> dict[str, float]:
    return {name: seconds - before.get(name, 0) for name, seconds in after.items()}


async def _listen(screen: ClientConnection, measured: Measured) -> None:
    async for _ in screen:
        measured.maps += 1


async def _follow(board: ClientConnection, public: Address, room: int, measured: Measured) -> None:
    """Fetch the board after a change, as its page does; changes during a fetch lead to one more."""
    changed = asyncio.Event()
    change = ""

    async def fetch() -> None:
        nonlocal change
        fetched_at = monotonic()
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(changed.wait(), REFRESH_INTERVAL)
                await asyncio.sleep(random.random() * SPREAD)
            await asyncio.sleep(max(0.0, fetched_at + SCREEN_PAUSE - monotonic()))
            changed.clear()
            fetched = change
            change = ""
            await public.get(f"/board/{room}", fetched)
            fetched_at = monotonic()

    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(fetch())
        async for message in board:
            measured.boards += 1
            change = json.loads(message).get("change", "")
            changed.set()


def moments(rate: float) -> Iterator[float]:
    """Yield when each tap is due, with the irregular gaps of many independent dealers."""
    due = monotonic()
    while True:
        due += random.expovariate(rate)
        yield due


@contextmanager
def other_work(cores: float) -> Iterator[None]:
    """Keep a part of a core busy in another process: it computes for this part of each tenth of a second."""
    if not cores:
        yield
        return
    process = multiprocessing.get_context("spawn").Process(
        target=_compute, args=(cores,), daemon=True
    )
    process.start()
    try:
        yield
    finally:
        process.terminate()
        process.join()


def _compute(cores: float) -> None:
    while True:
        began = process_time()
        started = monotonic()
        while process_time() - began < cores / 10:
            sum(range(1000))
        sleep(max(0.0, started + 0.1 - monotonic()))


def main() -> int:
    """Run it; return 1 if a tap was refused or the slowest hundredth took longer than the aim."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument(
        "--tables", type=int, default=TABLES, help="of them twenty are for the floor's commands"
    )
    parser.add_argument("--rate", type=float, default=100, help="taps per second of all tables")
    parser.add_argument(
        "--aim", type=float, default=150, help="milliseconds of the slowest hundredth"
    )
    parser.add_argument(
        "--tournament-tables", type=int, default=0, help="tables of an event beside the cash tables"
    )
    parser.add_argument(
        "--other-work", type=float, default=0, help="cores that other work keeps busy, such as 0.33"
    )
    options = parser.parse_args()
    if options.tables <= CLERKS * TABLES_OF_CLERK:
        parser.error(f"more than {CLERKS * TABLES_OF_CLERK} tables, so that some deal hands")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with TemporaryDirectory(prefix="floorbook-load-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        installation = Installation(folder, copy_tree(folder / "release"))
        with installation.running():
            room = json.loads(
                installation.shell(PREPARE.format(tables=options.tables)).splitlines()[-1]
            )
            tournament = None
            if options.tournament_tables:
                tournament = TournamentLoad.prepared(installation, options.tournament_tables)
            services = installation.services()
            with other_work(options.other_work):
                measured = asyncio.run(
                    play(
                        installation,
                        room,
                        options.rate,
                        options.minutes * 60,
                        lambda: processor_seconds(services) | {"client": process_time()},
                        tournament,
                    )
                )
            if tournament is not None:
                tournament.end_day(installation)
    floor = measured.floor
    slow, floor_slow, pages = (
        statistics.quantiles(times, n=100) for times in (measured.times, floor.times, floor.pages)
    )
    result = {
        "tables": options.tables,
        "taps_per_second": round(len(measured.times) / (options.minutes * 60), 1),
        "p50_ms": round(slow[49] * 1000, 1),
        "p99_ms": round(slow[98] * 1000, 1),
        "slowest_ms": round(max(measured.times) * 1000),
        "late": measured.late,
        "messages_to_maps": measured.maps,
        "messages_to_boards": measured.boards,
        "floor_commands": len(floor.times),
        "floor_p50_ms": round(floor_slow[49] * 1000, 1),
        "floor_p99_ms": round(floor_slow[98] * 1000, 1),
        "floor_pages_p99_ms": round(pages[98] * 1000, 1),
        "floor_late": floor.late,
        # Milliseconds for each tap, with all that went on beside it.
        "processor_ms_per_tap": round(sum(measured.used.values()) * 1000 / len(measured.times), 1),
        "processor_ms_by_service": {
            name: round(seconds * 1000 / len(measured.times), 1)
            for name, seconds in measured.used.items()
        },
        "processor_s_to_open": round(measured.seconds_to_open, 1),
        **measured.event.figures(options.tournament_tables),
        "refused": len(measured.failed) + len(floor.failed) + len(measured.event.failed),
        "failed": [*measured.failed[:5], *floor.failed[:5], *measured.event.failed[:5]],
    }
    print(json.dumps(result))
    return 0 if not result["failed"] and slow[98] * 1000 <= options.aim else 1


if __name__ == "__main__":
    sys.exit(main())
