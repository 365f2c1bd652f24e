"""Facts put into sentences and command lines: `{seat}` in words is "seat 7", in a line 7; `{bet|money}` an amount."""

import re
from collections.abc import Mapping
from typing import Any

from poker.irregular.model import Fact

UNSEEN = "??"
HOLE = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
SEATS = frozenset(
    {"seat", "other_seat", "each", "due", "bettor", "small", "big", "button", "killer", "last_seat"}
)
# What the log does not know where the tablet does not follow bets.
UNTOLD = {
    "due": "the seat next in turn",
    "pending": "those who have not acted",
    "bettor": "the bettor",
    "bet": "the bet",
    "min_raise": "the least raise",
    "max_raise": "the maximum",
    "least_bet": "the least bet",
    "pot": "the pot",
}
SEAT_LISTS = frozenset({"seats", "pending", "seats_in", "all_in_seats"})


# A ruling that speaks of a seat says which.
ASKED_FOR_WORDS = ("seat", "seats")


class Unknown(Exception):
    """A fact that is needed and missing."""


def value_of(name: str, known: Mapping[str, Any], facts: Mapping[str, Fact]) -> Any:
    """A fact's value, or its default. Raises `Unknown`."""
    value = known.get(name)
    if value is None and name in facts:
        value = facts[name].default
    if value is None:
        raise Unknown(name)
    return value


def names_in(text: str) -> tuple[str, ...]:
    """The facts that a sentence or line asks for."""
    return tuple(found[1] for found in HOLE.finditer(text))


def fill(text: str, known: Mapping[str, Any], facts: Mapping[str, Fact]) -> str:
    """A sentence with its facts in words; what is unknown stays as "…"."""

    def word(found: re.Match[str]) -> str:
        name = found[1]
        value = known.get(name)
        if value is None and name in facts:
            value = facts[name].default
            if value is None and facts[name].type in ASKED_FOR_WORDS:
                raise Unknown(name)
        if value == UNSEEN:
            return unseen(found)
        if found[2] == "s":  # one seat folds, two fold
            return "s" if isinstance(value, list | tuple) and len(value) == 1 else ""
        return worded(name, value, facts, money=found[2] == "money")

    filled = re.sub(r"\s+([,.;:])|\s{2,}", lambda gap: gap[1] or " ", HOLE.sub(word, text)).strip()
    return re.sub(r"(^|[.!?] )([a-z])", lambda start: start[1] + start[2].upper(), filled)


def unseen(found: re.Match[str]) -> str:
    """A card that nobody named, where a sentence names it: "the card", or nothing after the word itself."""
    before = found.string[: found.start()].rstrip().lower()
    return "" if before.endswith("card") else "the card"


def plain_lines(text: str, known: Mapping[str, Any], facts: Mapping[str, Fact]) -> str:
    """A command line with its facts as arguments. Raises `Unknown` for one that is missing."""

    def argument(found: re.Match[str]) -> str:
        value = value_of(found[1], known, facts)
        if isinstance(value, list | tuple):
            return ",".join(str(one) for one in value)
        return str(value).lower() if isinstance(value, bool) else str(value)

    return HOLE.sub(argument, text)


def worded(name: str, value: Any, facts: Mapping[str, Fact], *, money: bool = False) -> str:
    """A fact's value as a sentence has it. Amounts stay marked for the screen, which knows the currency: `¤1250`."""
    if value is None:
        return UNTOLD.get(name, "…")
    fact = facts.get(name)
    kind = fact.type if fact else ""
    if money or kind == "money":
        return f"¤{value}"
    if kind == "seat" or name in SEATS:
        return f"seat {value}"
    if kind == "seats" or name in SEAT_LISTS:
        return seats_said(value)
    if kind == "choice" and fact:
        return dict(fact.options).get(value, str(value)).lower()
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def seats_said(seats: Any) -> str:
    """Seats as they are said: "seat 7", "seats 5 and 9", "nobody"."""
    said = [str(seat) for seat in seats]
    if not said:
        return "nobody"
    if len(said) == 1:
        return f"seat {said[0]}"
    return f"seats {', '.join(said[:-1])} and {said[-1]}"
