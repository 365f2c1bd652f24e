"""Hands that were turned up, read with what their game makes wild: winners by half, names, odd chips (S-090, H-10)."""

from collections.abc import Sequence

from poker import reading
from poker.cards import UNKNOWN
from poker.reading.odd import top_card
from poker.reading.wilds import Wild, named
from poker.refusal import Refusal
from poker.state import Hand, Part, Table


def wild(table: Table, hand: Hand) -> Wild:
    """The wild cards of the game. Refuses `cards_unseen` where upcards say what is wild and were not entered."""
    return named(table.game.wild, turned_up(table, hand))


def turned_up(table: Table, hand: Hand) -> tuple[str, ...]:
    """Every upcard in the order dealt: street by street, seat by seat, folded hands too."""
    found: list[str] = []
    dealt = 0
    for street in table.game.streets[: hand.street + 1]:
        for part in hand.parts:
            found += part.up[dealt : dealt + street.up]
        dealt += street.up
    return tuple(found)


def down(part: Part) -> tuple[str, ...] | None:
    """The shown cards that were dealt face down; None where the upcards were not entered."""
    if UNKNOWN in part.up:
        return None
    return tuple(card for card in part.shown if card not in part.up)


def label(table: Table, hand: Hand, part: Part) -> str | None:
    """What a shown hand is called, both halves of it; None where its cards cannot be read."""
    if not part.shown:
        return None
    try:
        return reading.label(
            table.game.ranking, part.shown, hand.board, wild=wild(table, hand), down=down(part)
        )
    except Refusal:
        return None


def winners(table: Table, hand: Hand, seats: Sequence[int]) -> dict[str, tuple[int, ...]]:
    """Half to the seats that win it among these; {} where not every one of them was shown whole."""
    parts = [part for part in hand.parts if part.seat in seats]
    if not parts or not all(part.shown for part in parts):
        return {}
    downs = {part.seat: cards for part in parts if (cards := down(part)) is not None}
    try:
        return reading.by_half(
            table.game.ranking,
            [(part.seat, part.shown) for part in parts],
            hand.board,
            wild=wild(table, hand),
            down=downs,
        )
    except Refusal:
        return {}


def odd_first(table: Table, seats: Sequence[int], half: int, named_first: int = 0) -> list[int]:
    """Winners of a half in the order in which odd chips go to them (H-10).

    From the left of the button, or of the dealer; in stud by the suit of the highest card of the five, when all of
    them were turned up (TDA R20B). `named_first` comes first where the dealer says so.
    """
    hand = table.hand
    assert hand is not None
    order = [part.seat for part in hand.parts if part.seat in seats]
    if table.game.family == "stud" and not table.game.wild and len(order) > 1:
        order = _by_suit(table, hand, order, half)
    if named_first in order:
        i = order.index(named_first)
        order = order[i:] + order[:i]
    return order


def _by_suit(table: Table, hand: Hand, order: list[int], half: int) -> list[int]:
    tops = {}
    for seat in order:
        part = hand.parts[hand.index(seat)]
        top = top_card(table.game.ranking, half, part.shown, hand.board)
        if top is None:
            return order
        tops[seat] = top
    return sorted(order, key=tops.__getitem__, reverse=True)
