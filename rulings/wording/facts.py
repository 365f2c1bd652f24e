"""Facts of a call as people read them: what the log knows by itself, and what was said at the table."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from poker.irregular.fill import SEAT_LISTS, SEATS, UNSEEN
from poker.irregular.model import Fact
from rulings.wording.sayings import card, money, seats_said, sentence, street_word, typeset

SUM = re.compile(r"¤(\d+)")
# A code of a card inside a sentence. "As" at the beginning of one is a word.
FACE = re.compile(r"(?<!^)(?<![.:] )\b[2-9TJQKA][cdhs]\b|\b(?:[2-9TJQK][cdhs]|A[cdh])\b")

LABELS = {
    "aside": "Set aside",
    "actions": "Acts so far",
    "all_in_seats": "All-in",
    "bet": "Bet",
    "bettor": "Last bet by",
    "betting_complete": "Betting over",
    "big": "Big blind",
    "board": "On the board",
    "burns": "Burns",
    "button": "Button",
    "capped": "Raises capped",
    "cards_each": "Cards each",
    "count_sa": "Enough acted",
    "dealt_in": "Dealt in",
    "draws_done": "Draws so far",
    "due": "To act",
    "fixed_limit": "Fixed bets",
    "hand": "Hand",
    "heads_up": "Heads-up",
    "kill_on": "Kill hand",
    "killer": "Kill posted by",
    "last_amount": "Last act, sum",
    "last_seat": "Last to act",
    "last_what": "Last act",
    "max_raise": "Most to raise",
    "min_raise": "Least to raise",
    "next_hand_started": "Next hand begun",
    "next_street": "Next street",
    "pending": "Not acted",
    "pending_count": "Not acted",
    "players_acted": "Players acted",
    "pot": "Pot",
    "raises": "Bets so far",
    "sa": "Substantial action",
    "seat_in": "Seat is in the hand",
    "seats_in": "In the hand",
    "small": "Small blind",
    "start_cards": "Cards dealt to each",
    "still_in": "Still in",
    "street": "Street",
    "street_acts": "Acts this street",
    "stub": "Stub",
    "under_half": "Under half the blind",
}
SUMS = frozenset({"bet", "last_amount", "max_raise", "min_raise", "pot"})


def spoken(text: str) -> str:
    """A sentence of a ruling as the tablet says it: `¤1250` is money, `Jh` a card's face."""
    text = SUM.sub(lambda found: money(int(found[1])), text)
    return typeset(FACE.sub(lambda found: card(found[0]), text))


def fact_label(name: str, fact: Fact | None) -> str:
    """A fact's name: of what people are asked the question itself, without its mark."""
    if name in LABELS:
        return LABELS[name]
    if fact is not None:
        return typeset(fact.ask.rstrip("?"))
    return sentence(name.replace("_", " "))


def fact_value(name: str, value: Any, fact: Fact | None) -> str:
    """A fact's value as it stands on a key or a line."""
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
        return typeset(dict(fact.options).get(value, str(value)))
    if name in ("street", "next_street"):
        return street_word(str(value))
    return str(value)


def _seats(value: Sequence[int]) -> str:
    return seats_said([int(seat) for seat in value]) if value else "nobody"


def asked(fact: Fact) -> str:
    """The question that decides."""
    return typeset(fact.ask)


def source_word(name: str, given: Mapping[str, Any]) -> str:
    """Who says so: the log of the hand, or people at the table."""
    return "said" if name in given else "log"
