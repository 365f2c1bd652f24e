"""The browser of a worker: started for the first test that needs it, and shared by later modules.

Playwright keeps an event loop in its thread, where neither asynchronous tests nor queries can run. The browser is
therefore stopped before the next test that does not use it.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from tests.run import CHROMIUM
from tests.support.stage import CHROMIUM as ARGUMENTS
from tests.support.stage import open_window


class SharedBrowser:
    """Playwright and one Chromium, which start on first use."""

    def __init__(self) -> None:
        self._running = ExitStack()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._window: BrowserContext | None = None
        self._users = 0

    @property
    def playwright(self) -> Playwright:
        if self._playwright is None:
            self._playwright = self._running.enter_context(sync_playwright())
        return self._playwright

    @contextmanager
    def use(self) -> Iterator[Browser]:
        """Yield the browser; close the windows that were opened in the block, except `tablet_window`."""
        if self._browser is None or not self._browser.is_connected():
            self._browser = self.playwright.chromium.launch(
                executable_path=CHROMIUM, args=ARGUMENTS
            )
            self._running.callback(self._browser.close)
            self._window = None
        browser = self._browser
        before = set(browser.contexts)
        self._users += 1
        try:
            yield browser
        finally:
            self._users -= 1
            for context in set(browser.contexts) - before - {self._window}:
                context.close()

    @property
    def tablet_window(self) -> BrowserContext:
        """Return a window of the tablet's size. It stays open with the browser, so that tests share its cached
        files.
        """
        assert self._browser is not None, "The window is opened while the browser is used."
        if self._window is None:
            self._window = open_window(self._browser)
        return self._window

    def stop(self) -> None:
        """Stop it, unless a fixture of the module uses it."""
        if not self._users:
            self._running.close()
            self._playwright = self._browser = self._window = None


SHARED = SharedBrowser()
