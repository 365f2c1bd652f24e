"""Facts of a call as text: facts from the log, and facts reported at the table."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from poker.formatting import (
    as_sentence,
    card,
    money,
    seats_said,
    smart_quotes,
    street_word,
    with_amounts,
)
from poker.irregularities.model import FactDefinition
from poker.irregularities.templates import SEAT_LISTS, SEATS, UNSEEN

# A card code inside a sentence. "As" at the start of a sentence is a word.
FACE = re.compile(r"(?<!^)(?<![.:] )\b[2-9TJQKA][cdhs]\b|\b(?:[2-9TJQK][cdhs]|A[cdh])\b")

LABELS = {
    "aside": "Set aside",
    "actions": "Action so far",
    "all_in_seats": "All-in",
    "bet": "Bet",
    "bettor": "Bettor",
    "betting_complete": "Betting complete",
    "big": "Big blind",
    "board": "On the board",
    "burns": "Burns",
    "button": "Button",
    "capped": "Raises capped",
    "cards_each": "Cards each",
    "count_sa": "Too late for a misdeal (count)",
    "dealt_in": "Dealt in",
    "draws_done": "Draws so far, count",
    "due": "To act",
    "fixed_limit": "Limit game",
    "hand": "Hand",
    "heads_up": "Heads-up",
    "kill_on": "Kill pot",
    "killer": "Kill posted by",
    "last_amount": "Last action, amount",
    "last_seat": "Last to act",
    "last_what": "Last action",
    "max_raise": "Max raise",
    "min_raise": "Min raise",
    "next_hand_started": "Next hand started",
    "next_street": "Next street",
    "pending": "Yet to act",
    "pending_count": "Yet to act",
    "players_acted": "Players acted",
    "pot": "Pot",
    "raises": "Bets so far",
    "sa": "Substantial action",
    "seat_in": "In the hand",
    "seats_in": "Still in",
    "small": "Small blind",
    "start_cards": "Cards dealt to each",
    "still_in": "Still in",
    "street": "Street",
    "street_acts": "Action this street",
    "stub": "Stub",
    "under_half": "Under half a blind",
}
SUMS = frozenset({"bet", "last_amount", "max_raise", "min_raise", "pot"})


def spoken(text: str) -> str:
    """Return a sentence of a ruling for display: `¤1250` becomes money, and `Jh` becomes a card's face."""
    return smart_quotes(FACE.sub(lambda match: card(match[0]), with_amounts(text)))


def fact_label(name: str, fact: FactDefinition | None) -> str:
    """Return a fact's label. For a reported fact, it is the question without its question mark."""
    if name in LABELS:
        return LABELS[name]
    if fact is not None:
        return smart_quotes(fact.ask.rstrip("?"))
    return as_sentence(name.replace("_", " "))


def fact_value(name: str, value: Any, fact: FactDefinition | None) -> str:
    """Return a fact's value for a key or a row."""
    kind = fact.type if fact else ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if kind == "card":
        return "not seen" if value == UNSEEN else card(str(value))
    if kind == "money" or name in SUMS:
        return money(int(value))
    if kind == "seat" or name in SEATS:
        return f"seat {value}"
    if kind == "seats" or name in SEAT_LISTS:
        return _seats(value)
    if kind == "choice" and fact:
        return smart_quotes(dict(fact.options).get(value, str(value)))
    if name in ("street", "next_street"):
        return street_word(str(value))
    return str(value)


def _seats(value: Sequence[int]) -> str:
    return seats_said([int(seat) for seat in value]) if value else "no one"


def question_text(fact: FactDefinition) -> str:
    """Return the question for the deciding fact."""
    return smart_quotes(fact.ask)


def source_word(name: str, data: Mapping[str, object]) -> str:
    """Return the source of a fact: the hand's log or people at the table."""
    return "said" if name in data else "log"
