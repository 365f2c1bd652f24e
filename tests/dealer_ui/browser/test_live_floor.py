"""Floor calls in a live room: sent within a second, reported lost within five, described in three taps."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.dealer import Dealer
from tests.support.live_hands import play_to_flop
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

pytestmark = pytest.mark.browser

LOST = ".undelivered .lost"
SENT = re.compile("Sent")  # no floor screen is open in this room


@pytest.fixture
def dealer(chromium: Browser, live_room: LiveRoom) -> Iterator[Dealer]:
    dealer = Dealer(chromium, live_room)
    yield dealer
    dealer.close()


@pytest.mark.release
def test_call_is_sent_reported_and_canceled(dealer: Dealer) -> None:
    dealer.sit_down()
    play_to_flop(dealer)
    dealer.tap("Call the floor")
    expect(dealer.page.locator(".ladder .reached")).to_have_text([SENT])
    expect(dealer.page.locator(".call .sent-with")).to_have_text(
        "Sent along: flop, 4 in, pot $34, hand 1 log"
    )
    dealer.tap("Premature burn or card")
    dealer.tap("Premature turn")
    dealer.expect_footer("all sent")
    dealer.tap("Cancel the floor call")
    dealer.tap("Cancel the call: Settled at the table")
    dealer.expect_step("Seat 2 is first")


@pytest.mark.release
def test_lost_connection_is_shown_within_five_seconds_and_the_call_arrives_later(
    dealer: Dealer, live_room: LiveRoom
) -> None:
    dealer.sit_down()
    play_to_flop(dealer)
    live_room.kill()
    dealer.tap("Call the floor")
    lost_notice = dealer.page.locator(LOST)
    expect(lost_notice).to_have_text("NOT DELIVERED: call out FLOOR")
    expect(dealer.page.locator(".step.freeze")).to_contain_text("Call out FLOOR.")
    live_room.start()
    expect(lost_notice).to_have_count(0)
    expect(dealer.page.locator(".ladder .reached")).to_have_text([SENT])


def call_on_flop(dealer: Dealer) -> None:
    """Reach the flop with a call that the room has."""
    dealer.sit_down()
    play_to_flop(dealer)
    dealer.tap("Call the floor")
    expect(dealer.page.locator(".ladder .reached")).to_have_text([SENT])
    save_picture(dealer.page, "floor-call")


def tap_slowly(dealer: Dealer, *names: str) -> None:
    """Tap keys that replace each other."""
    for name in names:
        dealer.tap(name)
        dealer.expect_footer("all sent")


@pytest.mark.release
def test_three_taps_and_the_burn_lead_to_a_proposal_with_the_stub_after_each_step(
    dealer: Dealer,
) -> None:
    call_on_flop(dealer)
    tap_slowly(dealer, "Premature burn or card", "Premature turn", "1")
    locator = dealer.page.locator(".proposed")
    expect(locator.locator(".head")).to_contain_text("Proposed, not final")
    save_picture(dealer.page, "floor-proposal")
    assert locator.locator(".remedy li span:last-child").all_inner_texts() == [
        "Stub 28",
        "28",
        "26",
        "26",
        "27",
        "26",
    ]
    expect(locator.locator(".result")).to_contain_text("seats 2, 7, 8 and 9")
    tap_slowly(dealer, "Which card was turned early", "Pick the card", "J hearts")
    expect(locator.locator(".remedy")).to_contain_text("Set the turned card J♥ aside")


@pytest.mark.release
def test_dealer_carries_out_a_remedy_step_by_step(dealer: Dealer) -> None:
    call_on_flop(dealer)
    tap_slowly(dealer, "Button or blinds", "The button is at the wrong seat")
    expect(dealer.page.locator(".proposed")).to_contain_text("substantial action")
    tap_slowly(dealer, "Dealer carries out this remedy")
    band = dealer.page.locator(".step.ruled")
    expect(band.locator("h2")).to_contain_text("dealer\u2019s remedy · by Wren · step 1 of 2")
    expect(dealer.page.locator(".call")).to_have_count(0)
    tap_slowly(dealer, "Done: this step")
    expect(band.locator("h2")).not_to_contain_text("step")
    dealer.expect_step("Seat 2 is first")
    dealer.tap("Bet seat 2")
    dealer.expect_step("Bet is $4. Seats 7, 8, 9 to act.")
    tap_slowly(dealer, "Call the floor", "Button or blinds", "The button is at the wrong seat")
    tap_slowly(dealer, "Dealer carries out this remedy")
    expect(band.locator("h2")).to_contain_text("step 1 of 2")
    tap_slowly(dealer, "Fold seat 7")
    dealer.expect_step("Bet is $4. Seats 8, 9 to act.")
