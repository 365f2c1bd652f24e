"""A new version has taken over: the page goes on until its taps are stored and the new one can load at once."""

import json

import pytest

from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser
# The page asks to be loaded again, with a service worker in this state.
TAKE_OVER = """async ([state, isStoring]) => {
  window.isFirstPage = true;
  const { Updates } = await import("/static/dealer_ui/engine/updates.js");
  window.isStoring = isStoring;
  window.controller = state && { state };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: { controller: window.controller } });
  new Updates(() => true, () => window.isStoring).reload();
  await new Promise((later) => setTimeout(later, 100));
  return window.isFirstPage;
}"""


def test_page_goes_on_until_the_new_service_worker_is_active(reused_tablet: ReusedTablet) -> None:
    """A page that is loaded while it is being activated waits for it, in Chromium for a second."""
    _, page = reused_tablet.open("flop")
    assert page.evaluate(TAKE_OVER, ["activating", False])
    page.evaluate("() => { window.controller.state = 'activated'; }")
    page.wait_for_function("() => !window.isFirstPage")


def test_page_goes_on_until_its_tap_is_stored(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("flop")
    assert page.evaluate(TAKE_OVER, ["activated", True])
    page.evaluate("() => { window.isStoring = false; }")
    page.wait_for_function("() => !window.isFirstPage")


@pytest.mark.parametrize("state", ["redundant", None])
def test_page_does_not_wait_for_a_service_worker_that_is_gone(
    reused_tablet: ReusedTablet, state: str | None
) -> None:
    _, page = reused_tablet.open("flop")
    page.evaluate(f"() => {{ ({TAKE_OVER})({json.dumps([state, False])}); }}")
    page.wait_for_function("() => window.floorbook && !window.isFirstPage")
