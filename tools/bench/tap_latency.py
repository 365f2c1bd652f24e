"""From tap to frame on the tablet's page in Chromium, online and offline, while forty other tables are active.

Chromium without a screen gives a page each tap a frame late. Therefore each time has two starts, the tap's own
timestamp and the moment when the page gets the tap, and a page that only changes a text is measured as well.
"""

import asyncio
import random
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from poker.json_types import JsonObject
from tests.support.cable import Cable
from tools.bench.load import TABLES, BenchTable, opened_table, run_server, walk
from tools.bench.measures import Limit, percentile

CHROMIUM = "/usr/bin/chromium-headless-shell"
OPTIONS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync")
HANDS = 8
TAP_INTERVAL_MS = 600  # ms between taps; an earlier tap is treated as a double tap
PACE = 0.1  # seconds between taps of all other tables; forty tables at thirty hands an hour tap less often

# The parts that only the decided tap changes: the step, the UNDO label, the opened count row.
PLACES = ".step, .undo, .caption, .header"
# Times from the tap, and from when the page gets it, to the frame with the answer.
WATCH = """() => {
  window.answers = [];
  let tapped = 0;
  let taken = 0;
  addEventListener("pointerdown", (event) => { tapped = event.timeStamp; }, true);
  addEventListener("click", () => { taken = performance.now(); }, true);
  const answered = new MutationObserver(() => {
    if (!tapped) return;
    const since = [tapped, taken];
    tapped = 0;
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => window.answers.push(since.map((start) => performance.now() - start));
      port2.postMessage(0);
    });
  });
  for (const element of document.querySelectorAll("PLACES")) {
    answered.observe(element, { subtree: true, characterData: true, childList: true });
  }
}""".replace("PLACES", PLACES)
BARE_PAGE = """
  <meta name="viewport" content="width=device-width">
  <button style="width: 300px; height: 200px; touch-action: manipulation">0</button>
  <p class="step">0</p>
  <script>
    document.querySelector("button").onclick = () => { document.querySelector(".step").textContent++; };
  </script>
"""
BARE_TAPS = 80
BARE_INTERVAL_MS = 153  # ms between taps of the bare page; no multiple of a frame
SHOWN_TEXT = (
    "places => [...document.querySelectorAll(places)].map(element => element.innerText).join()"
)


NETWORKS = {
    "online": 0.0,
    "with 300 ms of latency": 0.15,  # seconds each way
    "without a network": None,
}


def rows() -> Iterator[Limit]:
    """Yield the 95th percentile from a tap to the next frame in each network, and the bytes of a hand."""
    with (
        run_server({}, TABLES + len(NETWORKS)) as (port, tokens, _),
        _others(port, tokens[len(NETWORKS) :]),
        sync_playwright() as play,
    ):
        browser = play.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        bare = _bare_time(browser)
        how = f"{BARE_TAPS} taps, {TABLES} other tables active"
        yield Limit("tap until the next picture of a page with one text, p95", bare, "none", how)
        for (name, delay), token in zip(NETWORKS.items(), tokens, strict=False):
            cable = Cable(port, delay or 0.0)
            received: list[int] = []
            page = _tablet(browser, cable.port, token, received)
            if delay is None:
                cable.pull()
            page.evaluate(WATCH)
            _deal(page)
            answered, since_taken = zip(*page.evaluate("window.answers"), strict=True)
            how = f"{len(answered)} taps, {TABLES} other tables active"
            title = f"tap until the next picture, {name}, p95"
            yield Limit(title, percentile(answered, 95), "50 ms", how)
            title = f"next picture after the page has the tap, {name}, p95"
            yield Limit(title, percentile(since_taken, 95), "33 ms", how)
            if delay == 0.0:
                per_hand = sum(received) / HANDS / 1000
                how = f"{HANDS} hands of ten taps"
                yield Limit("bytes to the tablet's socket for a hand", per_hand, "10 KB", how, "KB")
            cable.close()
        browser.close()


def _context(browser: Browser) -> BrowserContext:
    return browser.new_context(
        viewport={"width": 1180, "height": 820},
        device_scale_factor=2,
        has_touch=True,
        is_mobile=True,
    )


def _bare_time(browser: Browser) -> float:
    """Return the 95th percentile of milliseconds from a tap to the next frame of a page that only changes a text."""
    context = _context(browser)
    page = context.new_page()
    page.set_content(BARE_PAGE)
    page.evaluate(WATCH)
    for _ in range(BARE_TAPS):
        page.wait_for_timeout(BARE_INTERVAL_MS)
        page.locator("button").tap()
    page.wait_for_function("count => window.answers.length === count", arg=BARE_TAPS)
    times = [since for since, _ in page.evaluate("window.answers")]
    context.close()
    return percentile(times, 95)


def _tablet(browser: Browser, port: int, token: str, received: list[int]) -> Page:
    """Open a tablet with the engine. received: the length of each socket message is appended to it."""
    context = _context(browser)
    address = f"http://127.0.0.1:{port}"
    context.add_cookies([{"name": "floorbook_device", "value": token, "url": address}])
    page: Page = context.new_page()
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: received.append(len(frame))),
    )
    page.goto(f"{address}/tablet/")
    page.wait_for_selector("body[data-engine='ready']", state="attached", timeout=60_000)
    received.clear()
    return page


def _deal(page: Page) -> None:
    """Deal hands by taps, each after the answer to the previous one."""
    taps = walk()
    for _ in range(HANDS * 10):
        name, args = next(taps)
        before = page.evaluate(SHOWN_TEXT, PLACES)
        for key in _keys(name, args):
            page.wait_for_timeout(TAP_INTERVAL_MS)
            page.locator(f"[aria-label^='{key}']").first.tap()
        page.wait_for_function(
            f"([places, before]) => ({SHOWN_TEXT})(places) !== before", arg=[PLACES, before]
        )


def _keys(name: str, args: JsonObject) -> list[str]:
    if name == "act":
        return [f"{args['what'].capitalize()} seat {args['seat']}"]
    if name == "award":
        return [f"Award to seat {args['seats'][0]}"]
    return [f"{args['count']} players still in"]


@contextmanager
def _others(port: int, tokens: list[str]) -> Iterator[None]:
    """Deal at the other tables in a thread for the duration of the block."""
    stop = threading.Event()
    busy = threading.Thread(target=lambda: asyncio.run(_keep_busy(port, tokens, stop)))
    busy.start()
    try:
        yield
    finally:
        stop.set()
        busy.join(30)


async def _keep_busy(port: int, tokens: list[str], stop: threading.Event) -> None:
    async with AsyncExitStack() as stack:
        http = await asyncio.open_connection("127.0.0.1", port)
        stack.callback(http[1].close)
        tables: list[BenchTable] = [
            await stack.enter_async_context(opened_table(port, number, token, http))
            for number, token in enumerate(tokens, 2)
        ]
        dice = random.Random(2)
        while not stop.is_set():
            await dice.choice(tables).tap()
            await asyncio.sleep(PACE)
