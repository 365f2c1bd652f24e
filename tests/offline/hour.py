"""One hour at a table whose tablet has no network, in a real browser, and what the room has afterwards."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import BrowserContext, Page, Playwright

from dealer_ui.engine.session import TabletSession
from dealer_ui.engine.wire import TableData, TapData
from poker.view import view
from poker.view.model import TableView
from school.hands.play import DealerHabits, Dealing, TapRequest
from school.hands.player_style import random_style
from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.fork_server import PROJECT
from tests.support.live_room import LiveRoom
from tests.support.stage import CHROMIUM

BEHIND = 4000.0  # seconds that the room's clock is behind while the tablet is away
WAIT = 60.0  # seconds until the tablet must have caught up
SETUP = """
from django.utils import timezone
from ops import demo
from tables.seating import player_seat
from tables.models import Device, Table
from staff.models import Room
from tables.pairing import pairing_code_make
room, now = Room.objects.get(name=demo.ROOM), timezone.now()
table = Table.objects.get(room=room, name="T2")
for seat, name in enumerate(("Quartz", "Sable", "Umber", "Violet", "Willow", "Yarrow", "Zinnia"), 1):
    player_seat(table_id=table.pk, seat=seat, player="", name=name, stack=20000 + 3100 * seat,
        command_id=f"setup-{seat}", seen=None, actor="system.test", now=now)
device = Device.objects.create(name="Tablet T2", table=table)
pairing_code_make(device=device, now=now, code="20262099")
"""
MEANWHILE = """
from django.utils import timezone
from poker.commands import ChangePlaque
from ops import demo
from tables import plaques
from tables.seating import player_seat
from tables.models import Plaque, Table
from staff.models import Room
room, now = Room.objects.get(name=demo.ROOM), timezone.now()
table = Table.objects.select_related("plaque").get(room=room, name="T2")
for seat, name in ((8, "Basalt"), (9, "Cinder")):
    player_seat(table_id=table.pk, seat=seat, player="", name=name, stack=30000,
        command_id=f"desk-{seat}", seen=None, actor="system.test", now=now)
other = Plaque.objects.filter(name="Pot-limit Omaha 1/2").order_by("-pk").first()
plaques.plaque_change(table=table, plaque=other, command_id="floor-plaque", seen=None, actor="system.test", now=now)
"""
RESULT = """
import json
from tables.models import Divergence, Table
from tables import table_log
from journal.models import Entry
table = Table.objects.select_related("stream").get(name="T2")
rows = Entry.objects.filter(stream=table.stream, index=0).values_list("command_id", "at")
taps = {key: round(at.timestamp() * 1000) for key, at in rows}
log = Entry.objects.filter(stream=table.stream, name="dealer.pushed", caveat__gt="").order_by("seq")
pushes = [[json.loads(entry.data)["dealer"]["name"], entry.caveat] for entry in log]
print(json.dumps({"state": bytes(table.stream.state).decode(), "taps": taps, "rows": len(rows),
    "divergences": Divergence.objects.count(), "pushes": pushes}))
"""


class EarlierRoom(LiveRoom):
    """A room whose clock can be behind."""

    behind = BEHIND

    def _run(self, *arguments: str, stdout: Path, err: Path) -> subprocess.Popen[bytes]:
        module = [sys.executable, "-m", "tests.offline.earlier_room", str(self.behind)]
        with stdout.open("ab") as output, err.open("ab") as errors:
            return subprocess.Popen(
                [*module, *arguments],
                cwd=PROJECT,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
            )

    def shell(self, code: str) -> str:
        """Run code in the room's project; return what it printed. Raises `AssertionError` with the error."""
        done = self.manage("shell", "--no-imports", "-c", code)
        assert done.returncode == 0, done.stderr
        return done.stdout


@dataclass
class Summary:
    """What an hour without a network came to."""

    hands: int = 0
    taps: int = 0
    refused: int = 0
    lost: int = 0
    doubled: int = 0
    divergences: int = 0
    seconds_to_catch_up: float = 0.0
    state_equal: bool = False
    screens_equal: bool = True
    times_equal: bool = False
    push_checked: bool = False  # the next dealer's PIN, and the log says so
    journal_clean: bool = False
    minutes: float = 0.0
    codes: dict[str, int] = field(default_factory=dict)

    def line(self) -> str:
        """Return the summary as one line of JSON."""
        return json.dumps(asdict(self))


