"""Exact odds against published figures."""

from fractions import Fraction

import pytest

from banked.rules.odds import insurance_edge, match_edge, super_bonus_chance
from banked.rules.plaque import BankedPlaque


@pytest.mark.parametrize(
    ("decks", "percent"), [(2, "3.628"), (4, "3.196"), (5, "3.530"), (6, "3.055"), (8, "2.986")]
)
def test_edge_of_a_match_wager(decks: int, percent: str) -> None:
    assert f"{float(100 * match_edge(BankedPlaque(decks=decks))):.3f}" == percent


def test_a_match_wager_is_enumerated_exactly() -> None:
    """Six decks: 5 of 287 cards match in rank and suit, 18 in rank only."""
    won = 0
    kinds = [9] * 5 + [4] * 18 + [0] * 264
    for place, first in enumerate(kinds):
        for second in kinds[:place] + kinds[place + 1 :]:
            won += first + second or -1
    assert match_edge(BankedPlaque(decks=6)) == -Fraction(won, 287 * 286)


def test_a_posted_pay_table_of_a_match_wager_replaces_the_published_one() -> None:
    assert match_edge(BankedPlaque(decks=6, match_pays=(4, 9))) == match_edge(BankedPlaque(decks=6))
    assert match_edge(BankedPlaque(decks=6, match_pays=(3, 9))) > match_edge(BankedPlaque(decks=6))


@pytest.mark.parametrize(("decks", "percent"), [(6, "24.74"), (8, "24.80")])
def test_edge_of_insurance(decks: int, percent: str) -> None:
    assert f"{float(100 * insurance_edge(BankedPlaque(decks=decks))):.2f}" == percent


def test_edge_of_insurance_with_tens_in_the_decks() -> None:
    """Blackjack with six decks: 96 of 311 cards are worth ten."""
    plaque = BankedPlaque(game="blackjack", decks=6, match_most=0)
    assert insurance_edge(plaque) == 1 - 3 * Fraction(96, 311)


def test_chance_of_a_super_bonus() -> None:
    assert super_bonus_chance(BankedPlaque(decks=6)) == Fraction(1, 668_382)
    assert round(1 / super_bonus_chance(BankedPlaque(decks=8))) == 549_188
    # Two decks have only two sevens of a suit.
    assert super_bonus_chance(BankedPlaque(decks=2)) == 0


def test_a_game_without_a_super_bonus_has_no_chance_of_one() -> None:
    with pytest.raises(LookupError, match="no super bonus"):
        super_bonus_chance(BankedPlaque(game="blackjack"))
