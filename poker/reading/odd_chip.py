"""Highest card by suit of the five a hand plays: who gets an odd chip in stud (H-10, TDA R20B)."""

from itertools import combinations

from poker.cards import RANKS, SUITS, UNKNOWN
from poker.reading.rankings import RANKINGS
from poker.reading.scales import SCALES, PlayerCards

_LOW = "A" + RANKS[:-1]  # the ace is low
_LOW_SCALES = ("low_a5", "low_8")


def top_card(
    ranking: str, half: int, hole: tuple[str, ...], board: tuple[str, ...]
) -> tuple[int, int] | None:
    """Return (rank, suit) as numbers that compare tied hands; None if the cards do not decide.

    If there are several ways to make the same hand, the way with the higher suit is used. There is no such card for a
    spade in the hole, a badugi, a hand with unseen cards, or a hand that does not qualify.
    """
    name, scale = RANKINGS[ranking].halves[half]
    cards = hole + board
    if name in ("spade", "badugi") or UNKNOWN in cards or len(cards) < 5:
        return None
    order = _LOW if scale in _LOW_SCALES else RANKS
    best: tuple[int, ...] = ()
    top: tuple[int, int] = (-1, -1)
    for five in combinations(cards, 5):
        reading = SCALES[scale].read(PlayerCards(hole=five, board=()))
        if reading is None or reading.strength < best:
            continue
        highest = max((order.index(card[0]), SUITS.index(card[1])) for card in five)
        top = highest if reading.strength > best else max(top, highest)
        best = reading.strength
    return top if best else None
