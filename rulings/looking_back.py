"""Which recorded hands of the last weeks would have gone another way under a draft."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from poker.done import done
from poker.events import Event, HandStarted
from poker.rules import read
from rulings.models import Book
from rulings.other_way import way
from rulings.publishing import tables_of
from tables.log import newest_hands

BACK = timedelta(days=90)
MOST = 600  # hands played again for one answer, some milliseconds each


@dataclass(frozen=True)
class Differing:
    """A hand that would have gone another way, and the tap from which on."""

    table: str
    number: int
    at: datetime
    tap: str


@dataclass(frozen=True)
class LookedBack:
    """What was played again. unsaid: hands with a tap that is not found again; each: hands looked at per table."""

    played: int
    differing: tuple[Differing, ...]
    unsaid: int
    each: int


def look_back(*, book: Book, settings: dict[str, object], now: datetime) -> LookedBack:
    """Play the newest hands of a rulebook's tables again under these settings."""
    rules = read(settings)
    tables = list(tables_of(book))
    each = MOST // max(len(tables), 1)
    played = unsaid = 0
    differing: list[Differing] = []
    for table in tables:
        for at, batches in newest_hands(table.stream, since=now - BACK, most=each):
            found = way(batches, rules)
            played += found.kind in ("same", "other")
            unsaid += found.kind == "unsaid"
            first = batches[0].events[0]
            if found.kind == "other" and isinstance(first, HandStarted):
                differing.append(Differing(table.name, first.number, at, tap(found.at)))
    differing.sort(key=lambda one: one.at, reverse=True)
    return LookedBack(played, tuple(differing), unsaid, each)


def tap(events: tuple[Event, ...]) -> str:
    """A tap in plain words, by the label that UNDO had for it."""
    label = done(events)
    if label is None:
        return "between"
    what = (label.what or label.name).replace("_", " ")
    return f"seat {label.seat}: {what}" if label.seat else what
