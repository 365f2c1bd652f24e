"""Promotions by taps: a jackpot is one tap and holds the table, a high hand takes two taps in one box."""

import pytest
from playwright.sync_api import expect

from tests.dealer_ui.browser.boxes import PROMOTION
from tests.support.boxes import expect_boxes
from tests.support.guard_clock import pause
from tests.support.promotion_views import PROMOTIONS
from tests.support.staged_fixtures import ReusedTablet
from tests.support.staged_taps import sent_commands, tap

pytestmark = pytest.mark.browser
JACKPOT = "Call the floor: Bad beat jackpot, seat 7 quad tens, beaten by seat 2"
COMPARE = "Compare with the posted high hand: seat 4, kings full of nines"
POST = "Post the high hand: seat 4, kings full of nines"


def test_jackpot_is_one_tap_and_holds_the_table(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("promotion_jackpot")
    expect_boxes(page, PROMOTION)
    stage.then = PROMOTIONS["promotion_claimed"]()
    tap(page, JACKPOT)
    expect(page.locator(".step.freeze")).to_contain_text("Leave deck, board and hands as they are.")
    assert sent_commands(stage, page) == [
        ("claim_promotion", {"promotion": "bad-beat.1", "board": 0})
    ]
    expect_boxes(page, PROMOTION)
    expect(page.locator(".checks .proved")).to_have_count(6)
    expect(page.locator(".floor-key")).to_contain_text("SENT")


def test_high_hand_is_compared_and_then_posted_in_the_same_box(
    reused_tablet: ReusedTablet,
) -> None:
    stage, page = reused_tablet.open("promotion_high_hand")
    expect_boxes(page, PROMOTION)
    tap(page, COMPARE)
    expect(page.locator(".claim")).to_contain_text("High hand now: queens full of tens, T6")
    expect(page.locator(".step")).to_contain_text("Post the high hand of seat 4?")
    expect_boxes(page, PROMOTION)
    tap(page, POST)
    assert sent_commands(stage, page) == []  # a double tap does not post
    pause(page)
    tap(page, POST)
    assert sent_commands(stage, page) == [
        ("post_high_hand", {"promotion": "high-hand.1", "seat": 4})
    ]


def test_pot_is_pushed_instead_of_posting(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("promotion_high_hand")
    tap(page, COMPARE)
    page.locator(".c1r0 .bet").click()
    assert [name for name, _ in sent_commands(stage, page)] == ["award"]


def test_award_is_live_beside_the_jackpot(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("promotion_jackpot")
    page.locator(".c0r1 .bet").click()
    assert [name for name, _ in sent_commands(stage, page)] == ["award"]
