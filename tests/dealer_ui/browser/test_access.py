"""For eyes, ears and assistive switches: the gate, names, the console. Axe on every screen: test_screens."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.dealer_ui.browser.conftest import StagedTablets
from tests.dealer_ui.stage import open_scene

pytestmark = pytest.mark.browser


def serious_violations(page: Page) -> list[tuple[str, list[str]]]:
    """Return what axe finds."""
    match = Axe().run(page).response["violations"]
    return [
        (item["id"], [node["html"][:160] for node in item["nodes"]])
        for item in match
        if item["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("name", ["pair", "sign-in"])
def test_axe_finds_nothing_serious_at_the_gate(staged_tablets: StagedTablets, name: str) -> None:
    assert not serious_violations(open_scene(staged_tablets.open, name))


def test_tablet_obeys_the_content_security_policy(staged_tablets: StagedTablets) -> None:
    _, page = staged_tablets.open("award")
    page_errors: list[str] = []
    page.on("console", lambda message: page_errors.append(message.text))
    page.reload()
    page.wait_for_selector(".stage")
    page.click(".c0r1 .fold")
    assert page_errors == []


def test_paint_time_of_a_tap_is_measured(staged_tablets: StagedTablets) -> None:
    _, page = staged_tablets.open("flop")
    page.click(".s3")
    page.wait_for_selector(".more-key")
    page.wait_for_timeout(100)
    (paint,) = page.evaluate("window.floorbook.paints")
    assert paint["name"] == "More"
    assert 0 < paint["ms"] < 1000  # the hundredth is for the benchmark, on a quiet machine
