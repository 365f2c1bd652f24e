"""Back in the room with taps that no longer apply: each is told alone, with one key, and the game goes on."""

import pytest
from playwright.sync_api import expect

from tests.dealer_ui.browser.dealer import Dealer
from tests.dealer_ui.browser.room_log import END_HAND, run_code
from tests.live_room import LiveRoom
from tests.offline.cable import Cable

pytestmark = pytest.mark.browser


def test_refused_taps_are_told_one_by_one(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    dealer.sit_down()
    dealer.expect_engine()
    dealer.tap("Fold seat 3", "Fold seat 4")
    dealer.expect_step("to act")
    cable.pull()
    dealer.tap("Fold seat 5", "Fold seat 6")
    expect(dealer.page.locator(".step p")).to_contain_text("Seats 7, 8, 9, 1, 2 to act.")
    run_code(live_room, END_HAND)
    cable.plug()
    refused = dealer.page.locator(".refused-tap")
    expect(refused.locator("h3")).to_contain_text("Not possible: fold seat 6", timeout=20_000)
    expect(refused.locator("h3")).to_contain_text("1 of 2")
    expect(refused).to_contain_text("Rowan")
    dealer.save_screenshot("refused-tap")
    dealer.tap("Drop this tap")
    expect(refused.locator("h3")).to_contain_text("Not possible: fold seat 5")
    dealer.tap("Drop this tap")
    expect(refused).to_have_count(0)
    # The next hand starts as always.
    dealer.tap("Fold seat 3")
    dealer.expect_footer("all sent")
