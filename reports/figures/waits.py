"""Waits for a seat, incidents and silent tablets over a range. A while counts with the days in which it lies."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import chain
from typing import Any

from django.db.models import QuerySet, Sum, TextField
from django.db.models.functions import Cast

from reports.figures.intervals import Percentiles, Rate, percentiles, wilson
from reports.figures.joined import Joined, merged
from reports.figures.ranges import Range, day_at
from reports.models import IncidentDay, SilentHour, WaitDay
from reports.rolling.room import calendar_of
from reports.rolling.silences import going_on
from tables.models import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Waits:
    """One list, or all. left: went away without a seat; passed: calls that went by; waits: seconds of those
    seated, in order.
    """

    key: str | None = None
    added: int = 0
    seated: int = 0
    left: int = 0
    passed: int = 0
    waits: tuple[int, ...] = ()

    @property
    def wait_s(self) -> Percentiles:
        """Seconds from the list to the seat."""
        return percentiles(self.waits)

    @property
    def gone(self) -> int:
        """How many names went off the list."""
        return self.left + self.seated

    @property
    def walk_away(self) -> Rate:
        """Which part of those who went off the list went without a seat."""
        return wilson(self.left, self.gone)


@dataclass(frozen=True, slots=True, kw_only=True)
class Incidents:
    """Incidents of one category and severity."""

    category: str
    severity: int
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """How long and how often one table's tablet was silent."""

    table: str
    seconds: int
    times: int


def waits_by_game(asked: Range) -> tuple[Waits, ...]:
    """By list, as they are called; a range of one game has that one, and a table's or a dealer's has all."""
    rows = _of(WaitDay.objects.all(), asked)
    if asked.game:
        rows = rows.filter(game=asked.game)
    found = rows.order_by().values_list("game").annotate(
        Sum("added"), Sum("seated"), Sum("left"), Sum("passed"), lists=Joined(Cast("waits", TextField()))
    )  # fmt: skip
    return tuple(
        Waits(key=game, added=added, seated=seated, left=left, passed=passed, waits=merged(lists))
        for game, added, seated, left, passed, lists in sorted(found)
    )


def waits_all(groups: Iterable[Waits]) -> Waits:
    """All lists together."""
    groups = list(groups)
    return Waits(
        added=sum(one.added for one in groups),
        seated=sum(one.seated for one in groups),
        left=sum(one.left for one in groups),
        passed=sum(one.passed for one in groups),
        waits=tuple(sorted(chain.from_iterable(one.waits for one in groups))),
    )


def incidents_of(asked: Range) -> tuple[Incidents, ...]:
    """By category and severity, the most frequent first."""
    rows = _of(IncidentDay.objects.all(), asked).order_by()
    found = rows.values_list("category", "severity").annotate(Sum("n"))
    made = [Incidents(category=category, severity=severity, n=n) for category, severity, n in found]
    return tuple(sorted(made, key=lambda one: (-one.n, one.category, one.severity)))


def silences_of(asked: Range) -> tuple[Silence, ...]:
    """By table, the longest first; one that goes on counts as far as the room was rolled."""
    rows = _of(SilentHour.objects.all(), asked)
    if asked.table is not None:
        rows = rows.filter(table=asked.table)
    found: dict[int, Counter[str]] = defaultdict(Counter)
    sums = rows.order_by().values_list("table").annotate(Sum("seconds"), Sum("times"))
    for table, seconds, times in sums:
        found[table].update(seconds=seconds, times=times)
    for table, seconds, times in _going_on(asked):
        found[table].update(seconds=seconds, times=times)
    names = dict(Table.objects.filter(pk__in=list(found)).values_list("pk", "name"))
    made = [
        Silence(table=names[pk], seconds=one["seconds"], times=one["times"])
        for pk, one in found.items()
    ]
    return tuple(sorted(made, key=lambda one: (-one.seconds, one.table)))


def _going_on(asked: Range) -> Iterator[tuple[int, int, int]]:
    """Table, seconds and times of the parts that lie in a range."""
    calendar, (first, last) = calendar_of(asked.room), days_of(asked)
    since, until = calendar.begins(first), calendar.ends(last)
    parts = going_on(asked.room, since=since, until=until, calendar=calendar)
    for table, shift, seconds, times in parts:
        if asked.shift in ("", shift.name) and asked.table in (None, table):
            yield table, seconds, times


def _of(rows: QuerySet[Any], asked: Range) -> QuerySet[Any]:
    first, last = days_of(asked)
    found = rows.filter(room=asked.room, day__range=(first, last))
    return found.filter(shift=asked.shift) if asked.shift else found


def days_of(asked: Range) -> tuple[date, date]:
    """The gaming days in which a range lies."""
    if asked.first and asked.last:
        return asked.first, asked.last
    assert asked.since is not None
    assert asked.until is not None
    return day_at(asked.room, asked.since), day_at(asked.room, asked.until)
