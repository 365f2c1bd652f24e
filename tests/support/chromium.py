"""The browser of a worker: started for the first test that needs it, and shared by the modules after it.

Playwright keeps an event loop in its thread, in which neither asynchronous tests nor queries run. So the
browser is stopped before the next test that drives none.
"""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from playwright.sync_api import Browser, Playwright, sync_playwright

from tests.run import CHROMIUM
from tests.support.stage import CHROMIUM as ARGUMENTS


class SharedBrowser:
    """Playwright and one Chromium, which start when they are asked for."""

    def __init__(self) -> None:
        self._running = ExitStack()
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._users = 0

    @property
    def playwright(self) -> Playwright:
        """Return Playwright in this thread."""
        if self._playwright is None:
            self._playwright = self._running.enter_context(sync_playwright())
        return self._playwright

    @contextmanager
    def use(self) -> Iterator[Browser]:
        """Yield the browser; close the windows that were opened in the block."""
        if self._browser is None or not self._browser.is_connected():
            self._browser = self.playwright.chromium.launch(
                executable_path=CHROMIUM, args=ARGUMENTS
            )
            self._running.callback(self._browser.close)
        browser = self._browser
        before = set(browser.contexts)
        self._users += 1
        try:
            yield browser
        finally:
            self._users -= 1
            for context in set(browser.contexts) - before:
                context.close()

    def stop(self) -> None:
        """Stop it, unless a fixture of the module uses it."""
        if not self._users:
            self._running.close()
            self._playwright = self._browser = None


SHARED = SharedBrowser()
