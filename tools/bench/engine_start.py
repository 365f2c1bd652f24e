"""The engine's start on a tablet's page in Chromium: with and without stored files, its memory, its download."""

from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from tools.bench.load import run_server
from tools.bench.measures import Limit
from tools.bench.tap_latency import CHROMIUM, OPTIONS

STARTS = 5
SETTLED_MS = 3000  # ms until the page has also loaded its deferred files
MB = 10**6


def rows() -> Iterator[Limit]:
    """Yield the median times from opening the page to the engine's first screen, and its memory and download."""
    with run_server({}, 1) as (port, tokens, _), sync_playwright() as play:
        address = f"http://127.0.0.1:{port}"
        browser = play.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        times, sizes = zip(
            *(_first_start(browser, address, tokens[0]) for _ in range(STARTS)), strict=True
        )
        yield Limit("engine ready, nothing kept", median(times), "5000 ms", f"{STARTS} starts")
        yield Limit("download of the engine", median(sizes) / MB, "6 MB", "compressed", "MB")
        times = tuple(_later_starts(browser, address, tokens[0]))
        yield Limit("engine ready, files kept", median(times), "2500 ms", f"{len(times)} reloads")
        browser.close()
        without, with_engine = (
            _memory(play.chromium.launch(executable_path=CHROMIUM, args=OPTIONS), address, *more)
            for more in ((tokens[0], False), (tokens[0], True))
        )
        needed = (with_engine - without) / MB
        yield Limit(
            "memory of the engine", needed, "150 MB", "the browser's, with and without", "MB"
        )


def _first_start(browser: Browser, address: str, token: str) -> tuple[float, int]:
    """Return the milliseconds until the engine is ready, and the bytes of its files."""
    context = _context(browser, address, token)
    page = context.new_page()
    sizes: list[int] = []
    page.on(
        "response",
        lambda response: (
            sizes.append(int(response.headers.get("content-length", 0)))
            if "/tablet/runtime/" in response.url or "/tablet/engine/" in response.url
            else None
        ),
    )
    time = _open(page, lambda: page.goto(f"{address}/tablet/"))
    context.close()
    return time, sum(set(sizes))


def _later_starts(browser: Browser, address: str, token: str) -> Iterator[float]:
    context = _context(browser, address, token)
    page = context.new_page()
    _open(page, lambda: page.goto(f"{address}/tablet/"))
    page.wait_for_selector("body[data-kept]", state="attached", timeout=60_000)
    for _ in range(STARTS):
        yield _open(page, page.reload)
    context.close()


def _memory(browser: Browser, address: str, token: str, has_engine: bool) -> int:
    """Return the bytes of all processes of the browser with a tablet's page, and close it."""
    context = _context(browser, address, token)
    page = context.new_page()
    if has_engine:
        _open(page, lambda: page.goto(f"{address}/tablet/"))
    else:
        page.route("**/engine/worker.js", lambda route: route.abort())
        page.goto(f"{address}/tablet/")
        page.wait_for_selector("body[data-engine='none']", state="attached", timeout=60_000)
    page.wait_for_selector(".frame")
    page.wait_for_timeout(SETTLED_MS)
    total = sum(map(_resident, Path("/proc").glob("[0-9]*")))
    browser.close()
    return total


def _resident(process: Path) -> int:
    """Return the memory of a process of Chromium in bytes, with its part of shared pages; 0 for any other process."""
    try:
        if not (process / "cmdline").read_bytes().startswith(CHROMIUM.encode()):
            name = (process / "exe").readlink().name
            if "chrom" not in name and "headless" not in name:
                return 0
        lines = (process / "smaps_rollup").read_text().splitlines()
    except OSError:  # it ended, or belongs to another user
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def _context(browser: Browser, address: str, token: str) -> BrowserContext:
    context = browser.new_context(viewport={"width": 1180, "height": 820})
    context.add_cookies([{"name": "floorbook_device", "value": token, "url": address}])
    return context


def _open(page: Page, load: Callable[[], object]) -> float:
    start = perf_counter()
    load()
    page.wait_for_selector("body[data-engine='ready']", state="attached", timeout=60_000)
    return (perf_counter() - start) * 1000
