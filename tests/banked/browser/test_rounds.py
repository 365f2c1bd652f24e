"""Rounds of Spanish 21 at the demo's table, with and without the network."""

import json

import pytest
from playwright.sync_api import expect

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.room_log import run_code
from tests.support.screenshots import save_picture

pytestmark = pytest.mark.browser
RESULTS = """
import json
from journal.models import Entry
from tables.models import Table
table = Table.every.get(name="S1")
row = Entry.objects.filter(stream=table.pk, name="round.ended").order_by("seq").last()
print(json.dumps(json.loads(row.data)["results"]))
"""
NAMES = {"A": "ace", "F": "jack, queen or king"}


def deal(dealer: Dealer, *ranks: str) -> None:
    """Tap one rank after the other on the felt, each when the step names the card before it."""
    step = dealer.page.locator(".step p")
    for rank in ranks:
        before = str(step.text_content())
        dealer.tap(f"{NAMES.get(rank, rank)} to ")
        expect(step).not_to_have_text(before)


def sit_down(dealer: Dealer) -> None:
    dealer.sign_in("S1")
    dealer.expect_step("Burn the first card, face down.")
    dealer.tap("Burn the first card")
    dealer.expect_step("Bets. Then call")


def bet(dealer: Dealer, *boxes: int) -> None:
    """Bet $25 in each box."""
    for box in boxes:
        dealer.tap(f"Bet of box {box}", f"Box {box} bet $25")
    dealer.tap("No more bets, round 1")
    expect(dealer.page.locator(".step p")).not_to_contain_text("Bets.")


def box(dealer: Dealer, number: int) -> str:
    return dealer.page.locator(f".box-pod[aria-label='Box {number}']").inner_text()


def test_a_round_with_split_double_rescue_and_a_super_bonus_without_the_network(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    sit_down(dealer)
    dealer.expect_engine()
    bet(dealer, 1, 3, 6)
    dealer.expect_step("First card to box 1.")
    deal(dealer, "7", "8", "5", "7", "7", "8", "6")
    dealer.expect_step("Box 1 has 14: a card, or a decision.")
    cable.pull()
    deal(dealer, "7")
    step = dealer.page.locator(".step p")
    expect(step).to_contain_text("Box 1: 21. Which suits?")
    dealer.tap("Box 1: one suit")
    expect(step).to_contain_text("Box 3 has 16")
    assert "pay $5,050" in box(dealer, 1)  # the super bonus, and 2 to 1
    dealer.tap("Box 3 splits")
    dealer.page.reload()
    expect(step).to_contain_text("Box 3, hand 1: its second card.")
    deal(dealer, "3")
    dealer.tap("Box 3, hand 1 doubles $25")
    deal(dealer, "5")
    save_picture(dealer.page, "spanish21-split")
    dealer.tap("Rescue box 3: lose $25")
    deal(dealer, "F")
    dealer.tap("Box 3, hand 2 stands")
    expect(step).to_contain_text("Box 6 has 11")
    cable.plug()
    dealer.tap("Box 6 doubles $25")
    deal(dealer, "9")
    dealer.expect_step("Turn the hole card.")
    deal(dealer, "F")
    dealer.expect_step("Dealer has 17. From your right: pay box 6 $50.")
    save_picture(dealer.page, "spanish21-settle")
    dealer.tap("Settle 3 boxes")
    dealer.expect_step("Bets. Then call")
    expect(dealer.page.locator(".footer .sum")).to_contain_text("288 =")
    assert paid_and_taken(live_room) == (5_000_00 + 50_00 + 2 * 50_00 + 25_00 + 50_00, 25_00)


def test_insurance_is_paid_on_a_blackjack_and_undo_takes_the_settlement_back(
    dealer: Dealer, live_room: LiveRoom
) -> None:
    sit_down(dealer)
    bet(dealer, 1, 3)
    deal(dealer, "A", "9", "A", "F", "8")
    dealer.expect_step("Pay box 1 $37.50. Insurance? Then peek.")
    dealer.tap("Insure box 3 for $12.50")
    dealer.expect_step("Pay box 1 $37.50. Insurance? Then peek.")
    save_picture(dealer.page, "spanish21-insurance")
    dealer.tap("Close insurance and peek")
    dealer.expect_step("What does it show?")
    dealer.tap("The reader shows a blackjack")
    dealer.expect_step("Dealer has blackjack.")
    dealer.tap("Settle 2 boxes")
    dealer.expect_step("Bets. Then call")
    dealer.tap("Undo: Settlement")
    dealer.expect_step("Dealer has blackjack.")
    dealer.tap("Settle 2 boxes")
    dealer.expect_step("Bets. Then call")
    assert paid_and_taken(live_room) == (37_50 + 25_00, 25_00)


def test_a_wrong_card_is_corrected_and_changes_what_is_paid(dealer: Dealer) -> None:
    sit_down(dealer)
    bet(dealer, 1)
    deal(dealer, "9", "6", "8")
    dealer.expect_step("Box 1 has 17")
    deal(dealer, "5")
    dealer.expect_step("No hand is left to beat.")
    dealer.tap("Correct a card", "Box 1, card 3", "Box 1, card 3: 5 is 2")
    dealer.expect_step("Box 1 has 19")
    dealer.tap("Undo: Box 1: corrected to 2")
    dealer.expect_step("No hand is left to beat.")


def test_the_floor_is_called_with_what_the_house_decides(dealer: Dealer) -> None:
    sit_down(dealer)
    bet(dealer, 1)
    dealer.tap("Call the floor")
    expect(dealer.page.locator(".call .question")).to_contain_text("What happened?")
    dealer.tap("Shoe or cards", "A ten in the shoe")
    expect(dealer.page.locator(".call")).to_contain_text("The house decides")
    expect(dealer.page.locator(".call")).to_contain_text("Void the round.")


def paid_and_taken(room: LiveRoom) -> tuple[int, int]:
    """Return what the house paid and took in the last round of the log, in cents."""
    results = json.loads(run_code(room, RESULTS).strip().splitlines()[-1])
    paid = sum(row.get("paid", 0) for row in results)
    taken = sum(row.get("taken", 0) for row in results)
    return paid, taken
