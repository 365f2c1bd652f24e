"""Chromium and a staged tablet. A module starts its own browser: Playwright keeps an event loop running
in its thread, and other modules want one of theirs."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.dealer_ui.stage import CHROMIUM, Stage, staged, tablet, window

expect.set_options(timeout=15_000)  # two cores run the room, the browser and the test


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=CHROMIUM
        )
        yield browser
        browser.close()


class Set:
    """Opens staged tablets and closes them all at the end."""

    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.open: list[tuple[Any, Page]] = []
        self.errors: list[str] = []

    def show(self, name: str, state: str = "table") -> tuple[Stage, Page]:
        """A page with this view, painted and with its font."""
        stage_of = staged(name, state)
        stage = stage_of.__enter__()
        page: Page = tablet(self.context)
        self.open.append((stage_of, page))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(stage.url)
        page.wait_for_selector(".frame")
        page.wait_for_function("document.fonts.status === 'loaded'")
        return stage, page

    def close(self) -> None:
        """Pages first: a page that outlives its room would only ask in vain."""
        for stage_of, page in self.open:
            page.close()
            stage_of.__exit__(None, None, None)


@pytest.fixture(scope="module")
def screens(chromium: Browser) -> BrowserContext:
    context: BrowserContext = window(chromium)
    return context


@pytest.fixture
def show(screens: BrowserContext) -> Iterator[Set]:
    opened = Set(screens)
    yield opened
    opened.close()
    assert not opened.errors
