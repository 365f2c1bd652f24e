"""A tablet dies in a hand: the floor ends the hand, pushes and closes; the tablet comes back to the truth."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.support.dealer import Dealer
from tests.support.floor_pages import PHONE, check_page, dealer, open_floor_page, page_errors
from tests.support.live_room import LiveRoom

__all__ = ["dealer", "page_errors"]
pytestmark = pytest.mark.browser
TABLET = (1180, 820)


@pytest.mark.release
@pytest.mark.crossing
def test_the_floor_ends_the_hand_of_a_dead_tablet(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    dealer.without_engine()  # with it, refused taps stand alone: test_faults.py
    dealer.sit_down()
    dealer.tap("Fold seat 3", "Fold seat 4", "Raise seat 5")
    dealer.expect_step("Bet is $8.")
    dealer.page.context.set_offline(True)
    dealer.tap("Fold seat 6", "Fold seat 7")  # no one hears of these
    dealer.expect_footer("to send")

    page = open_floor_page(chromium, live_room, page_errors, size=TABLET)
    page.goto(f"{live_room.url}/floor/tables/T1/")
    expect(page.locator("#head")).to_contain_text("hand 1 in progress")
    page.click("#do-finish summary")
    page.click("#do-finish button")
    expect(page.locator("#do-finish")).to_have_attribute("open", "")  # how it ended is missing
    page.check("#do-finish [name=how][value=count]", force=True)
    page.fill("#do-finish [name=pot]", "54")
    page.check("#do-finish [name=reason][value='Tablet dead']", force=True)
    page.click("#do-finish button")
    expect(page.locator("#do-finish .form-error")).to_contain_text("Who won")
    page.check("#do-finish [name=winner][value='5']", force=True)
    check_page(page, TABLET)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    check_page(page, PHONE)
    page.set_viewport_size({"width": TABLET[0], "height": TABLET[1]})
    page.click("#do-finish button")
    history = page.locator("#history")
    text = "Hand 1 ended by the dealer's count, without the tablet: Tablet dead"
    expect(history).to_contain_text(text)
    expect(history.locator("li").first).to_contain_text("Rowan")
    expect(page.locator("#head")).not_to_contain_text("in progress")
    expect(page.locator("#do-finish")).to_have_count(0)

    # The tablet is back: it shows the next hand, and its taps of the old one are refused with a sentence.
    dealer.page.context.set_offline(False)
    held = dealer.page.locator(".held")
    expect(held.locator("h3")).to_have_text("Not done: Fold seat 6")
    expect(held).to_contain_text("Rowan ended hand 1 without this tablet.")
    dealer.page.click("[aria-label='Discard the rest']")
    expect(held).to_have_count(0)
    dealer.expect_footer("all sent")
    expect(dealer.page.locator("header, .head, .top").first).to_contain_text(re.compile("2"))

    # Another dealer is pushed in without the tablet, and the table is broken.
    page.click("#do-push summary")
    page.select_option("#do-push [name=dealer]", label="Plover")
    page.click("#do-push button")
    expect(page.locator("#head")).to_contain_text("Plover in the box")
    expect(page.locator("#to-break")).to_be_visible()
    assert page_errors == []
