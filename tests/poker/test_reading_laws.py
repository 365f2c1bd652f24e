"""Readings against independent readers and pokerkit: rankings S-163 S-167 S-171, and halves S-164."""

from collections.abc import Callable, Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pokerkit.hands import (
    BadugiHand,
    EightOrBetterLowHand,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    RegularLowHand,
    ShortDeckHoldemHand,
    StandardBadugiHand,
    StandardHighHand,
    StandardLowHand,
)

from poker import reading
from poker.cards import DECK
from poker.reading import RANKINGS
from tests.poker.readers import (
    Cards,
    Key,
    all_hole_cards,
    any_five_cards,
    badugi,
    badugi_ace_high,
    deal_cards,
    deuce7,
    every_card,
    fewest_pips,
    high,
    low_8,
    low_a5,
    pips,
    quick,
    sign,
    two_and_three_cards,
)

READERS: dict[
    tuple[str, str],
    tuple[Callable[[Cards], Key | None], Callable[[Cards, Cards], Iterator[Cards]]],
] = {
    ("high", "high"): (high, any_five_cards),
    ("omaha_high", "high"): (high, two_and_three_cards),
    ("omaha8", "high"): (high, two_and_three_cards),
    ("omaha8", "low"): (low_8, two_and_three_cards),
    ("stud_high", "high"): (high, any_five_cards),
    ("stud8", "low"): (low_8, any_five_cards),
    ("stud_hilo", "low"): (low_a5, any_five_cards),
    ("razz", "low"): (low_a5, any_five_cards),
    ("draw_high", "high"): (high, any_five_cards),
    ("deuce7", "low"): (deuce7, any_five_cards),
    ("badugi", "low"): (badugi, all_hole_cards),
    ("omaha5_high", "high"): (high, two_and_three_cards),
    ("omaha6_high", "high"): (high, two_and_three_cards),
    ("big_o", "high"): (high, two_and_three_cards),
    ("big_o", "low"): (low_8, two_and_three_cards),
    ("pineapple8", "high"): (high, any_five_cards),
    ("pineapple8", "low"): (low_8, any_five_cards),
    ("ace5", "low"): (low_a5, all_hole_cards),
    ("badeucey", "badugi"): (badugi_ace_high, all_hole_cards),
    ("badeucey", "low"): (deuce7, all_hole_cards),
    ("badacey", "badugi"): (badugi, all_hole_cards),
    ("badacey", "low"): (low_a5, all_hole_cards),
    ("razz27", "low"): (deuce7, any_five_cards),
    ("razzdugi", "badugi"): (badugi, every_card),
    ("razzdugi", "low"): (low_a5, any_five_cards),
    ("drawmaha", "omaha"): (high, two_and_three_cards),
    ("drawmaha", "draw"): (high, all_hole_cards),
    ("drawmaha_27", "draw"): (deuce7, all_hole_cards),
    ("drawmaha_zero", "draw"): (fewest_pips, all_hole_cards),
    ("drawmaha_49", "draw"): (pips, all_hole_cards),
}


def hand_strength(ranking: str, half: str, hole: Cards, board: Cards) -> tuple[int, ...] | None:
    read = reading.best(ranking, hole, board, half=half)
    return read.strength if read else None


@pytest.mark.parametrize(("ranking", "half"), READERS)
@quick
@given(st.data())
def test_readers_agree_on_the_order_of_two_hands(ranking: str, half: str, data: st.DataObject):
    """Two hands on one board, which may share cards here: the same order by both readers."""
    read, choices = READERS[ranking, half]
    rules = RANKINGS[ranking]
    common = data.draw(st.sampled_from(rules.board))
    own_count = rules.own(common)[0]
    cards = data.draw(deal_cards(common + 2 * own_count))
    board = cards[:common]
    hands = (cards[common : common + own_count], cards[common + own_count :])
    our_strengths = [hand_strength(ranking, half, hole, board) for hole in hands]
    keys = [
        max((key for key in map(read, choices(hole, board)) if key is not None), default=None)
        for hole in hands
    ]
    assert sign(*our_strengths) == sign(*keys)


