"""Texts of the floor: groups of irregularities, ages, decisions, refusals."""

from collections.abc import Sequence

from poker.json_types import JsonObject
from poker.refusal import Refusal
from web.messages import refusals

GROUPS = {
    "early": "Premature burn or card",
    "bet": "Bet or raise dispute",
    "exposed": "Card exposed",
    "turn": "Acted out of turn",
    "count": "Wrong number of cards",
    "deck": "Deck, stub or muck",
    "draw": "Draw error",
    "showdown": "Showdown or award",
    "button": "Button or blinds",
    "conduct": "Conduct",
}
HELD = "Pot held"
DECISIONS = {
    "accepted": "Accepted",
    "overridden": "Overridden",
    "dealer": "Dealer's remedy",
}
LATER = {
    "drawn": "after everyone draws",
    "burn": "before the next burn",
    "showdown": "at showdown",
    "after": "after the hand",
}
KINDS = {
    "ruling": "Ruling",
    "appeal": "Appeal",
    "correction": "Correction",
    "payment": "Held pot paid",
}


def decision_text(decision: str, steps: Sequence[JsonObject]) -> str:
    """Return how a call was decided. Holding the pot is never a proposal."""
    lines = (line for step in steps for line in step.get("do", ()))
    if decision == "overridden" and any(line.partition(" ")[0] == "impound" for line in lines):
        return HELD
    return DECISIONS.get(decision, decision)


def refusal_message(refusal: Refusal) -> str:
    """Return the message for a supervisor, who has "Roll the log back" instead of UNDO."""
    return refusals.refusal_message(refusal, "supervisor")


def group(name: str) -> str:
    return GROUPS.get(name, name)
