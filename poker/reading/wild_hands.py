"""Best five of any number of cards with wild cards; five of a kind beats a straight flush (S-179).

Categories are tried from the top. The first one the cards can make is the best, because any wild card left over from a
lower category would make a higher one. A wild card becomes a card the hand does not have: in a flush, the highest
missing rank. No authority covers this; some houses play a flush with two aces.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import permutations

from poker.cards import RANKS, SUITS

_ACE = len(RANKS) - 1
_DOWN = range(_ACE, -1, -1)
# The wheel's ace is rank -1, below the deuce.
_STRAIGHTS = tuple(range(high, high - 5, -1) for high in range(_ACE, 2, -1))
ROYAL = "Royal flush"  # the straight flush to the ace (S-178)
Ranks = tuple[int, ...]
Reader = Callable[[Ranks, list[Ranks], int], Ranks | None]


def strength(natural: Sequence[str], wild: int) -> tuple[int, ...]:
    """Return the category's position on the ladder, then the deciding ranks (0 deuce to 12 ace).

    Needs five cards.
    """
    ranks = tuple(sorted((RANKS.index(card[0]) for card in natural), reverse=True))
    suits = [tuple(RANKS.index(card[0]) for card in natural if card[1] == suit) for suit in SUITS]
    for position in reversed(range(len(_LADDER))):
        number = _LADDER[position][1](ranks, suits, wild)
        if number is not None:
            return position, *number
    raise AssertionError("any cards have a high card")


def name(strength: tuple[int, ...]) -> str:
    """Return the name of a hand of that strength."""
    called = _LADDER[strength[0]][0]
    return ROYAL if called == "Straight flush" and strength[1] == _ACE else called


def _groups(*sizes: int) -> Reader:
    """Return a reader for groups of these sizes of one rank each, and the highest other cards."""

    def read(ranks: Ranks, suits: list[Ranks], wild: int) -> Ranks | None:
        have = Counter(ranks)
        for group_ranks in permutations(_DOWN, len(sizes)):  # the highest first
            lacking = (
                max(0, size - have[rank]) for size, rank in zip(sizes, group_ranks, strict=True)
            )
            if sum(lacking) <= wild:
                kickers = [rank for rank in ranks if rank not in group_ranks]
                return (*group_ranks, *kickers[: 5 - sum(sizes)])
        return None

    return read


def _straight(ranks: Ranks, suits: list[Ranks], wild: int) -> Ranks | None:
    have = {*ranks, -1} if _ACE in ranks else {*ranks}
    for run in _STRAIGHTS:
        if 5 - len(have.intersection(run)) <= wild:
            return (run[0],)
    return None


def _straight_flush(ranks: Ranks, suits: list[Ranks], wild: int) -> Ranks | None:
    return max(filter(None, (_straight(suit, suits, wild) for suit in suits)), default=None)


def _flush(ranks: Ranks, suits: list[Ranks], wild: int) -> Ranks | None:
    return max((_filled(suit, wild) for suit in suits if len(suit) + wild >= 5), default=None)


def _filled(suit: Ranks, wild: int) -> Ranks:
    """Return the five highest ranks of a suit, with wild cards as the highest missing ones."""
    missing = [rank for rank in _DOWN if rank not in suit]
    return tuple(sorted((*suit, *missing[:wild]), reverse=True)[:5])


_LADDER: tuple[tuple[str, Reader], ...] = (
    ("High card", _groups()),
    ("One pair", _groups(2)),
    ("Two pair", _groups(2, 2)),
    ("Three of a kind", _groups(3)),
    ("Straight", _straight),
    ("Flush", _flush),
    ("Full house", _groups(3, 2)),
    ("Four of a kind", _groups(4)),
    ("Straight flush", _straight_flush),
    ("Five of a kind", _groups(5)),
)
