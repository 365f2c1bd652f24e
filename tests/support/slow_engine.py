"""A tablet whose engine starts only when the test starts it, as on a slow device."""

from playwright.sync_api import Page, expect

# The message that starts the engine has the files; it waits while the tab's storage has a flag.
HOLD_START = """(() => {
  const Native = window.Worker;
  window.Worker = class extends Native {
    postMessage(message) {
      if (!message.files || !sessionStorage.getItem("floorbook.test-slow")) return super.postMessage(message);
      window.startEngine = () => super.postMessage(message);
    }
  };
})()"""


class SlowEngine:
    """The engine of all pages that a tab opens from now on."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.add_init_script(HOLD_START)

    def hold(self) -> None:
        """Make the engines of later pages wait for `start`."""
        self.page.evaluate("() => sessionStorage.setItem('floorbook.test-slow', '1')")

    def start(self) -> None:
        """Start the engine of the page, and wait until it is ready."""
        self.page.wait_for_function("() => window.startEngine")
        self.page.evaluate("() => window.startEngine()")
        expect(self.page.locator("body[data-engine='ready']")).to_be_attached()

    def expect_not_ready(self) -> None:
        """Expect that the engine of the page has not started."""
        assert self.page.evaluate("() => document.body.dataset.engine") is None
