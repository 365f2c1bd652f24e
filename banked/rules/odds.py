"""Exact odds of wagers at a house-banked table, by enumeration of a full shoe."""

from fractions import Fraction
from itertools import product

from banked.rules.cards import FACES, SUITS
from banked.rules.payouts import match_times
from banked.rules.plaque import BankedPlaque

ONE = Fraction(1)


def match_edge(plaque: BankedPlaque) -> Fraction:
    """Return the house edge of a match wager: the two first cards of a box against the upcard.

    Raises `LookupError` if neither the plaque nor the game has a pay table for the decks.
    """
    others = plaque.cards - 1
    of_kind = {"same": plaque.decks - 1, "other": (len(SUITS) - 1) * plaque.decks}
    of_kind["none"] = others - sum(of_kind.values())
    won = Fraction(0)
    for first, second in product(of_kind, repeat=2):
        left = of_kind[second] - (first == second)
        chance = Fraction(of_kind[first], others) * Fraction(left, others - 1)
        times = match_times(plaque, (first, second))
        won += chance * (times or -1)
    return -won


def insurance_edge(plaque: BankedPlaque) -> Fraction:
    """Return the house edge of insurance if the dealer's ace is the only card seen."""
    chance = Fraction(_ten_values(plaque), plaque.cards - 1)
    pays, to = plaque.rules.insurance
    return (ONE - chance) - chance * Fraction(pays, to)


def super_bonus_chance(plaque: BankedPlaque) -> Fraction:
    """Return the chance of a super bonus for a box whose player hits every pair of its rank.

    Raises `LookupError` if the game has no super bonus.
    """
    if plaque.rules.super_bonus is None:
        raise LookupError(f"{plaque.title} has no super bonus.")
    chance = Fraction(len(SUITS))
    for dealt in range(3):
        chance *= Fraction(plaque.decks - dealt, plaque.cards - dealt)
    upcards = len(SUITS) * plaque.decks - 3
    return chance * Fraction(upcards, plaque.cards - 3)


def _ten_values(plaque: BankedPlaque) -> int:
    ranks = [rank for rank in ("T", *FACES) if rank not in plaque.rules.missing]
    return len(ranks) * len(SUITS) * plaque.decks