CLASSES = {
    ("high", "high"): StandardHighHand,
    ("short_deck", "high"): ShortDeckHoldemHand,
    ("omaha8", "high"): OmahaHoldemHand,
    ("omaha8", "low"): OmahaEightOrBetterLowHand,
    ("stud8", "low"): EightOrBetterLowHand,
    ("razz", "low"): RegularLowHand,
    ("deuce7", "low"): StandardLowHand,
    ("badugi", "low"): BadugiHand,
    ("omaha5_high", "high"): OmahaHoldemHand,
    ("omaha6_high", "high"): OmahaHoldemHand,
    ("big_o", "low"): OmahaEightOrBetterLowHand,
    ("pineapple8", "low"): EightOrBetterLowHand,
    ("ace5", "low"): RegularLowHand,
    ("badeucey", "badugi"): StandardBadugiHand,
    ("badacey", "badugi"): BadugiHand,
    ("razz27", "low"): StandardLowHand,
    ("razzdugi", "badugi"): BadugiHand,
    ("drawmaha", "omaha"): OmahaHoldemHand,
}


@pytest.mark.parametrize(("ranking", "half"), CLASSES)
@quick
@given(st.data())
def test_winners_match_pokerkit(ranking: str, half: str, data: st.DataObject):
    """Four seats that hold different cards: the winners of the half by pokerkit's own comparison."""
    rules = RANKINGS[ranking]
    common = data.draw(st.sampled_from(rules.board))
    own_count = rules.own(common)[0]
    deck = [card for card in DECK if card[0] in rules.ranks]
    cards = data.draw(deal_cards(common + 4 * own_count, deck))
    board = cards[:common]
    hands = [(seat, cards[common + own_count * seat :][:own_count]) for seat in range(4)]
    our_strengths = {
        seat: CLASSES[ranking, half].from_game_or_none("".join(hole), "".join(board))
        for seat, hole in hands
    }
    best = max((hand for hand in our_strengths.values() if hand is not None), default=None)
    expected = tuple(
        seat for seat, hand in our_strengths.items() if hand is not None and hand == best
    )
    assert reading.by_half(ranking, hands, board)[half] == expected


def test_ace_to_five_straight_is_ace_high_in_deuce_to_seven():
    """S-171: pokerkit before 0.7.7 took A-2-3-4-5 for a straight in 2-7; it is ace-high."""
    ace = StandardLowHand("As2d3c4d5h")
    assert StandardLowHand("KsQdJhTc8d") > ace > StandardLowHand("Ad6s4h3h2h")
    assert ace > StandardLowHand("2s2c3s4s5d")
    assert str(ace.entry.label.value) == "High card"


def test_wheel_is_the_best_ace_to_five_low():
    """S-163: the wheel is the best low of all, in razz and with eight or better, suited or not."""
    wheel = RegularLowHand("As2s3s4s5s")
    regular_low_hands = [RegularLowHand("".join(cards)) for cards in combinations(DECK[::3], 5)]
    assert all(wheel >= hand for hand in regular_low_hands)
    assert wheel == RegularLowHand("Ad2h3s4c5c")
    assert EightOrBetterLowHand("As2s3s4s5s") > EightOrBetterLowHand("As2s3s4s6d")


@quick
@given(st.data(), st.sampled_from(["omaha8", "stud8", "stud_hilo"]), st.integers(2, 4))
def test_high_half_always_has_a_winner_and_low_half_needs_a_qualifier(
    data: st.DataObject, ranking: str, seats: int
):
    """S-164: the high half always has a winner, the low half only a qualifying hand."""
    rules = RANKINGS[ranking]
    common = rules.board[0]
    own_count = rules.own(common)[0]
    cards = data.draw(deal_cards(common + seats * own_count))
    board = cards[:common]
    hands = [(seat, cards[common + own_count * seat :][:own_count]) for seat in range(seats)]
    half_winners = reading.by_half(ranking, hands, board)
    lows = {seat for seat, hole in hands if reading.best(ranking, hole, board, half="low")}
    assert half_winners["high"]
    assert set(half_winners["low"]) <= lows
    assert bool(half_winners["low"]) == bool(lows)
    assert bool(lows) or ranking != "stud_hilo"
    assert reading.by_half(ranking, hands[::-1], board) == {
        half: seats[::-1] for half, seats in half_winners.items()
    }
