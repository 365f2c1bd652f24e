"""Reading hands that were turned up, with pokerkit's hand classes (S-090, S-091, S-178, S-179)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from pokerkit.hands import OmahaHoldemHand, StandardHighHand

from poker.cards import UNKNOWN
from poker.refusal import Refusal

_RANKINGS: dict[str, Any] = {"high": StandardHighHand, "omaha_high": OmahaHoldemHand}


@lru_cache(maxsize=1024)
def best(ranking: str, hole: tuple[str, ...], board: tuple[str, ...]) -> Any:
    """The best hand, comparable with others of its ranking. Refuses unseen cards and a short board."""
    if UNKNOWN in hole or UNKNOWN in board:
        raise Refusal("cards_unseen", "S-090")
    if len(board) < 5:
        raise Refusal("board_short", "S-090", cards=len(board))
    return _RANKINGS[ranking].from_game("".join(hole), "".join(board))


def label(ranking: str, hole: tuple[str, ...], board: tuple[str, ...]) -> str:
    """What the hand is called, such as "Two pair"."""
    return str(best(ranking, hole, board).entry.label.value)


def winners(
    ranking: str, hands: Sequence[tuple[int, tuple[str, ...]]], board: tuple[str, ...]
) -> tuple[int, ...]:
    """Seats with the best hand, all of them when hands tie (S-092, S-095)."""
    read = [(seat, best(ranking, hole, board)) for seat, hole in hands]
    top = max(hand for _, hand in read)
    return tuple(seat for seat, hand in read if hand == top)
