"""Staged tablets, and a dealer on a cable."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, BrowserContext, CDPSession, Page

from tests.support.cable import Cable
from tests.support.chromium import SHARED
from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.screenshots import pixels
from tests.support.stage import SIZE, Stage, open_tablet, run_stage


@pytest.fixture
def cable(live_room: LiveRoom) -> Iterator[Cable]:
    cable = Cable(live_room.port)
    yield cable
    cable.close()


@pytest.fixture
def dealer(chromium: Browser, cable: Cable) -> Iterator[Dealer]:
    """A dealer whose tablet is on the cable."""
    context = chromium.new_context(viewport=SIZE, device_scale_factor=pixels(), has_touch=True)
    dealer = Dealer.on_page(context.new_page(), cable.url)
    yield dealer
    dealer.close()


def go_to(page: Page, stage: Stage) -> None:
    """Load the stage and wait until it is rendered with its font."""
    page.goto(stage.url)
    wait_until_drawn(page)


def wait_until_drawn(page: Page) -> None:
    """Wait until the tablet is on the page, in its font."""
    page.wait_for_selector(".frame")
    page.wait_for_function("document.fonts.status === 'loaded'")


class StagedTablets:
    """Opens staged tablets in new pages and closes all of them at the end.

    The first tablet of a test is at the stage whose files the browser has cached, with empty storage.
    """

    def __init__(self, context: BrowserContext, stage: Stage) -> None:
        self.context = context
        self.free_stage: Stage | None = stage
        self.open_pages: list[Page] = []
        self.page_errors: list[str] = []
        self._stages = ExitStack()

    def open(
        self, name: str, state: str = "table", prepare: Callable[[Stage], None] | None = None
    ) -> tuple[Stage, Page]:
        """Open a page with this view and wait until it is rendered with its font.

        prepare: changes what the stage shows.
        """
        page: Page = open_tablet(self.context)
        self.open_pages.append(page)
        page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        if self.free_stage:
            stage = self.free_stage
            self.free_stage = None
            devtools = self.context.new_cdp_session(page)
            empty_storage(devtools, stage)
            devtools.detach()
            stage.show(name, state)
        else:
            stage = self._stages.enter_context(run_stage(name, state))
        if prepare:
            prepare(stage)
        go_to(page, stage)
        return stage, page

    def close(self) -> None:
        """Close the pages before their stages, so that no page sends requests to a closed stage."""
        for page in self.open_pages:
            page.close()
        self._stages.close()


def empty_storage(devtools: CDPSession, stage: Stage) -> None:
    """Delete the stored data of a stage's pages, but not its files in the browser's cache."""
    everything = {"origin": stage.url.removesuffix("/tablet/"), "storageTypes": "all"}
    devtools.send("Storage.clearDataForOrigin", everything)


# Stops the page's app and leaves an empty page. False if it has taps to send, which only a new page
# forgets.
STOP = """async () => {
  const { app } = window.floorbook ?? {};
  await app?.queue.loading; // deleting a database that is being opened is an error of the page
  if (!app || app.queue.size || app.queue.sending || app.queue.held.length) return false;
  const last = setTimeout(() => {});
  for (let id = 1; id <= last; id += 1) clearTimeout(id); // intervals, too
  app.live.socket.isOver = true;
  app.live.socket.pause();
  app.queue.db?.close();
  window.stopped = app;
  return true;
}"""
# Starts another app in the open page, as `main.js` does, with the data that the server would send
# now.
START = """async (isKept) => {
  const draw = window.stopped.render;
  window.stopped.render = () => {}; // a response may still be on its way to it
  if (!isKept) sessionStorage.clear();
  const [{ App }, { page, owner, setCurrency }, { applyLook }, { render, nothing }, text] = await Promise.all([
    ...["app", "text", "look", "vendor/lit-html"].map((name) => import(`/static/dealer_ui/${name}.js`)),
    fetch(location.pathname, { cache: "no-store" }).then((response) => response.text()),
  ]);
  const served = new DOMParser().parseFromString(text, "text/html");
  const read = (id) => JSON.parse(served.getElementById(id).textContent);
  for (const key of Object.keys(owner)) delete owner[key];
  Object.assign(page, read("boot"));
  Object.assign(owner, read("owner"));
  setCurrency(page.currency);
  document.title = served.title;
  applyLook();
  render(nothing, document.getElementById("tablet"));
  // Without a table yet, `main.js` draws nothing in a page that has just opened.
  window.floorbook.app = new App((state) => state.screen && draw(state));
  window.floorbook.app.start();
}"""


class ReusedTablet:
    """One page that shows staged tablets in turn, for tests that only look and tap.

    Each of them starts a new app with empty storage in the open page, in a tenth of a page's processor time, because
    nearly all of that goes into its sixty files. A page with unsent taps, or at the gate, is loaded again.
    """

    def __init__(self, context: BrowserContext, stage: Stage) -> None:
        self.stage = stage
        self.page: Page = open_tablet(context)
        self.page_errors: list[str] = []
        self.page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        self._devtools = context.new_cdp_session(self.page)

    def open(
        self, name: str, state: str = "table", prepare: Callable[[Stage], None] | None = None
    ) -> tuple[Stage, Page]:
        """Show this view and wait until it is rendered with its font.

        prepare: changes what the stage shows.
        """
        is_open = self.stage.state == state == "table" and self.page.evaluate(STOP)
        if not is_open:
            self.page.goto("about:blank")
        empty_storage(self._devtools, self.stage)
        self.stage.show(name, state)
        if prepare:
            prepare(self.stage)
        if is_open:
            self._start(is_kept=False)
        else:
            go_to(self.page, self.stage)
        return self.stage, self.page

    def show_again(self) -> None:
        """Show the stage's changes as a reload would, which keeps the tablet's storage."""
        if self.page.evaluate(STOP):
            self._start(is_kept=True)
        else:
            go_to(self.page, self.stage)

    def rest(self) -> None:
        """Stop everything until the next tablet is opened."""
        if not self.page.evaluate(STOP):
            self.page.goto("about:blank")

    def _start(self, *, is_kept: bool) -> None:
        self.page.evaluate(START, is_kept)
        wait_until_drawn(self.page)


@pytest.fixture(scope="session")
def stage_of_new_pages() -> Iterator[Stage]:
    with run_stage("flop") as stage:
        yield stage


@pytest.fixture(scope="session")
def stage_of_one_page() -> Iterator[Stage]:
    with run_stage("flop") as stage:
        yield stage


@pytest.fixture(scope="session")
def kept_tablets() -> dict[BrowserContext, ReusedTablet]:
    """The reused tablet of each browser window, shared by modules."""
    return {}


@pytest.fixture(scope="module")
def screens(chromium: Browser) -> BrowserContext:
    return SHARED.tablet_window


@pytest.fixture
def staged_tablets(screens: BrowserContext, stage_of_new_pages: Stage) -> Iterator[StagedTablets]:
    tablets = StagedTablets(screens, stage_of_new_pages)
    yield tablets
    tablets.close()
    assert not tablets.page_errors


@pytest.fixture(scope="module")
def one_page(
    screens: BrowserContext,
    stage_of_one_page: Stage,
    kept_tablets: dict[BrowserContext, ReusedTablet],
) -> Iterator[ReusedTablet]:
    if screens not in kept_tablets:
        kept_tablets[screens] = ReusedTablet(screens, stage_of_one_page)
    tablet = kept_tablets[screens]
    yield tablet
    tablet.rest()


@pytest.fixture
def reused_tablet(one_page: ReusedTablet) -> Iterator[ReusedTablet]:
    one_page.page_errors.clear()
    yield one_page
    if one_page.page.viewport_size != SIZE:
        one_page.page.set_viewport_size(SIZE)
    assert not one_page.page_errors, one_page.page_errors
