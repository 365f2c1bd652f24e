"""Check reports: a row of the catalogue and facts of the right type (catalogue 0.2)."""

import re
from collections.abc import Mapping

from poker.cards import known_or_unseen
from poker.games import MOST_SEATS
from poker.irregularities import facts as engine
from poker.irregularities.load import catalogue
from poker.irregularities.model import FactDefinition
from poker.irregularities.templates import SEAT_LISTS, SEATS
from poker.refusal import Refusal

COME = "come"  # a supervisor is wanted for something that does not stop the hand
CONDUCT = "conduct"  # a supervisor is wanted for conduct: an incident, which is not part of the table's log
HEARD = "heard"  # witnesses: a list of names such as "dealer", "7", "camera"
LONGEST = 200
MOST = 10**10
KEY = re.compile(r"[a-z0-9_]{0,40}")  # a street, a game, a stage


def check_report(key: str, facts: Mapping[str, object]) -> None:
    """Raise `Refusal`: `no_such_row` or `bad_fact`. A fact of None withdraws it."""
    if key not in ("", COME, CONDUCT) and key not in catalogue().rows:
        raise Refusal("no_such_row", "S-012", key=key[:40])
    for name, value in facts.items():
        if value is not None and not _fits(name, value):
            raise Refusal("bad_fact", "S-012", fact=name[:40], value=str(value)[:40])


def _fits(name: str, value: object) -> bool:
    if name == HEARD:
        return _texts(value)
    fact = catalogue().facts.get(name)
    if fact is None:  # facts of the log may be corrected
        return name in engine.NAMES and _of_the_log(name, value)
    return _of_kind(fact, value)


def _of_the_log(name: str, value: object) -> bool:
    """Return whether a correction has the type of the logged fact, as screens and rows expect."""
    if name in SEAT_LISTS:
        return _seats(value)
    if name in SEATS:
        return _whole(value, 1, MOST_SEATS)
    if name in engine.BOOLS:
        return isinstance(value, bool)
    if name in engine.KEYS:
        return isinstance(value, str) and KEY.fullmatch(value) is not None
    return _whole(value, 0, MOST)


def _whole(value: object, least: int, most: int) -> bool:
    return type(value) is int and least <= value <= most


def _of_kind(fact: FactDefinition, value: object) -> bool:
    match fact.type:
        case "bool":
            return isinstance(value, bool)
        case "int" | "money":
            return _whole(value, 0, MOST)
        case "seat":
            return _whole(value, 1, MOST_SEATS)
        case "seats":
            return _seats(value)
        case "choice":
            return isinstance(value, str) and value in dict(fact.options)
        case "card":
            return isinstance(value, str) and _is_card(value)
        case _:
            return isinstance(value, str) and len(value) <= LONGEST


def _is_card(text: str) -> bool:
    try:
        return len(known_or_unseen((text,))) == 1
    except Refusal:
        return False


def _seats(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) > MOST_SEATS:
        return False
    return all(type(item) is int and 1 <= item <= MOST_SEATS for item in value)


def _texts(value: object) -> bool:
    if not isinstance(value, list | tuple) or len(value) > MOST_SEATS + 4:
        return False
    return all(isinstance(item, str) and len(item) <= 40 for item in value)
