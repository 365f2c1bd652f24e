"""Staged tablets, and a dealer on a cable."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.screenshots import pixels
from tests.support.stage import Stage, open_tablet, open_window, run_stage

expect.set_options(timeout=15_000)  # two cores run the room, the browser and the test


@pytest.fixture
def cable(live_room: LiveRoom) -> Iterator[Cable]:
    """A cable to the live room."""
    cable = Cable(live_room.port)
    yield cable
    cable.close()


@pytest.fixture
def dealer(chromium: Browser, cable: Cable) -> Iterator[Dealer]:
    """A dealer whose tablet is on the cable."""
    context = chromium.new_context(
        viewport={"width": 1180, "height": 820}, device_scale_factor=pixels(), has_touch=True
    )
    dealer = Dealer.on_page(context.new_page(), cable.url)
    yield dealer
    dealer.close()


def go_to(page: Page, stage: Stage) -> None:
    """Load the stage and wait until it is rendered with its font."""
    page.goto(stage.url)
    page.wait_for_selector(".frame")
    page.wait_for_function("document.fonts.status === 'loaded'")


class StagedTablets:
    """Opens staged tablets and closes all of them at the end."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.open_pages: list[tuple[Any, Page]] = []
        self.page_errors: list[str] = []

    def open(self, name: str, state: str = "table") -> tuple[Stage, Page]:
        """Open a page with this view and wait until it is rendered with its font."""
        context = run_stage(name, state)
        stage = context.__enter__()
        page: Page = open_tablet(self.context)
        self.open_pages.append((context, page))
        page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        go_to(page, stage)
        return stage, page

    def close(self) -> None:
        """Close the pages before their stages, so that no page sends requests to a closed stage."""
        for context, page in self.open_pages:
            page.close()
            context.__exit__(None, None, None)


class ReusedTablet:
    """One page that shows staged tablets in turn, for tests that only look and tap.

    Its browser has the fifty files already, and its process the compiled scripts: a third of the processor time
    of a new page. Each tablet starts with empty storage.
    """

    def __init__(self, context: BrowserContext, stage: Stage) -> None:
        self.stage = stage
        self.page: Page = open_tablet(context)
        self.page_errors: list[str] = []
        self.page.on("pageerror", lambda error: self.page_errors.append(str(error)))
        self._devtools = context.new_cdp_session(self.page)

    def open(self, name: str, state: str = "table") -> tuple[Stage, Page]:
        """Show this view and wait until it is rendered with its font."""
        self.page.goto("about:blank")
        everything = {"origin": self.stage.url.removesuffix("/tablet/"), "storageTypes": "all"}
        self._devtools.send("Storage.clearDataForOrigin", everything)
        self.stage.show(name, state)
        go_to(self.page, self.stage)
        return self.stage, self.page


@pytest.fixture(scope="module")
def screens(chromium: Browser) -> BrowserContext:
    context: BrowserContext = open_window(chromium)
    return context


@pytest.fixture
def staged_tablets(screens: BrowserContext) -> Iterator[StagedTablets]:
    tablets = StagedTablets(screens)
    yield tablets
    tablets.close()
    assert not tablets.page_errors


@pytest.fixture(scope="module")
def one_page(screens: BrowserContext) -> Iterator[ReusedTablet]:
    with run_stage("flop") as stage:
        tablet = ReusedTablet(screens, stage)
        yield tablet
        tablet.page.close()


@pytest.fixture
def reused_tablet(one_page: ReusedTablet) -> Iterator[ReusedTablet]:
    yield one_page
    assert not one_page.page_errors
