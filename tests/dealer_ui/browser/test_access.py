"""For eyes, ears and assistive switches: axe, names, the console, reduced motion."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.dealer_ui.browser.conftest import Set
from tests.dealer_ui.stage import FIXTURES, SCENES, scene

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("name", sorted({*FIXTURES, *SCENES, "pair", "sign-in"}))
def test_axe_finds_nothing_serious(show: Set, name: str) -> None:
    page = scene(show.show, name)
    found = Axe().run(page).response["violations"]
    serious = [
        (one["id"], [node["html"][:160] for node in one["nodes"]])
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert not serious


def test_nothing_breaks_the_content_security_policy(show: Set) -> None:
    _, page = show.show("award")
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.reload()
    page.wait_for_selector(".stage")
    page.click(".c0r1 .fold")
    assert told == []


def test_a_tap_leaves_a_mark_of_its_paint(show: Set) -> None:
    _, page = show.show("flop")
    page.click(".s3")
    page.wait_for_selector(".more-key")
    page.wait_for_timeout(100)
    (paint,) = page.evaluate("window.floorbook.paints")
    assert paint["name"] == "More"
    assert 0 < paint["ms"] < 1000  # the hundredth is for the benchmark, on a quiet machine
