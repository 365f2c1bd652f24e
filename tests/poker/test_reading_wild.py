"""Wild cards against brute force, and the spade in the hole: S-178 S-179 S-180."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit.hands import StandardHighHand

from poker import reading
from poker.cards import RANKS, SUITS
from poker.reading import WildCards, wild_hands
from poker.reading.scales import spade
from tests.poker.readers import Cards, brute_force, deal_cards, few, quick, sign


@quick
@given(deal_cards(7), deal_cards(7))
def test_ranking_without_wild_cards_matches_pokerkit(one: Cards, other: Cards):
    """S-178: the reader for wild cards, with none of them, orders and names hands as pokerkit does."""
    our_strengths = [wild_hands.strength(cards, 0) for cards in (one, other)]
    hands = [StandardHighHand.from_game("".join(cards)) for cards in (one, other)]
    assert sign(*our_strengths) == sign(*((hand.entry.index,) for hand in hands))
    assert [wild_hands.name(number) for number in our_strengths] == [
        hand.entry.label.value for hand in hands
    ]


@few
@given(deal_cards(6))
def test_one_wild_card_matches_brute_force(natural: Cards):
    assert wild_hands.strength(natural, 1) == brute_force(natural, 1)


@few
@given(deal_cards(4))
def test_two_wild_cards_match_brute_force(natural: Cards):
    assert wild_hands.strength(natural, 2) == brute_force(natural, 2)


@settings(few, max_examples=6)
@given(deal_cards(2))
def test_three_wild_cards_match_brute_force(natural: Cards):
    assert wild_hands.strength(natural, 3) == brute_force(natural, 3)


@pytest.mark.parametrize("wild", [4, 5, 7])
def test_four_or_more_wild_cards_make_five_of_a_kind(wild: int):
    assert wild_hands.strength(("2s",) * (wild == 4), wild) == ((9, 0) if wild == 4 else (9, 12))


@quick
@given(deal_cards(7), st.integers(0, 6))
def test_wild_card_never_weakens_a_hand(cards: Cards, wild: int):
    wild_strength = wild_hands.strength(cards[wild:], wild)
    assert wild_hands.strength(cards[wild + 1 :], wild + 1) >= wild_strength


@quick
@given(deal_cards(7), st.sampled_from(RANKS), st.permutations(SUITS))
def test_card_order_and_suits_do_not_change_the_hand(cards: Cards, rank: str, suits: list[str]):
    """S-095: suits rank nothing; nor does the order in which cards were entered."""
    wild = WildCards(rank)
    turned = tuple(card[0] + suits[SUITS.index(card[1])] for card in reversed(cards))
    for ranking, kind in (("stud_high", wild), ("stud_high", WildCards()), ("razz", WildCards())):
        assert reading.best(ranking, cards, (), wild=kind) == reading.best(
            ranking, turned, (), wild=kind
        )


@quick
@given(deal_cards(6))
def test_spade_half_is_never_split(cards: Cards):
    """S-180: each spade is a card of its own, so the spade half is never split."""
    for low in (True, False):
        number = [spade(cards[i : i + 3], low=low) for i in (0, 3)]
        assert number[0] is None or number[0] != number[1]
        spades = [card for card in cards if card[1] == "s"]
        best = max((hand for hand in number if hand), default=None)
        assert (best is None) == (not spades)
        if best:
            assert best[1] == (min if low else max)((card[0] for card in spades), key=RANKS.index)
