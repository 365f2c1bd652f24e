"""A round of Spanish 21 in the browser of iPads, dealt with and without the room."""

from pathlib import Path

import pytest

from tests.support.cable import Cable
from tests.support.hand_walk import sign_in, tap_keys
from tests.support.live_room import LiveRoom
from tests.support.webdriver_tablet import WebDriverTablet
from tests.support.webkit import webkit

pytestmark = pytest.mark.browser
# Each key, and the step after it.
WITH_THE_ROOM = (
    ("Burn the first card", "Bets. Then call"),
    ("Bet of box 1", ""),
    ("Box 1 bet $25", "First card to box 1."),
    ("Bet of box 3", ""),
    ("Box 3 bet $100", "First card to box 1."),
    ("No more bets, round 1", "First card to box 1."),
    ("9 to Box 1", "First card to box 3."),
    ("5 to Box 3", "Your card, face up."),
)
ALONE = (
    ("6 to Dealer", "Second card to box 1."),
    ("8 to Box 1", "Second card to box 3."),
    ("6 to Box 3", "Box 1 has 17"),
    ("Box 1 stands", "Box 3 has 11"),
)
AFTER_THE_RELOAD = (
    ("Box 3 doubles $100", "one card for the double"),
    ("9 to Box 3", "Turn the hole card."),
    ("8 to Dealer", "Dealer has 14"),  # another key each time: two taps on one key may be one slip
    ("9 to Dealer", "From your right: pay box 3 $200."),
    ("Settle 2 boxes", "Bets. Then call"),
)


def test_webkit_deals_a_round_with_and_without_the_room(
    cable: Cable, live_room: LiveRoom, tmp_path: Path
) -> None:
    with webkit(tmp_path) as driver:
        browser = WebDriverTablet(driver)
        sign_in(browser, cable, "S1")
        browser.expect(".step p", "Burn the first card")
        browser.expect("body[data-engine='ready']")
        browser.expect("body[data-kept]")
        walk(browser, WITH_THE_ROOM)
        browser.expect(".footer .link", "all sent")
        cable.pull()
        walk(browser, ALONE)
        browser.reload()
        browser.expect("body[data-engine='ready']")
        browser.expect(".step p", "Box 3 has 11")
        walk(browser, AFTER_THE_RELOAD)
        cable.plug()
        browser.expect(".footer .link", "all sent")


def walk(browser: WebDriverTablet, taps: tuple[tuple[str, str], ...]) -> None:
    for key, step in taps:
        tap_keys(browser, [key])
        browser.expect(".step p", step)
