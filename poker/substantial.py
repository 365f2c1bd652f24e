"""Substantial action, under the definition that the house chose (S-120, S-121, H-01)."""

from poker.rules import HouseRules
from poker.state import Hand


def reached(hand: Hand, rules: HouseRules) -> bool:
    """Whether enough players have acted that a misdeal is no longer the dealer's routine."""
    return by_definition(hand)[rules.substantial]


def by_definition(hand: Hand) -> dict[str, bool]:
    """Every definition's answer for this hand; forced bets are no action, dealing is not over before it.

    A round that was closed without being followed had action, whoever took it.
    """
    if hand.street and not hand.known:
        return {"guides": True, "two_acted": True, "tda": True}
    return {
        "guides": len(hand.actors) >= 3 or len(hand.chip_actors) >= 2,
        "two_acted": len(hand.actors) >= 2,
        "tda": hand.acts >= 3 or (hand.acts >= 2 and hand.chip_acts >= 1),
    }
