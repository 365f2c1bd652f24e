"""A browser at the installation: the setup, a tablet that deals, and the time each tap takes."""

import json
import time
from base64 import b32decode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from django_otp.oath import TOTP
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Error,
    Page,
    Playwright,
    Response,
    TimeoutError,
    expect,
)

from tests.production.installation import Installation
from tests.run import CHROMIUM
from tests.support.dealer import Dealer
from tests.support.stage import CHROMIUM as ARGUMENTS
from tests.support.waiting import WAIT_MS

PASSWORD = "only-for-this-check"
BADGE = "1001"
PIN = "271828"
STAFF = "badge,alias,role\n4417,Hawthorn,supervisor\n6031,Bittern,dealer\n"
# A hand by counts: each tap changes the next step.
HAND = (
    "9 players still in",
    "9 players still in",
    "9 players still in",
    "9 players still in",
    "Award to seat 1",
)
# Hand, step and what the keys count: the rest of a screen may differ after the page was loaded again.
SHOWN = """() => {
    const { hand, step, caption } = JSON.parse(floorbook.app.shownText);
    return JSON.stringify([hand, step, caption]);
}"""
# Not yet, while a page that was loaded again starts.
IS_SHOWN = "() => window.floorbook?.app?.shownText"
REPEAT_PAUSE_MS = 600  # sooner, the tablet takes a tap for the second of the same finger
TAKEN = "() => floorbook.app.guard.last?.at"  # when a key last took a tap
CHANGED = """([before, origin]) => {
    if (!window.floorbook?.app?.shownText) return false;
    const { hand, step, caption } = JSON.parse(floorbook.app.shownText);
    return JSON.stringify([hand, step, caption]) !== before || performance.timeOrigin !== origin;
}"""
WAITING = "() => floorbook.app.queue.size"
# Whether a page that was loaded again shows the table, with every tap that an earlier page had stored.
IS_BACK = "() => window.floorbook?.app?.shownText && floorbook.app.queue.ready && !floorbook.app.queue.size"
# Whether the page and its engine are of the version that the room serves.
IS_NEWEST = """async () => {
    const script = await (await fetch("/tablet/sw.js", { cache: "no-store" })).text();
    const [, version] = script.match(/VERSION = "([0-9a-f]+)"/);
    const { active, installing, waiting } = await navigator.serviceWorker.getRegistration();
    const isActive = active?.state === "activated" && !installing && !waiting;
    return isActive && (await caches.has(`floorbook-${version}`)) && document.body.dataset.engine === "ready";
}"""
SEAT_PLAYERS = """
from django.utils import timezone
from tables import lifecycle
from tables.models import Device, Table
from tables.pairing import pairing_code_make
from tables.seating import player_seat
now, table = timezone.now(), Table.objects.get(name="T1")
names = "Quartz Sable Umber Violet Willow Yarrow Zinnia Basalt Cinder".split()
for seat, name in enumerate(names, 1):
    player_seat(table_id=table.pk, seat=seat, player="", name=name, stack=None,
        command_id=f"check-{seat}", seen=None, actor="system.check", now=now)
lifecycle.table_open(table=table, command_id="check-open", seen=None, actor="system.check", now=now)
print(pairing_code_make(device=Device.objects.get(table=table), now=now))
"""

# Commands of the tablet at its table: each tap of a hand is one.
TAPS_STORED = """
SELECT count(DISTINCT entry.command_id) FROM journal_entry entry
JOIN tables_table room_table ON room_table.stream_id = entry.stream_id
WHERE room_table.name = 'T1' AND entry.device LIKE '%T1%' AND entry.actor LIKE 'staff.%'
"""


@dataclass
class Taps:
    """What was tapped, and how long the screen took; seconds."""

    count: int = 0
    slowest: float = 0.0
    began: list[float] = field(default_factory=list)  # when the dealer wanted to tap; monotonic

    def add(self, began: float) -> None:
        """Count a tap that the screen shows now."""
        self.count += 1
        self.began.append(began)
        self.slowest = max(self.slowest, time.monotonic() - began)


class Answers:
    """When a tablet got the answers to taps, which say that they are stored; monotonic seconds.

    They come by its socket, and while the engine of a page starts as the responses to posts.
    """

    def __init__(self, page: Page) -> None:
        """Listen to every socket that the page will open, and to the responses."""
        self.times: list[float] = []
        self.posted = 0  # answers that were responses to posts
        page.on("websocket", lambda opened: opened.on("framereceived", self._received))
        page.on("response", self._responded)

    def longest_gap(self, began: float, ended: float) -> float:
        """Return the longest time without an answer between two moments, which count as answers."""
        moments = [began, *(at for at in self.times if began < at < ended), ended]
        return max(later - earlier for earlier, later in pairwise(moments))

    def longest_wait(self, taps: Taps) -> float:
        """Return the longest time from a moment at which the dealer wanted to tap to the next answer."""
        now = time.monotonic()
        return max(
            min((at for at in self.times if at > began), default=now) - began
            for began in taps.began
        )

    def _received(self, frame: str | bytes) -> None:
        if isinstance(frame, str) and json.loads(frame).get("type") == "answers":
            self.times.append(time.monotonic())

    def _responded(self, response: Response) -> None:
        if response.url.endswith("/tablet/command") and response.ok:
            self.times.append(time.monotonic())
            self.posted += 1


def launch(play: Playwright, installation: Installation) -> Browser:
    """Start Chromium, which trusts the installation's authority and nothing else besides its own list."""
    trust = f"--ignore-certificate-errors-spki-list={installation.public_key_hash()}"
    return play.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, trust])


