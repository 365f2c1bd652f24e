"""Floor calls in a real room: delivered within a second, said to be lost within five, reported in three taps."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.dealer_ui.browser.dealer import Dealer
from tests.dealer_ui.browser.test_live import to_the_flop
from tests.live import LiveRoom

pytestmark = pytest.mark.browser

LOST = ".unheard .lost"


@pytest.fixture
def dealer(chromium: Browser, live_room: LiveRoom) -> Iterator[Dealer]:
    one = Dealer(chromium, live_room)
    yield one
    one.close()


def test_a_call_is_delivered_reported_and_taken_back(dealer: Dealer) -> None:
    dealer.sit_down()
    to_the_flop(dealer)
    began = time.monotonic()
    dealer.tap("Call the floor")
    expect(dealer.page.locator(".ladder .reached")).to_have_count(2, timeout=1000)
    assert time.monotonic() - began < 1.5  # the tap itself is simulated, and takes its time
    expect(dealer.page.locator(".call .sent-with")).to_have_text(
        "Sent with it: flop, 4 in, pot $34, bet $0, the log of hand 1"
    )
    dealer.page.wait_for_timeout(600)
    dealer.tap("Burn or card too early")
    dealer.page.wait_for_timeout(600)
    dealer.tap("Turn dealt before the flop betting was over")
    dealer.footer("all sent")
    dealer.tap("Cancel the floor call")
    dealer.page.wait_for_timeout(600)
    dealer.tap("Cancel the call: Solved at the table")
    dealer.says("Seat 2 is first")


def test_a_dead_room_is_said_within_five_seconds_and_the_call_comes_in_later(
    dealer: Dealer, live_room: LiveRoom
) -> None:
    dealer.sit_down()
    to_the_flop(dealer)
    live_room.kill()
    began = time.monotonic()
    dealer.tap("Call the floor")
    lost = dealer.page.locator(LOST)
    expect(lost).to_have_text("NOT DELIVERED: call out FLOOR", timeout=6000)
    assert time.monotonic() - began < 6
    expect(dealer.page.locator(".step.freeze")).to_contain_text("Call out FLOOR.")
    live_room.start()
    expect(lost).to_have_count(0, timeout=20_000)
    expect(dealer.page.locator(".ladder .reached")).to_have_count(2)
