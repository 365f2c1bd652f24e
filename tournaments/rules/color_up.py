"""A color-up: what happens with the chips of one denomination at a table (the chip race).

From seat 1 each odd chip draws a card; no one gets more than one chip and no one is raced out (H-86, older TDA
edition). A house may give everyone with odd chips one bigger chip instead.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from poker.cards import DECK
from poker.rules import HouseRules


class Race(NamedTuple):
    """The result of a color-up at a table: chips given by seat in the new denomination, and cards dealt by seat."""

    given: dict[int, int]
    taken: int  # chips of the old denomination that were taken in, in value
    added: int  # the value given minus the value taken


def odd_chips(amounts: Mapping[int, int], new: int) -> dict[int, int]:
    """Return by seat what is left of the chips that go after even exchange, in value."""
    return {seat: amount % new for seat, amount in sorted(amounts.items()) if amount % new}


def race(
    amounts: Mapping[int, int],
    chip: int,
    new: int,
    cards: Mapping[int, Sequence[str]],
    others: Mapping[int, int],
) -> Race:
    """Return the result of a race.

    amounts: the value of the chips of `chip` by seat; cards: a card for each odd chip by seat, from seat 1; others: the
    value of the other chips by seat. The odd chips together, rounded to full new chips, go one each to the seats with
    the highest cards. A player without other chips always gets one.
    """
    odd = odd_chips(amounts, new)
    chips = round_half_up(sum(odd.values()), new)
    order = sorted(odd, key=lambda seat: _highest(cards.get(seat, ())), reverse=True)
    winners = order[:chips]
    saved = [
        seat for seat in odd if seat not in winners and amounts[seat] < new and not others.get(seat)
    ]
    given = {seat: amount // new for seat, amount in amounts.items()}
    for seat in (*winners, *saved):
        given[seat] = given.get(seat, 0) + 1
    taken = sum(amounts.values())
    value = sum(given.values()) * new
    return Race(given, taken, value - taken)


def color_up_by_rule(
    amounts: Mapping[int, int],
    chip: int,
    new: int,
    cards: Mapping[int, Sequence[str]],
    others: Mapping[int, int],
    rules: HouseRules,
) -> Race:
    """Return the result of a color-up by the house's rule for odd chips (H-86); arguments as in `race`."""
    if rules.odd_chips == "round_up":
        return round_up(amounts, new)
    return race(amounts, chip, new, cards, others)


def round_up(amounts: Mapping[int, int], new: int) -> Race:
    """Return the result without a race: everyone with odd chips gets one bigger chip for them."""
    given = {seat: -(-amount // new) for seat, amount in amounts.items()}
    taken = sum(amounts.values())
    return Race(given, taken, sum(given.values()) * new - taken)


def round_half_up(amount: int, unit: int) -> int:
    """Return how many units an amount makes, half a unit rounded up."""
    return (2 * amount + unit) // (2 * unit)


def _highest(cards: Sequence[str]) -> int:
    """Return the rank of the best card in the order of deck and suits, -1 for none."""
    return max((_RANK[card] for card in cards), default=-1)


_RANK = {card: index for index, card in enumerate(DECK)}
