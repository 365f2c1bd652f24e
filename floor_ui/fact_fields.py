"""Form fields of facts on the floor's pages: the options by type, and parsing of the input."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from poker.amounts import parse_amount, typed_amount
from poker.formatting import SUITS, street_word
from poker.irregularities.model import FactDefinition, Irregularity
from poker.irregularities.templates import SEAT_LISTS, SEATS, UNSEEN
from poker.refusal import Refusal
from poker.state import Table
from web.messages.facts import SUMS

RANKS = "AKQJT98765432"
NUMBERS = frozenset(
    {"stub", "burns", "still_in", "dealt_in", "players_acted", "actions", "actions_chips", "board"}
    | {"aside", "cards_each", "raises", "street_acts", "pending_count", "draws_done"}
)
YES_NO = (("true", "Yes"), ("false", "No"))
MAX_DIGITS = 9  # digits of a number


@dataclass(frozen=True)
class FactOption:
    value: str
    label: str
    checked: bool = False
    letter: str = ""  # of the suit


@dataclass(frozen=True)
class FactField:
    name: str
    kind: str  # bool, choice, seat (one tap each), seats, int, money, card or text
    question: str
    choices: tuple[FactOption, ...] = ()
    suits: tuple[FactOption, ...] = ()
    value: str = ""


def kind_of(name: str, fact: FactDefinition | None) -> str:
    """Return the type of a fact's answer; "" for a fact from the log that cannot be corrected here."""
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


def field(
    name: str,
    fact: FactDefinition | None,
    value: object,
    table: Table,
    ask: str,
    *,
    row: Irregularity | None = None,
) -> FactField | None:
    """Return the field of a fact with its current value; None if the fact cannot be corrected here.

    row: the reported irregularity; empty seats are offered only if they can be part of it.
    """
    kind = kind_of(name, fact)
    match kind:
        case "":
            return None
        case "bool":
            now = {True: "true", False: "false"}.get(value, "") if isinstance(value, bool) else ""
            return FactField(name, kind, ask, _choices(YES_NO, now))
        case "choice":
            return FactField(name, kind, ask, _choices(_options(name, fact, table), str(value)))
        case "seat" | "seats":
            chosen = (
                {str(item) for item in value} if isinstance(value, list | tuple) else {str(value)}
            )
            with_empty = row is not None and row.empty_seats
            numbers = [str(seat.number) for seat in table.seats if seat.player or with_empty]
            seats = [(number, number) for number in numbers]
            fact_options = tuple(FactOption(item, text, item in chosen) for item, text in seats)
            return FactField(name, kind, ask, fact_options)
        case "card":
            face = str(value or "")
            ranks = [(rank, "10" if rank == "T" else rank) for rank in RANKS]
            suits = tuple(FactOption(s, SUITS[s], face[1:] == s, s) for s in "shdc")
            return FactField(name, kind, ask, _choices(ranks, face[:1]), suits)
        case "money":
            shown = typed_amount(value) if isinstance(value, int) else ""
            return FactField(name, kind, ask, value=shown)
        case _:
            return FactField(name, kind, ask, value="" if value is None else str(value))


def _options(name: str, fact: FactDefinition | None, table: Table) -> list[tuple[str, str]]:
    if fact is not None:
        return list(fact.options)
    return [(street.name, street_word(street.name)) for street in table.game.streets]


def _choices(options: Any, now: str) -> tuple[FactOption, ...]:
    return tuple(FactOption(value, words, value == now) for value, words in options)


def read(name: str, fact: FactDefinition | None, data: Mapping[str, list[str]]) -> object:
    """Parse a fact from a form; None withdraws it. Raises `Refusal` if the value is invalid."""
    kind = kind_of(name, fact)
    values = [value.strip() for value in data.get(name, ())]
    first = values[0] if values else ""
    if kind == "seats":
        return [_number(value) for value in values if value]
    if kind == "card":
        suit = (data.get(f"{name}-suit") or [""])[0]
        return f"{first}{suit}" if first and suit and first != UNSEEN else UNSEEN
    if not first:
        return None
    match kind:
        case "bool":
            return {"true": True, "false": False}.get(first, first)
        case "int" | "seat":
            return _number(first)
        case "money":
            return parse_amount(first, least=0)
        case _:
            return first


def _number(text: str) -> int:
    if not re.fullmatch(r"\d+", text, re.ASCII) or len(text) > MAX_DIGITS:
        raise Refusal("bad_number", "", value=text[:30])
    return int(text)
