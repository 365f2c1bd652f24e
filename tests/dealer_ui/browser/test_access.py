"""For eyes, ears and assistive switches: the gate, names, the console. Axe on every screen: test_screens."""

import pytest

from tests.support.staged_fixtures import StagedTablets

pytestmark = pytest.mark.browser


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
    page.wait_for_function("() => window.floorbook.paints.length === 1")
    (paint,) = page.evaluate("window.floorbook.paints")
    assert paint["name"] == "More"
    assert paint["ms"] > 0
