"""The footer says before the network is gone that this browser cannot deal without it."""

import pytest
from playwright.sync_api import expect

from dealer_ui.messages import PAGE
from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser

# What a browser lacks, as the page's own test sees it.
LACK = """async (missing) => {
  const { offlineLack } = await import("/static/dealer_ui/engine/engine.js");
  const parts = { isSecureContext: true, WebAssembly: {}, Worker: {}, indexedDB: {}, caches: {} };
  const browser = { ...parts, navigator: { serviceWorker: {} } };
  for (const name of missing) delete browser[name];
  return offlineLack(browser);
}"""
SHOW = "lack => { floorbook.app.offlineLack = lack; floorbook.app.paint(); }"
IS_WHOLE = "link => link.scrollWidth <= link.clientWidth"


@pytest.mark.parametrize(
    ("missing", "lack"),
    [
        ([], ""),
        (["isSecureContext"], "address"),
        (["WebAssembly"], "browser"),
        (["Worker"], "browser"),
        (["indexedDB"], "browser"),
        (["caches"], "reload"),
    ],
)
def test_what_a_browser_lacks_is_found(
    reused_tablet: ReusedTablet, missing: list[str], lack: str
) -> None:
    _, page = reused_tablet.open("flop")
    assert page.evaluate(LACK, missing) == lack


@pytest.mark.parametrize("lack", ["address", "browser", "engine", "reload"])
def test_footer_names_what_is_lacking(reused_tablet: ReusedTablet, lack: str) -> None:
    _, page = reused_tablet.open("flop")
    page.evaluate(SHOW, lack)
    link = page.locator(".footer .link")
    expect(link).to_contain_text(PAGE[f"offline_lack_{lack}"])
    assert link.evaluate(IS_WHOLE)
