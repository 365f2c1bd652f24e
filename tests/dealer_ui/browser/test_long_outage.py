"""More than twelve hours without a network: a dealer who taps deals on; a table that nobody used is too old."""

import pytest
from playwright.sync_api import expect

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.room_log import folded_seats

pytestmark = pytest.mark.browser
OUTAGE_MS = 13 * 3600 * 1000


@pytest.mark.release
def test_taps_of_a_long_outage_wait_on_the_tablet_and_are_stored(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    dealer.page.clock.install()
    dealer.sit_down()
    dealer.expect_engine()
    dealer.tap("Fold seat 3", "Fold seat 4")
    dealer.expect_step("Seven to act, seat 5 first.")
    cable.pull()
    dealer.tap("Fold seat 5", "Fold seat 6")
    expect(dealer.page.locator(".step p")).to_contain_text("Five to act, seat 7 first.")
    dealer.page.clock.fast_forward(OUTAGE_MS)
    dealer.tap("Fold seat 7")
    expect(dealer.page.locator(".step p")).to_contain_text("Seats 8, 9, 1, 2 to act.")
    dealer.expect_footer("3 taps kept on this tablet. Deal on.")
    dealer.page.reload()  # the dealer has just tapped on the saved table
    expect(dealer.page.locator(".step p")).to_contain_text("Seats 8, 9, 1, 2 to act.")
    dealer.page.clock.fast_forward(OUTAGE_MS)
    dealer.page.reload()
    missing = dealer.page.locator(".no-table")
    expect(missing).to_contain_text("older than 12 hours")
    expect(missing).to_contain_text("3 taps kept on this tablet.")
    cable.plug()
    dealer.expect_step("Seats 8, 9, 1, 2 to act.")
    assert folded_seats(live_room) == [3, 4, 5, 6, 7]
