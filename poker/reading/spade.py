"""The spade in the hole, which wins half the pot in low and high Chicago (S-180)."""

from poker.cards import RANKS, UNKNOWN
from poker.refusal import Refusal


def spade(
    down: tuple[str, ...] | None, *, low: bool, ace_low: bool = False
) -> tuple[int, str] | None:
    """Return (strength, rank) of the best spade dealt face down; None without a spade.

    The ace is the highest spade, so the deuce is the lowest; `ace_low` makes the ace the lowest. No authority covers
    the ace: the guides only name the game. A common card is not in anyone's hole.
    """
    if down is None or UNKNOWN in down:
        raise Refusal("cards_unseen", "S-180")
    order = "A" + RANKS[:-1] if ace_low else RANKS
    heights = [order.index(card[0]) for card in down if card[1] == "s"]
    if not heights:
        return None
    height = min(heights) if low else max(heights)
    return -height if low else height, order[height]