class Tablet:
    """The tablet in the browser, with the same engine in this process beside it."""

    def __init__(self, play: Playwright, folder: Path, url: str) -> None:
        self.play = play
        self.folder = folder
        self.url = url
        self.context: BrowserContext
        self.page: Page
        self.mirror = TabletSession()
        self.summary = Summary()
        self.made: dict[str, int] = {}  # id of each tap that was decided -> its time
        self.forward = 0.0  # seconds that the tablet's clock was moved
        self.is_away = False

    def open_browser(self) -> None:
        """Start a browser on the tablet's own profile."""
        self.context = self.play.chromium.launch_persistent_context(
            str(self.folder),
            executable_path="/usr/bin/chromium-headless-shell",
            args=CHROMIUM,
            viewport={"width": 1180, "height": 820},
            has_touch=True,
        )
        self.page = self.context.pages[0]
        self.page.clock.install(time=time.time() + self.forward)

    def kill_browser(self) -> None:
        """End the browser without a word, as an empty battery would, and start it again."""
        self.context.close()
        self.open_browser()
        self.page.goto(f"{self.url}/tablet/")
        self.await_engine()

    def reload(self) -> None:
        """Reload the page."""
        self.page.reload()
        self.await_engine()

    def await_engine(self) -> None:
        """Wait until the tablet decides taps itself, and take its table."""
        self.page.wait_for_selector("body[data-engine='ready']", state="attached", timeout=60_000)
        self.take_table()

    def listen(self) -> None:
        """Note every tap that is refused after it was decided."""
        self.page.evaluate(
            "() => { const { handlers } = floorbook.app.queue; const { refused } = handlers; window.told = [];"
            " handlers.refused = (command, why) =>"
            " { window.told.push([command.id, why.message]); refused(command, why) } }"
        )

    def take_table(self) -> None:
        """Bring the engine of this process to the tablet's table."""
        if self.page.evaluate("() => window.told === undefined"):
            self.listen()
        held = self.page.evaluate(
            "async () => { const { queue } = floorbook.app; await queue.calls;"
            " return { table: queue.table, taps: queue.pending.map((entry) => entry.command) } }"
        )
        taps = [_tap(command) for command in held["taps"]]
        self.mirror = TabletSession()
        data = msgspec.convert(held["table"], TableData, str_keys=True)
        self.mirror.load(data, taps, 0)

    @property
    def view(self) -> TableView:
        """Return the table's view."""
        return view(self.mirror.current.table)

    def wait(self, seconds: float) -> None:
        """Move the tablet's clock forward."""
        if seconds and self.is_away:
            self.forward += seconds
            self.page.clock.fast_forward(int(seconds * 1000))

    def tap(self, name: str, args: dict[str, Any]) -> str:
        """Tap; return the refusal, "" if the tap was decided. Both engines must come to the same screen."""
        made = self.page.evaluate(
            "async ([name, args]) => { const { app } = floorbook; app.notice = '';"
            " const command = await app.queue.add({ name, args, seen: 0, key: name, label: name });"
            " const kept = app.queue.pending.some((entry) => entry.command.id === command.id);"
            " return { command, kept, screen: app.screen, notice: app.notice } }",
            [name, args],
        )
        tap = _tap(made["command"])
        result = self.mirror.tap(tap, tap.at)
        self.summary.taps += 1
        shown = json.loads(msgspec.json.encode(result.screen))
        if shown and {**made["screen"], "now": 0} != {**shown, "now": 0}:
            self.summary.screens_equal = False
        if made["kept"]:
            self.made[tap.id] = tap.at
            return ""
        code = result.refused[0].code if result.refused else made["notice"]
        self.summary.refused += 1
        self.summary.codes[code] = self.summary.codes.get(code, 0) + 1
        return str(code)

    def call_floor(self) -> None:
        """Call the floor; the call is solved by voice."""
        self.tap("call_floor", {})
        self.wait(30)
        self.tap("cancel_floor", {"reason": "solved"})

    def push(self) -> None:
        """Push the next dealer in, whose PIN the room checks later."""
        tap_id = self.page.evaluate(
            "async () => { const { app } = floorbook; app.mode = { of: 'push' };"
            " app.gate = { step: 'pin', badge: '102', name: 'Plover', typed: '1470', people: [] };"
            " await app.keepPin(); await app.queue.calls;"
            " return app.queue.pending.at(-1).command.id }"
        )
        self.take_table()
        self.made[tap_id] = self.mirror.pending[tap_id].tap.at


def _tap(command: dict[str, Any]) -> TapData:
    data = {key: command[key] for key in ("id", "name", "args", "at", "dealer", "shown")}
    more = {"earlier": command.get("earlier") or (), "pin": command.get("pin")}
    return msgspec.convert({**data, **more}, TapData)


