"""Straddles on the tablet: the felt keys, a seat's row, the pad, and who acts first and last behind one."""

import pytest

from tests.support.screenshots import save_picture
from tests.support.stage import view_with_straddles
from tests.support.staged_fixtures import ReusedTablet
from tests.support.staged_taps import wait_for_commands

pytestmark = pytest.mark.browser
MISSISSIPPI = {"kinds": ["any_seat"]}


def test_mississippi_straddle_is_one_tap_on_a_row(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("deal")
    stage.view = view_with_straddles(straddles=MISSISSIPPI)
    reused_tablet.show_again()
    page.wait_for_selector(".straddles")
    assert page.locator(".straddle-key").count() == 2
    save_picture(page, "straddle-keys")
    stage.then = view_with_straddles(
        "straddle seat=3", straddles=MISSISSIPPI, straddle_order="under_the_gun"
    )
    page.click("[aria-label^='Straddle by seat 3']")
    page.wait_for_function(
        "() => document.querySelector('.step').innerText.includes('seat 3 last')"
    )
    wait_for_commands(stage, page, 1)
    assert stage.commands[-1]["name"] == "straddle"
    assert stage.commands[-1]["args"] == {"seat": 3}
    text = page.locator(".step p").inner_text()
    assert "Seat 9 acts first, seat 3 last." in text
    save_picture(page, "straddle-mississippi")


def test_pad_logs_another_amount(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("deal")
    stage.view = view_with_straddles()
    reused_tablet.show_again()
    page.click(".straddle-key:nth-child(2)")
    page.click("[aria-label='Digit 2']")
    page.click("[aria-label='Digit 5']")
    assert "raise from $50" in page.locator(".range").inner_text()
    save_picture(page, "straddle-pad")
    page.click(".set-key")
    page.wait_for_function("() => !document.querySelector('.set-key')")
    wait_for_commands(stage, page, 1)
    assert stage.commands[-1]["args"] == {"seat": 6, "amount": 2500}


def test_preset_logs_in_one_tap(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("deal")
    stage.view = view_with_straddles()
    reused_tablet.show_again()
    page.click(".straddle-key:nth-child(2)")
    page.click("[aria-label^='Cap']")
    page.wait_for_function("() => !document.querySelector('.set-key')")
    wait_for_commands(stage, page, 1)
    assert stage.commands[-1]["args"] == {"seat": 6, "amount": 5000}
