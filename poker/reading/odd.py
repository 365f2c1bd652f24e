"""The highest card by suit of the five that a hand plays: who gets an odd chip in stud (H-10, TDA R20B)."""

from itertools import combinations

from poker.cards import RANKS, SUITS, UNKNOWN
from poker.reading.rankings import RANKINGS
from poker.reading.scales import SCALES, Held

_LOW = "A" + RANKS[:-1]  # the ace is the lowest card of a low


def top_card(
    ranking: str, half: int, hole: tuple[str, ...], board: tuple[str, ...]
) -> tuple[int, int] | None:
    """(rank, suit) as numbers that compare among hands that tie; None where the cards do not say.

    Of several ways to make the same hand the one with the higher suit counts. A spade in the hole, a hand with
    unseen cards and one that makes nothing have no such card.
    """
    name, scale = RANKINGS[ranking].halves[half]
    cards = hole + board
    if name == "spade" or UNKNOWN in cards or len(cards) < 5:
        return None
    order = _LOW if name == "low" else RANKS
    best: tuple[int, ...] = ()
    top: tuple[int, int] = (-1, -1)
    for five in combinations(cards, 5):
        read = SCALES[scale].read(Held(hole=five, board=()))
        if read is None or read.strength < best:
            continue
        highest = max((order.index(card[0]), SUITS.index(card[1])) for card in five)
        top = highest if read.strength > best else max(top, highest)
        best = read.strength
    return top if best else None
