"""Hands in a live room."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom


@pytest.fixture
def dealer(chromium: Browser, live_room: LiveRoom) -> Iterator[Dealer]:
    dealer = Dealer(chromium, live_room)
    yield dealer
    dealer.close()


def play_to_flop(dealer: Dealer) -> None:
    """Four fold, seat 7 raises, four see the flop for $8 each; blinds of $2 and $4."""
    dealer.tap("Fold seat 3", "Fold seat 4", "Fold seat 5", "Fold seat 6", "Raise seat 7")
    dealer.expect_step("Bet is $8. Seats 8, 9, 1, 2 to act.")
    dealer.tap("Fold seat 1")
    dealer.expect_step("Bet is $8. Seat 2 to act.")
    dealer.tap("4 players still in")
    dealer.expect_step("Seat 2 is first: check or bet.")
