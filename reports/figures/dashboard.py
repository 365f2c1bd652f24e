"""The figures of a range, all together: what pages, files and the API show."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from reports.figures.calls import Calls, Override, calls_all, calls_by, overrides
from reports.figures.dealt import LEAST_HANDS, Dealt, added, dealt, dealt_by, grouped
from reports.figures.intervals import Rate
from reports.figures.ranges import Range
from reports.figures.waits import (
    Incidents,
    Silence,
    Waits,
    incidents_of,
    silences_of,
    waits_all,
    waits_by_game,
)
from tables.models import Staff, Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One hour (UTC) or one gaming day of a series. game: "" for all games together."""

    at: datetime | date
    game: str
    dealt: Dealt


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The same weekday of the weeks before: which days there were any of, and what was dealt in them."""

    days: tuple[date, ...]
    dealt: Dealt

    @property
    def pace(self) -> Rate:
        """Hands per table-hour then."""
        return self.dealt.pace


@dataclass(frozen=True, slots=True, kw_only=True)
class Dashboard:
    """All figures of a range.

    total: all; by game, by shift, by table: Dealt with its key (a table's is its name); dealers: those with at least
    100 hands, by alias and never by rank; calls: by irregularity; calls_by_game; series: by the hour up to two days,
    else by the day, all games together and then each; before: None where a range is longer than a week.
    """

    asked: Range
    total: Dealt
    games: tuple[Dealt, ...]
    shifts: tuple[Dealt, ...]
    tables: tuple[Dealt, ...]
    dealers: tuple[Dealt, ...]
    calls: tuple[Calls, ...]
    calls_by_game: tuple[Calls, ...]
    calls_total: Calls
    overrides: tuple[Override, ...]
    waits: tuple[Waits, ...]
    waits_total: Waits
    incidents: tuple[Incidents, ...]
    silences: tuple[Silence, ...]
    series: tuple[Point, ...]
    before: Before | None


def dashboard(asked: Range) -> Dashboard:
    """Ask everything of a range."""
    cells = dealt_by(asked, "table", "game", "shift")
    total = added(cells.values())
    hands = {one.key: one.hands for one in grouped(cells, 1)}
    calls = calls_by(asked, {"key": {None: total.hands}, "game": hands})
    waits = waits_by_game(asked)
    return Dashboard(
        asked=asked,
        total=total,
        games=_busiest(grouped(cells, 1)),
        shifts=grouped(cells, 2),
        tables=_named(grouped(cells, 0)),
        dealers=dealers(asked),
        calls=calls["key"],
        calls_by_game=calls["game"],
        calls_total=calls_all(calls["key"], total.hands),
        overrides=overrides(asked),
        waits=waits,
        waits_total=waits_all(waits),
        incidents=incidents_of(asked),
        silences=silences_of(asked),
        series=series(asked),
        before=before(asked),
    )


# What is told of dealers: how fast they deal, and nothing of the house's money.
PACED = ("hands", "partial", "misdeals", "undone", "downs", "open_s", "n", "hh", "ht", "tt")


def dealers(asked: Range) -> tuple[Dealt, ...]:
    """Each dealer with enough hands, keyed and ordered by alias: nobody is ranked. Without money and seats."""
    found = dealt_by(asked, "dealer", only=PACED)
    rows = [one for (key,), one in found.items() if key and one.hands >= LEAST_HANDS]
    known = aliases()
    named = [added([one], known.get(one.key, one.key)) for one in rows]
    return tuple(sorted(named, key=lambda one: str(one.key)))


def aliases() -> dict[str, str]:
    """The aliases of staff by how the log names them."""
    return {f"staff.{pk}": alias for pk, alias in Staff.objects.values_list("pk", "alias")}


def series(asked: Range) -> tuple[Point, ...]:
    """What was dealt by the hour or by the day, in order; first all games together, then each."""
    cells = dealt_by(asked, "hour" if asked.hourly else "day", "game")
    together = [Point(at=one.key, game="", dealt=one) for one in grouped(cells, 0)]
    each = [
        Point(at=at, game=game, dealt=cells[at, game])
        for at, game in sorted(cells, key=lambda key: (key[1], key[0]))
        if game
    ]
    return (*together, *each)


def before(asked: Range, weeks: int = 4) -> Before | None:
    """The same weekday or weekdays of the weeks before, as far as anything was dealt in them."""
    ranges = asked.before(weeks)
    if not ranges:
        return None
    found = [(one.first, dealt(one)) for one in ranges]
    there = [(day, sums) for day, sums in found if day and (sums.hands or sums.open_s)]
    return Before(days=tuple(day for day, _ in there), dealt=added(sums for _, sums in there))


def _busiest(rows: tuple[Dealt, ...]) -> tuple[Dealt, ...]:
    return tuple(sorted(rows, key=lambda one: (-one.open_s, str(one.key))))


def _named(rows: tuple[Dealt, ...]) -> tuple[Dealt, ...]:
    """By table's name, T2 before T10."""
    names: dict[Any, str] = dict(
        Table.objects.filter(pk__in=[one.key for one in rows]).values_list("pk", "name")
    )
    named = [added([one], names.get(one.key, str(one.key))) for one in rows]
    return tuple(sorted(named, key=lambda one: (len(one.key), one.key)))
