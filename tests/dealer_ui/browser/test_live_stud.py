"""A real room: an eight-handed stud hand in which all stay, from a tie for the bring-in to the common card."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

pytestmark = pytest.mark.browser

EIGHT = "8 players still in"


@pytest.fixture
def dealer(chromium: Browser, live_room: LiveRoom) -> Iterator[Dealer]:
    dealer = Dealer(chromium, live_room)
    dealer.sign_in("T5")
    dealer.expect_step("Shuffle, cut. Deal two down, one up, seat 1 to seat 8.")
    yield dealer
    dealer.close()


def amounts_in_free_slot(dealer: Dealer) -> list[str]:
    """Return POT, MATCH and the line below, in the free slot."""
    return dealer.page.locator(".corner-numbers b, .corner-numbers p").all_inner_texts()


@pytest.mark.release
def test_all_stay_to_the_common_card_and_the_award(dealer: Dealer) -> None:
    dealer.tap("Tied for the bring-in, seat 2", "Tied for the bring-in, seat 6", "Clubs, seat 2")
    dealer.expect_step("Seat 2 brings it in, $5 \u2014 clubs.")  # three taps
    dealer.tap("Hearts, seat 6")
    dealer.expect_step("Seat 2 brings it in, $5 \u2014 clubs below hearts.")
    dealer.expect_step("Then seat 3: fold, $5 or $10.")
    assert amounts_in_free_slot(dealer) == ["$21", "$5", "8 antes of $2"]
    save_picture(dealer.page, "stud-bring-in")
    dealer.tap(EIGHT)
    for street, bet in (("Fourth", "$10"), ("Fifth", "$20")):
        dealer.expect_step(f"{street} street: high hand acts first.")
        dealer.tap("Bet seat 5")
        dealer.expect_step(f"Bet is {bet}. Seven to act, seat 6 first.")
        dealer.tap(EIGHT)
    dealer.expect_step("Sixth street: high hand acts first.")
    expect(dealer.page.locator(".forecast")).to_contain_text("If 8 stay to seventh: common card.")
    dealer.tap("High hand, first to act, seat 5")
    dealer.expect_step("Seat 5 is first: check or bet.")
    expect(dealer.page.locator(".pill.first")).to_have_count(1)
    dealer.tap(EIGHT)
    dealer.expect_step("Scramble stub 1 + burns 3, cut, burn one, one face up.")
    assert amounts_in_free_slot(dealer) == ["$296", "$0", "5 first, as on sixth"]
    assert "48 dealt + 1 burn + 1 board + 2 stub" in dealer.page.locator(".footer").inner_text()
    save_picture(dealer.page, "stud-common-card")
    dealer.tap("Bet seat 5")
    expect(dealer.page.locator(".common")).to_contain_text("plays for 8")
    dealer.tap(EIGHT)
    dealer.expect_step("Showdown. Seat 5 shows first.")
    dealer.tap("Award to seat 3")
    dealer.expect_step("Shuffle, cut. Deal two down, one up")
    expect(dealer.page.locator(".undo")).to_contain_text("Award $451 to seat 3")


@pytest.mark.release
def test_entered_upcards_show_the_first_seat(dealer: Dealer) -> None:
    dealer.tap("More", "Enter cards", "Enter upcards, seat by seat")
    for card in ("9 clubs", "K spades", "5 hearts", "2 diamonds", "J clubs", "Q hearts", "2 clubs"):
        dealer.tap(card)
    dealer.expect_step("Seat 7 brings it in, $5")  # nothing is lower than a deuce of clubs
    dealer.tap("8 spades")
    dealer.expect_step("Seat 7 brings it in, $5")
    expect(dealer.page.locator(".wide")).to_have_count(0)
    expect(dealer.page.locator(".c0r0 .shown")).to_contain_text("5")
    dealer.tap("Undo: Seat 8 upcards", "Undo: Seat 7 upcards")
    dealer.expect_step("Low is seat 4, 7 or 8. Tap it")


@pytest.mark.release
def test_different_count_is_entered_in_one_tap(dealer: Dealer) -> None:
    dealer.tap("Low card, seat 1", "Fold seat 8", "7 players still in")
    dealer.expect_step("Fourth street")
    dealer.tap("7 players still in")
    dealer.expect_step("Fifth street")
    dealer.tap("7 players still in")
    dealer.expect_step("Sixth street")
    dealer.tap("High hand, first to act, seat 2")
    dealer.expect_step("Seat 2 is first")
    dealer.tap("7 players still in")
    dealer.expect_step("Burn one, one face up.")
    dealer.tap("3 stub")
    dealer.expect_step("Burn one, one face up.")
    expect(dealer.page.locator(".t-0 b")).to_have_text("3")
    expect(dealer.page.locator(".undo")).to_contain_text("Deck count")
    dealer.tap("More", "Enter cards", "Correct stub, burns and players")
    dealer.page.locator(".counts .t-0 .plus").tap()
    expect(dealer.page.locator(".sheet.counts .t-0 b")).to_have_text("4")
