"""A hand is dealt with and without the room in the browsers that tablets have."""

from pathlib import Path

import pytest

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.firefox import firefox
from tests.support.hand_walk import PlaywrightTablet, walk_a_hand
from tests.support.live_room import LiveRoom
from tests.support.room_log import folded_seats
from tests.support.webdriver_tablet import WebDriverTablet
from tests.support.webkit import webkit

pytestmark = pytest.mark.browser
FOLDED = [3, 4, 5, 6, 1, 7, 8, 9, 4]  # of the hand, and of the one after it


def test_chromium_deals_a_hand_with_and_without_the_room(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    walk_a_hand(PlaywrightTablet(dealer.page), cable)
    assert folded_seats(live_room) == FOLDED


def test_webkit_deals_a_hand_with_and_without_the_room(
    cable: Cable, live_room: LiveRoom, tmp_path: Path
) -> None:
    with webkit(tmp_path) as driver:
        walk_a_hand(WebDriverTablet(driver), cable)
        # Without shared memory, as Safari may have none, the answers of the engine are messages.
        assert driver.execute_script("return typeof SharedArrayBuffer") == "undefined"
    assert folded_seats(live_room) == FOLDED


@pytest.mark.release
def test_firefox_deals_a_hand_with_and_without_the_room(
    cable: Cable, live_room: LiveRoom, tmp_path: Path
) -> None:
    with firefox(tmp_path) as tablet:
        walk_a_hand(tablet, cable)
    assert folded_seats(live_room) == FOLDED
