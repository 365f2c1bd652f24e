"""A new version has taken over: the page goes on until its taps are stored and the new one can load at once."""

import pytest

from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser
# The page asks to be loaded again, with a service worker in this state.
TAKE_OVER = """async (state) => {
  const { Updates } = await import("/static/dealer_ui/engine/updates.js");
  window.isFirstPage = true;
  window.isStoring = false;
  window.controller = { state };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: { controller: window.controller } });
  new Updates(() => true, () => window.isStoring).reload();
  await new Promise((later) => setTimeout(later, 100));
  return window.isFirstPage;
}"""


def test_page_goes_on_until_the_new_service_worker_is_active(reused_tablet: ReusedTablet) -> None:
    """A page that is loaded while it is being activated waits for it, in Chromium for a second."""
    _, page = reused_tablet.open("flop")
    assert page.evaluate(TAKE_OVER, "activating")
    page.evaluate("() => { window.controller.state = 'activated'; }")
    page.wait_for_function("() => !window.isFirstPage")
