"""Splash pots of a fund: the seed of a gaming day, and the table that a period draws.

The hash of the seed is an event before the periods it decides, the seed itself after its day, so that anyone can
compute each draw again (`promotions.rules.drawings`).
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

from promotions.rules.drawings import ListedEntry, winners

SplashStatus = Literal["due", "paid", "returned"]


class CommittedSeed(msgspec.Struct, frozen=True, omit_defaults=True):
    """The seed of a gaming day. at: when its hash was published, in Unix milliseconds; seed: "" until it is opened."""

    day: str
    hash: str
    at: int
    seed: str = ""


class Splash(msgspec.Struct, frozen=True, omit_defaults=True):
    """A splash pot that a period drew.

    promotion: key of the version; starts, ends: of the period, in Unix milliseconds; tables: those that could be drawn,
    in order; hand, slip: of its payment.
    """

    number: int
    promotion: str
    title: str
    day: str
    starts: int
    ends: int
    tables: tuple[str, ...]
    table: str
    amount: int
    at: int
    status: SplashStatus = "due"
    hand: int = 0
    slip: int = 0
    reason: str = ""  # why it returned to the fund


def subject(promotion: str, starts: int) -> str:
    """Return the text that stands for a period in the draw."""
    return f"{promotion} {starts}"


def drawn_table(seed: str, promotion: str, starts: int, tables: Sequence[str]) -> str:
    """Return the table that a seed draws in a period; each table has one entry."""
    entries = [ListedEntry(table, 1) for table in tables]
    return winners(seed, subject(promotion, starts), entries, 1)[0]