def deal(tablet: Tablet, rng: Random, tempers: Callable[[str], Any], hands: int) -> Iterator[int]:
    """Deal hands as the simulation's dealer taps them, and yield before each."""
    dealing = Dealing(rng, tempers, DealerHabits(slips=0.03))
    for number in range(hands):
        yield number
        if tablet.view.hand.stage == "short":
            return
        taps = dealing.hand(tablet.view)
        request: TapRequest = next(taps)
        while True:
            tablet.wait(request.seconds)
            if request.name:
                tablet.tap(request.name, request.args)
            try:
                request = taps.send(tablet.view)
            except StopIteration:
                break
        tablet.summary.hands += 1


@contextmanager
def away_room(folder: Path, environment: dict[str, str]) -> Iterator[tuple[EarlierRoom, Cable]]:
    """Run a room whose clock is behind, and a cable to it."""
    room = EarlierRoom(data_dir=folder, environment=environment)
    room.start()
    cable = Cable(room.port)
    try:
        yield room, cable
    finally:
        cable.close()
        if room.is_running():
            room.stop()


def run_hour(
    play: Playwright, folder: Path, *, hands: int, seed: int, environment: dict[str, str]
) -> Summary:
    """Deal `hands` hands without a network, then come back."""
    (folder / "room").mkdir()
    with away_room(folder / "room", environment) as (room, cable):
        room.shell(SETUP)
        tablet = Tablet(play, folder / "tablet", cable.url)
        tablet.open_browser()
        dealer = Dealer.on_page(tablet.page, cable.url)
        dealer.sign_in("T2", code="20262099")
        dealer.expect_engine()
        tablet.await_engine()
        tablet.tap("open_table", {})
        tablet.tap("set_button", {"seat": 1})
        _hands_away(tablet, room, cable, hands, Random(seed))
        _come_back(tablet, room, cable)
        tablet.context.close()
    return tablet.summary


def _hands_away(tablet: Tablet, room: EarlierRoom, cable: Cable, hands: int, rng: Random) -> None:
    """Deal: the cable is pulled in the first hand; in between come a call, a reload, a dead battery and the desk."""
    styles: dict[str, Any] = {}

    def tempers(player: str) -> Any:
        return styles.setdefault(player, random_style(rng))

    interruptions: list[tuple[int, Callable[[], object]]] = [
        (hands // 6, lambda: room.shell(MEANWHILE)),
        (hands // 5, tablet.call_floor),
        (hands // 3, tablet.reload),
        (hands // 2, tablet.kill_browser),
        (hands * 2 // 3, tablet.push),
    ]
    began = tablet.forward
    for number in deal(tablet, rng, tempers, hands):
        if number == 1:
            _settled(tablet)
            tablet.tap("act", {"seat": tablet.view.step.seats[0], "what": "fold"})
            _settled(tablet)
            cable.pull()
            tablet.is_away = True
        for due, act in interruptions:
            if number == due:
                act()
    tablet.summary.minutes = round((tablet.forward - began) / 60, 1)


def _settled(tablet: Tablet) -> None:
    """Wait until the room has every tap."""
    deadline = time.monotonic() + WAIT
    while tablet.page.evaluate("() => floorbook.app.queue.pending.length"):
        assert time.monotonic() < deadline, "the tablet did not send its taps"
        tablet.page.wait_for_timeout(50)
    tablet.take_table()


def _come_back(tablet: Tablet, room: EarlierRoom, cable: Cable) -> None:
    """Restart the room on time, plug the cable in, and compare."""
    room.kill()
    room.behind = 0.0
    room.start()
    began = time.monotonic()
    cable.plug()
    _settled(tablet)
    summary = tablet.summary
    summary.seconds_to_catch_up = round(time.monotonic() - began, 2)
    stored = json.loads(room.shell(RESULT).strip().splitlines()[-1])
    told = {
        tap: why for tap, why in tablet.page.evaluate("() => window.told") if tap in tablet.made
    }
    for message in told.values():
        summary.codes[message] = summary.codes.get(message, 0) + 1
    summary.refused += len(told)
    missing = [tap for tap in tablet.made if tap not in stored["taps"] and tap not in told]
    summary.lost = len(missing)
    summary.doubled = stored["rows"] - len(stored["taps"])
    summary.divergences = stored["divergences"]
    state = msgspec.json.decode(stored["state"])
    own = msgspec.json.decode(msgspec.json.encode(tablet.mirror.current.table))
    summary.state_equal = state == own
    times = {tap: at for tap, at in stored["taps"].items() if tap in tablet.made}
    summary.times_equal = all(at == tablet.made[tap] for tap, at in times.items())
    summary.push_checked = stored["pushes"] == [["Plover", "pin_unchecked"]]
    summary.journal_clean = room.manage("verify_journal").returncode == 0
