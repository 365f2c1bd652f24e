"""Five cards without wild cards as one value that compares: the rank of the hand, then its deciding card ranks.

The values are the same in every game, so that hands of several tables compare. A promotion looks at every five that a
player can make, which the readings of `poker.reading` would do too slowly for a tablet.
"""

from collections.abc import Sequence
from typing import get_args

from poker.cards import RANKS
from poker.promotion_terms import HandFloor, HandRank

HAND_RANKS: tuple[HandRank, ...] = get_args(HandRank)  # in ascending order
HandValue = tuple[int, ...]  # index in `HAND_RANKS`, then card ranks from 0 deuce to 12 ace

HIGH_CARD, PAIR, TWO_PAIR, THREE, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL = range(
    10
)
_HEIGHTS = {rank: height for height, rank in enumerate(RANKS)}
_ACE = _HEIGHTS["A"]
_WHEEL = [_ACE, 3, 2, 1, 0]
_SHORT_WHEEL = [_ACE, 7, 6, 5, 4]  # A-6-7-8-9 without the cards below six
_GROUPS = {
    (4, 1): QUADS,
    (3, 2): FULL_HOUSE,
    (3, 1, 1): THREE,
    (2, 2, 1): TWO_PAIR,
    (2, 1, 1, 1): PAIR,
}
_WORDS = (
    "deuce",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "jack",
    "queen",
    "king",
    "ace",
)


def value_of(five: Sequence[str], *, short_deck: bool = False) -> HandValue:
    """Return the value of five known cards. short_deck: the ace is also below the six."""
    heights = sorted([_HEIGHTS[card[0]] for card in five], reverse=True)
    distinct = set(heights)
    if len(distinct) < 5:
        groups = sorted(((heights.count(height), height) for height in distinct), reverse=True)
        sizes = tuple(size for size, _ in groups)
        return (_GROUPS[sizes], *(height for _, height in groups))
    is_flush = len({card[1] for card in five}) == 1
    top = _straight_top(heights, _SHORT_WHEEL if short_deck else _WHEEL)
    if top is None:
        return (FLUSH if is_flush else HIGH_CARD, *heights)
    if not is_flush:
        return STRAIGHT, top
    return (ROYAL if top == _ACE else STRAIGHT_FLUSH, top)


def _straight_top(heights: list[int], wheel: list[int]) -> int | None:
    """Return the highest card of the straight that five different ranks make; None if they make none."""
    if heights[0] - heights[4] == 4:
        return heights[0]
    return wheel[1] if heights == wheel else None


def floor_value(floor: HandFloor) -> HandValue:
    """Return the beginning that a value must reach to be at least this hand."""
    return (HAND_RANKS.index(floor.rank), *(_HEIGHTS[rank] for rank in floor.ranks))


def is_at_least(value: HandValue, floor: HandFloor) -> bool:
    """Return whether a hand is at least the lowest one that qualifies."""
    lowest = floor_value(floor)
    return value[: len(lowest)] >= lowest


def made_cards(five: Sequence[str], value: HandValue) -> tuple[str, ...]:
    """Return the cards that make the hand, without its kickers."""
    if value[0] in (STRAIGHT, FLUSH, FULL_HOUSE, STRAIGHT_FLUSH, ROYAL):
        return tuple(five)
    if value[0] == HIGH_CARD:
        return tuple(card for card in five if _HEIGHTS[card[0]] == value[1])
    ranks = [card[0] for card in five]
    return tuple(card for card in five if ranks.count(card[0]) > 1)


def quads_rank(value: HandValue) -> str:
    """Return the rank of four of a kind, "" for another hand."""
    return RANKS[value[1]] if value[0] == QUADS else ""


def value_name(value: HandValue) -> str:
    """Return the name of a hand: "kings full of nines", "quad tens", "queen-high straight flush"."""
    words = [_WORDS[height] for height in value[1:]]
    plurals = [_plural(word) for word in words]
    return _NAMES[value[0]].format(*words[:1], *plurals[:2], "", "")


def floor_name(floor: HandFloor) -> str:
    """Return the name of the lowest hand that qualifies, such as "quad tens" or "aces full"."""
    words = [_WORDS[_HEIGHTS[rank]] for rank in floor.ranks]
    if not words:
        return _ANY[floor.rank]
    if floor.rank == "full_house" and len(words) == 1:
        return f"{_plural(words[0])} full"
    if floor.rank == "two_pair" and len(words) == 1:
        return f"{_plural(words[0])} up"
    return value_name(floor_value(floor))


# By rank: 0 is the first word, 1 and 2 are the first two in the plural.
_NAMES = (
    "{0} high",
    "pair of {1}",
    "{1} and {2}",
    "three {1}",
    "{0}-high straight",
    "{0}-high flush",
    "{1} full of {2}",
    "quad {1}",
    "{0}-high straight flush",
    "royal flush",
)


def _plural(word: str) -> str:
    return f"{word}es" if word == "six" else f"{word}s"


_ANY: dict[HandRank, str] = {
    "high_card": "any hand",
    "pair": "a pair",
    "two_pair": "two pair",
    "three": "three of a kind",
    "straight": "a straight",
    "flush": "a flush",
    "full_house": "a full house",
    "quads": "four of a kind",
    "straight_flush": "a straight flush",
    "royal_flush": "a royal flush",
}
