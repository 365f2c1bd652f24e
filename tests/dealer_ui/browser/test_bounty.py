"""Bounty games by taps: a start, another amount, a winner's row, and players who are left out."""

import pytest
from playwright.sync_api import expect

from tests.support.staged_fixtures import ReusedTablet
from tests.support.staged_taps import sent_commands, tap

pytestmark = pytest.mark.browser
BOUNTY_GAME = "Start, end or pay a bounty game"


def test_game_is_started_for_the_usual_amount_or_another(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("bounty_offer")
    tap(page, "More", BOUNTY_GAME, "Seven-deuce, $5 each")
    tap(page, "More", BOUNTY_GAME, "Stand-up, another amount", "Digit 1", "Digit 0", "START $10")
    assert sent_commands(stage, page) == [
        ("start_bounty", {"kind": "seven_deuce", "amount": 500}),
        ("start_bounty", {"kind": "stand_up", "amount": 1000}),
    ]


def test_winner_with_unknown_cards_is_paid_from_its_row(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("seven_deuce_asked")
    tap(page, "Won with seven-deuce")
    tap(
        page, "Seat 2, Player 2, pays $5", "Seat 3, Player 3, pays $5", "Seat 2, Player 2, left out"
    )
    expect(page.locator(".done")).to_contain_text("$35")
    tap(page, "PAID $35")
    assert sent_commands(stage, page) == [("pay_bounty", {"seat": 5, "without": [3]})]


def test_due_payment_is_one_tap(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("stand_up_due")
    tap(page, "Stand-up paid, $25")
    assert sent_commands(stage, page) == [("pay_bounty", {})]


def test_end_is_behind_more(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("stand_up_due")
    tap(page, "More", BOUNTY_GAME, "End stand-up")
    assert sent_commands(stage, page) == [("end_bounty", {})]