def set_up(browser: Browser, installation: Installation, folder: Path) -> None:
    """Go through the five steps of /setup with the printed code."""
    link = installation.manage("setup", "--code").split("/setup?code=")[1].split()[0]
    context = browser.new_context(viewport={"width": 1180, "height": 820})
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.goto(f"{installation.url}/setup?code={link}")
    page.get_by_label("Name for signing in").fill("hornbeam")
    page.get_by_label("How the log names you").fill("Hornbeam")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_label("The same again").fill(PASSWORD)
    page.get_by_label("Badge").fill(BADGE)
    page.get_by_label("PIN, 4 to 8 digits").fill(PIN)
    _next(page, "A second factor for Hornbeam")
    totp = TOTP(b32decode(page.locator(".mono").inner_text().replace(" ", "")))
    totp.time = time.time()
    page.locator("#code").fill(f"{totp.token():06d}")
    _next(page, "Keep these recovery codes")
    _next(page, "The room and its hours")
    page.get_by_label("Name of the room").fill("Riverside")
    _next(page, "Which games do you spread?")
    page.get_by_label("LHE 4/8").check()
    _next(page, "Tables and their tablets")
    page.get_by_label("Tables", exact=True).fill("T1-T40")
    page.get_by_label("They open with").select_option("LHE 4/8")
    page.get_by_role("button", name="Make the tables").click()
    expect(page.locator(".tables li")).to_have_count(40)
    _next(page, "Bring in your staff")
    (folder / "staff.csv").write_text(STAFF)
    page.set_input_files("#file", folder / "staff.csv")
    page.get_by_role("button", name="Read the file").click()
    page.get_by_role("button", name="Import 2 and open the room").click()
    expect(page.locator("h1")).to_have_text("Riverside is open")
    context.close()


def open_tablet(
    browser: Browser, installation: Installation
) -> tuple[Dealer, BrowserContext, Answers]:
    """Seat nine players, pair a tablet with T1, sign in, and draw for the button."""
    code = installation.shell(SEAT_PLAYERS).strip()
    context = browser.new_context(
        viewport={"width": 1180, "height": 820}, has_touch=True, is_mobile=True
    )
    dealer = Dealer.on_page(context.new_page(), installation.url)
    answers = Answers(dealer.page)
    dealer.page.goto(f"{installation.url}/tablet/")
    dealer.type_digits(code, "PAIR")
    dealer.page.wait_for_selector("[aria-label='Badge number, 0']")
    dealer.type_digits(BADGE, "NEXT")
    dealer.type_digits(PIN, "SIGN IN")
    dealer.expect_step("button? Tap its seat, or DRAW.")
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9")
    dealer.tap("Draw button", *(f"{rank} clubs" for rank in ranks), "A spades", "Done")
    dealer.expect_step("first card to seat 1")
    dealer.expect_engine()
    return dealer, context, answers


def deal(dealer: Dealer, taps: Taps, until: Callable[[], bool]) -> None:
    """Deal hand after hand until a condition holds, and time each tap; a hand that was begun is ended."""
    step = taps.count % len(HAND)
    while step or not until():
        dealer.page.wait_for_timeout(REPEAT_PAUSE_MS)
        began = time.monotonic()
        dealer.page.wait_for_function(IS_SHOWN, timeout=WAIT_MS)
        before = _read(dealer.page, SHOWN)
        while _tap(dealer, HAND[step], before) == before:
            if time.monotonic() - began > WAIT_MS / 1000:
                raise TimeoutError(f"{HAND[step]} had no effect in {WAIT_MS / 1000:.0f} s.")
        taps.add(began)
        step = (step + 1) % len(HAND)


def _tap(dealer: Dealer, key: str, before: str) -> str:
    """Tap a key, wait until the screen changes or the page has loaded again, and return what it shows.

    The tablet takes no tap on a key that changed under the finger a moment ago (`double_tap.js`), as happens on a busy
    machine, which draws late: the answer is then `before`.
    """
    origin = _read(dealer.page, "performance.timeOrigin")
    last = _read(dealer.page, TAKEN)
    dealer.page.locator(f"[aria-label^='{key}']").first.tap()
    if _read(dealer.page, TAKEN) == last:
        return _read(dealer.page, SHOWN)
    dealer.page.wait_for_function(CHANGED, arg=[before, float(origin)], timeout=WAIT_MS)
    if _read(dealer.page, "performance.timeOrigin") != origin:
        dealer.page.wait_for_function(IS_BACK, timeout=WAIT_MS)
        with suppress(TimeoutError):  # the tap was not taken, and the dealer taps again
            dealer.page.wait_for_function(
                CHANGED,
                arg=[before, dealer.page.evaluate("performance.timeOrigin")],
                timeout=REPEAT_PAUSE_MS,
            )
    return _read(dealer.page, SHOWN)


def is_newest(page: Page) -> bool:
    """Return whether the tablet has taken the version that the room serves, with its engine."""
    return _read(page, IS_NEWEST) == "True"


def _read(page: Page, script: str) -> str:
    """Return what a script finds on a page, also if the page is loaded again meanwhile."""
    try:
        return str(page.evaluate(script))
    except Error as error:
        if "Execution context was destroyed" not in str(error):
            raise
        page.wait_for_function(IS_SHOWN, timeout=WAIT_MS)
        return str(page.evaluate(script))


def wait_until_sent(dealer: Dealer) -> float:
    """Wait until the room has every tap; return the seconds that took."""
    began = time.monotonic()
    dealer.page.wait_for_function(f"() => ({WAITING})() === 0", timeout=60_000)
    return time.monotonic() - began


def _next(page: Page, heading: str) -> None:
    page.locator("main > footer .amber").click()
    expect(page.locator("h1")).to_have_text(heading)
