"""How a fact is given on the floor's pages: what to choose from by its kind, and reading the answer."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any

from poker.irregular.fill import SEAT_LISTS, SEATS, UNSEEN
from poker.irregular.model import Fact
from poker.refusal import Refusal
from poker.state import Table
from rulings.wording.facts import SUMS
from rulings.wording.sayings import SUITS, plain, street_word

RANKS = "AKQJT98765432"
NUMBERS = frozenset(
    {"stub", "burns", "still_in", "dealt_in", "players_acted", "actions", "actions_chips", "board"}
    | {"aside", "cards_each", "raises", "street_acts", "pending_count", "draws_done"}
)
YES_NO = (("true", "Yes"), ("false", "No"))
LONGEST = 9  # digits of a number


@dataclass(frozen=True)
class Choice:
    """One answer of a few. letter: of a suit."""

    value: str
    words: str
    checked: bool = False
    letter: str = ""


@dataclass(frozen=True)
class Field:
    """A fact to give. kind: bool, choice, seat (a tap each), seats, int, money, card, text."""

    name: str
    kind: str
    ask: str
    choices: tuple[Choice, ...] = ()
    suits: tuple[Choice, ...] = ()
    value: str = ""


def kind_of(name: str, fact: Fact | None) -> str:
    """Which kind of answer a fact has; "" for one of the log's that nobody corrects here."""
    if fact is not None:
        return fact.type
    if name in SEAT_LISTS:
        return "seats"
    if name in SEATS:
        return "seat"
    if name in SUMS:
        return "money"
    if name in ("street", "next_street"):
        return "choice"
    if name in NUMBERS:
        return "int"
    return "bool" if name.startswith("sa") or name in BOOLS else ""


BOOLS = frozenset({"betting_complete", "next_hand_started", "heads_up", "capped", "count_sa"})


def field(name: str, fact: Fact | None, value: Any, table: Table, ask: str) -> Field | None:
    """How this fact is given, with what is taken now; None for one that nobody corrects."""
    kind = kind_of(name, fact)
    match kind:
        case "":
            return None
        case "bool":
            now = {True: "true", False: "false"}.get(value, "") if isinstance(value, bool) else ""
            return Field(name, kind, ask, _choices(YES_NO, now))
        case "choice":
            return Field(name, kind, ask, _choices(_options(name, fact, table), str(value)))
        case "seat" | "seats":
            chosen = (
                {str(one) for one in value} if isinstance(value, list | tuple) else {str(value)}
            )
            seats = [(str(seat.number), str(seat.number)) for seat in table.seats if seat.player]
            made = tuple(Choice(one, words, one in chosen) for one, words in seats)
            return Field(name, kind, ask, made)
        case "card":
            face = str(value or "")
            ranks = [(rank, "10" if rank == "T" else rank) for rank in RANKS]
            suits = tuple(Choice(s, SUITS[s], face[1:] == s, s) for s in "shdc")
            return Field(name, kind, ask, _choices(ranks, face[:1]), suits)
        case "money":
            shown = plain(value) if isinstance(value, int) else ""
            return Field(name, kind, ask, value=shown.replace(",", ""))
        case _:
            return Field(name, kind, ask, value="" if value is None else str(value))


def _options(name: str, fact: Fact | None, table: Table) -> list[tuple[str, str]]:
    if fact is not None:
        return list(fact.options)
    return [(street.name, street_word(street.name)) for street in table.game.streets]


def _choices(options: Any, now: str) -> tuple[Choice, ...]:
    return tuple(Choice(value, words, value == now) for value, words in options)


def read(name: str, fact: Fact | None, sent: Mapping[str, list[str]]) -> Any:
    """A fact as a form sent it; None takes it back. Refuses what is no such answer."""
    kind = kind_of(name, fact)
    values = [value.strip() for value in sent.get(name, ())]
    first = values[0] if values else ""
    if kind == "seats":
        return [_number(value) for value in values if value]
    if kind == "card":
        suit = (sent.get(f"{name}-suit") or [""])[0]
        return f"{first}{suit}" if first and suit and first != UNSEEN else UNSEEN
    if not first:
        return None
    match kind:
        case "bool":
            return {"true": True, "false": False}.get(first, first)
        case "int" | "seat":
            return _number(first)
        case "money":
            return cents(first)
        case _:
            return first


def _number(text: str) -> int:
    if not re.fullmatch(r"\d+", text, re.ASCII) or len(text) > LONGEST:
        raise Refusal("bad_number", "", value=text[:30])
    return int(text)


def cents(text: str) -> int:
    """A sum as people write it, "12.50" or "$1,250", in the smallest unit. Refuses `bad_money`."""
    try:
        sum_ = Decimal(text.strip().removeprefix("$").replace(",", "")) * 100
    except InvalidOperation:
        raise Refusal("bad_money", "", value=text[:30]) from None
    if not sum_.is_finite() or sum_ != int(sum_) or not 0 <= sum_ < 10**10:
        raise Refusal("bad_money", "", value=text[:30])
    return int(sum_)
