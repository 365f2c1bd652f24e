"""Fill facts into sentences and command lines: `{seat}` is "seat 7" in text, 7 in a line; `{bet|money}` an amount."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from poker.formatting import number_word
from poker.irregularities.model import FactDefinition

UNSEEN = "??"
HOLE = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
SEATS = frozenset(
    {"seat", "other_seat", "each", "due", "bettor", "small", "big", "button", "killer", "last_seat"}
)
ONE = re.compile(
    r"(?<![\w.,$¤])(?<![Ss]eat )1 (board card|card|seat|player|name|minute|hand|winner)s\b"
)
# Facts the log lacks if the tablet does not track bets.
UNTOLD = {
    "due": "the next seat",
    "pending": "those yet to act",
    "bettor": "the bettor",
    "bet": "the bet",
    "min_raise": "the minimum raise",
    "max_raise": "the maximum",
    "least_bet": "the minimum bet",
    "pot": "the pot",
}
SEAT_LISTS = frozenset({"seats", "pending", "seats_in", "all_in_seats"})


MOST_SEATS = 3  # seats from the log in a sentence; more are described together
# Reported seats in a sentence; more are counted, and each step names its seat.
MOST_REPORTED_SEATS = 4

# A ruling about a seat names the seat.
ASKED_FOR_WORDS = ("seat", "seats")


class LowerBound(int):
    """A number that the log has only as a minimum, because checks and calls need no tap."""


class MissingFact(Exception):
    """A sentence or line needs a fact that is unknown."""


def value_of(name: str, known: Mapping[str, object], facts: Mapping[str, FactDefinition]) -> Any:
    """Return a fact's value or its default. Raises `MissingFact`."""
    value = known.get(name)
    if value is None and name in facts:
        value = facts[name].default
    if value is None:
        raise MissingFact(name)
    return value


def names_in(text: str) -> tuple[str, ...]:
    """Return the names of the facts that a sentence or command line uses."""
    return tuple(match[1] for match in HOLE.finditer(text))


def fill(text: str, known: Mapping[str, object], facts: Mapping[str, FactDefinition]) -> str:
    """Return a sentence with its facts as text; unknown facts stay "…"."""

    def word(match: re.Match[str]) -> str:
        name = match[1]
        value = known.get(name)
        if value is None and name in facts:
            value = facts[name].default
            if value is None and facts[name].type in ASKED_FOR_WORDS:
                raise MissingFact(name)
        if value == UNSEEN:
            return unseen(match)
        if match[2] == "s":  # one seat folds, two fold
            return "s" if isinstance(value, list | tuple) and len(value) == 1 else ""
        return worded(name, value, facts, money=match[2] == "money")

    filled = re.sub(r"\s+([,.;:])|\s{2,}", lambda gap: gap[1] or " ", HOLE.sub(word, text)).strip()
    return re.sub(
        r"(^|[.!?]”? )([a-z])", lambda start: start[1] + start[2].upper(), singular(filled)
    )


def singular(text: str) -> str:
    """Return the text with singular counts: "1 card", not "1 cards"."""
    return ONE.sub(r"1 \1", text)


def unseen(match: re.Match[str]) -> str:
    """Return the text for an unnamed card: "the card", or nothing directly after the word "card"."""
    before = match.string[: match.start()].rstrip().lower()
    return "" if before.endswith("card") else "the card"


def plain_lines(text: str, known: Mapping[str, object], facts: Mapping[str, FactDefinition]) -> str:
    """Return a command line with its facts as arguments. Raises `MissingFact`."""

    def argument(match: re.Match[str]) -> str:
        value = value_of(match[1], known, facts)
        if isinstance(value, list | tuple):
            return ",".join(str(item) for item in value)
        return str(value).lower() if isinstance(value, bool) else str(value)

    return HOLE.sub(argument, text)


def worded(
    name: str, value: Any, facts: Mapping[str, FactDefinition], *, money: bool = False
) -> str:
    """Return a fact's value as text. Amounts stay marked (`¤1250`), because only the screen has the currency."""
    if value is None:
        return UNTOLD.get(name, "…")
    fact = facts.get(name)
    kind = fact.type if fact else ""
    if money or kind == "money":
        return f"¤{value}"
    if kind == "seat" or name in SEATS:
        return f"seat {value}"
    if kind == "seats" or name in SEAT_LISTS:
        if name in UNTOLD and len(value) > MOST_SEATS:
            return UNTOLD[name]
        is_long = len(value) > MOST_REPORTED_SEATS
        return f"{number_word(len(value))} seats" if is_long else seats_said(value)
    if kind == "choice" and fact:
        return dict(fact.options).get(value, str(value)).lower()
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def seats_said(seats: Iterable[object]) -> str:
    """Return seats as text: "seat 7", "seats 5 and 9", "no one"."""
    text = [str(seat) for seat in seats]
    if not text:
        return "no one"
    if len(text) == 1:
        return f"seat {text[0]}"
    return f"seats {', '.join(text[:-1])} and {text[-1]}"
