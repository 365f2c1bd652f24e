"""Fields of a PHH file: amounts, lists by player, and the unit of the file's amounts."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import TypeGuard

from poker.currency import currency
from poker.refusal import Refusal

Number = int | Decimal
_AMOUNT = re.compile(r"[0-9]{1,15}(?:\.[0-9]{1,15})?")
_BET = re.compile(r"\s*p[0-9]+\s+cbr\s+(\S+)")


def malformed(field: str, detail: str) -> Refusal:
    """Return the refusal of a field's value; `poker.phh.read.load` adds its line."""
    return Refusal("phh_malformed", "", detail=detail, field=field)


def amount_of(word: str) -> Decimal:
    """Return an amount of an action: digits, with or without decimals. Raises `Refusal`: `phh_malformed`."""
    if not _AMOUNT.fullmatch(word):
        raise Refusal("phh_malformed", "", detail=f"{word[:40]} isn't an amount")
    return Decimal(word)


def is_number(value: object) -> TypeGuard[Number]:
    """Return whether a value is a number; true and false are not."""
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def numbers(data: dict[str, object], name: str, count: int | None = None) -> list[Number]:
    """Return the amounts of a list, one for each player. Raises `Refusal`: `phh_malformed`."""
    values = data.get(name)
    if not isinstance(values, list) or not all(is_number(value) for value in values):
        raise malformed(name, f"{name} is missing or not a list of numbers")
    if count is None and not 2 <= len(values) <= 10:
        raise malformed(name, f"{name} has {len(values)} players")
    if count is not None and len(values) != count:
        raise malformed(name, f"{name} has {len(values)} of {count} players")
    check_places(name, values)
    return values


def texts(data: dict[str, object], name: str) -> tuple[str, ...]:
    """Return the texts of a list. Raises `Refusal`: `phh_malformed`."""
    values = data.get(name)
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise malformed(name, f"{name} is missing or not a list of texts")
    return tuple(values)


def check_places(name: str, numbers: Iterable[Number]) -> None:
    """Raise `Refusal` unless amounts are whole hundredths."""
    for number in numbers:
        cents = Decimal(number) * scale()
        if cents != cents.to_integral_value():
            raise malformed(name, f"{number} isn't a whole number of cents")


def scale() -> int:
    """Return how many of the smallest unit make one: a file counts in whole units of the currency."""
    return currency().scale


def unit(numbers: Iterable[Number]) -> int:
    """Return the unit of the file's amounts: its last decimal place, or 1 if all amounts are whole (TDA R20)."""
    decimals = [number for number in numbers if isinstance(number, Decimal)]
    if all(number == number.to_integral_value() for number in decimals):
        return scale()
    exponent = min(int(number.as_tuple().exponent) for number in decimals)
    return max(scale() // 10, 1) if exponent == -1 else 1


def bets_made(actions: Iterable[str]) -> list[Decimal]:
    """Return the amounts of the bets; one that is not an amount is refused when it is played."""
    words = [match[1] for match in map(_BET.match, actions) if match]
    return [Decimal(word) for word in words if _AMOUNT.fullmatch(word)]


def scaled(numbers: Iterable[Number]) -> tuple[int, ...]:
    """Return amounts in the smallest unit."""
    return tuple(int(value * scale()) for value in numbers)
