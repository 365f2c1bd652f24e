"""Substantial action under the definition the house chose (S-120, S-121, H-01)."""

from poker.rules import HouseRules
from poker.state import Hand


def is_substantial(hand: Hand, rules: HouseRules) -> bool:
    """Return whether so many players have acted that a misdeal is no longer the dealer's own decision."""
    return by_definition(hand)[rules.substantial]


def by_definition(hand: Hand) -> dict[str, bool]:
    """Return each definition's answer for this hand. Forced bets are not action, nor is anything before the deal is
    complete.

    A round that was closed without being tracked had action.
    """
    if rounds_over(hand) and not hand.known:
        return {"guides": True, "two_acted": True, "tda": True}
    return {
        "guides": len(hand.actors) >= 3 or len(hand.chip_actors) >= 2,
        "two_acted": len(hand.actors) >= 2,
        "tda": hand.acts >= 3 or (hand.acts >= 2 and hand.chip_acts >= 1),
    }


def rounds_over(hand: Hand) -> int:
    """Return how many rounds with bets are over; the flop of a bomb pot comes without any (H-70)."""
    return max(hand.street - (hand.bomb is not None), 0)
