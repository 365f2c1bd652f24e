"""The figures of a range, all together: what pages, files and the API show."""

from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Any

from reports.figures.calls import (
    Calls,
    OneCall,
    calls_all,
    calls_by,
    each_call,
    override_reasons,
    overrides,
    remedies,
)
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
from reports.rolling.room import calendar_of
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


@dataclass(frozen=True)
class Dashboard:
    """All figures of a range, each asked when it is first looked at."""

    asked: Range

    @cached_property
    def _cells(self) -> dict[tuple[Any, ...], Dealt]:
        return dealt_by(self.asked, "table", "game", "shift")

    @cached_property
    def total(self) -> Dealt:
        """All together."""
        return added(self._cells.values())

    @cached_property
    def games(self) -> tuple[Dealt, ...]:
        """By game, the most table-hours first."""
        return _busiest(grouped(self._cells, 1))

    @cached_property
    def shifts(self) -> tuple[Dealt, ...]:
        """By shift, as the clock has them; one that the room has no more is the last."""
        names = calendar_of(self.asked.room).names()
        order = {name: place for place, name in enumerate(names)}
        return grouped(self._cells, 2, lambda name: (order.get(name, len(order)), name))

    @cached_property
    def tables(self) -> tuple[Dealt, ...]:
        """By the table's name, T2 before T10."""
        return _named(grouped(self._cells, 0))

    @cached_property
    def dealers(self) -> tuple[Dealt, ...]:
        """Those with at least 100 hands, by alias and never by rank."""
        return dealers(self.asked)

    @cached_property
    def calls(self) -> tuple[Calls, ...]:
        """By irregularity, the most frequent first."""
        return calls_by(self.asked, {"key": {None: self.total.hands}})["key"]

    @cached_property
    def calls_by_game(self) -> tuple[Calls, ...]:
        """By game, for the hands of that game."""
        return calls_by(self.asked, {"game": {one.key: one.hands for one in self.games}})["game"]

    @cached_property
    def calls_total(self) -> Calls:
        """All calls."""
        return calls_all(self.calls, self.total.hands)

    @cached_property
    def overrides(self) -> tuple[OneCall, ...]:
        """Rulings that differ from the proposal, the newest first."""
        return overrides(self.asked)

    @cached_property
    def each_call(self) -> tuple[OneCall, ...]:
        """Calls and remedies of dealers, the newest first."""
        return each_call(self.asked)

    @cached_property
    def remedies(self) -> int:
        """How often a dealer put something right himself: no floor calls."""
        return remedies(self.asked)

    @cached_property
    def reasons(self) -> dict[str, int]:
        """How many of them for which of the floor's reasons."""
        return override_reasons(self.asked)

    @cached_property
    def waits(self) -> tuple[Waits, ...]:
        """By list."""
        return waits_by_game(self.asked)

    @cached_property
    def waits_total(self) -> Waits:
        """All lists."""
        return waits_all(self.waits)

    @cached_property
    def incidents(self) -> tuple[Incidents, ...]:
        """By category and severity."""
        return incidents_of(self.asked)

    @cached_property
    def silences(self) -> tuple[Silence, ...]:
        """By table, the longest first."""
        return silences_of(self.asked)

    @cached_property
    def series(self) -> tuple[Point, ...]:
        """By the hour up to two days, else by the day; all games together and then each."""
        return series(self.asked)

    @cached_property
    def before(self) -> Before | None:
        """The same weekday of the four weeks before; None where the range is longer than a week."""
        return before(self.asked)


def dashboard(asked: Range) -> Dashboard:
    """The figures of a range."""
    return Dashboard(asked)


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
