"""Waits for a seat, incidents and tablet outages over a range.

A range of hours includes the full days it touches.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import TypeVar

from django.db.models import QuerySet, Sum, TextField
from django.db.models.functions import Cast

from reports.figures.group_concat import GroupConcat, counted
from reports.figures.intervals import Percentiles, Rate, counted_percentiles, wilson
from reports.figures.ranges import ReportRange, day_at
from reports.models import IncidentDay, OutageHour, WaitDay
from reports.rollups.room import calendar_of
from reports.rollups.tablet_outages import going_on
from tables.models import Table


@dataclass(frozen=True, kw_only=True)
class WaitStats:
    """One waitlist, or all."""

    key: str | None = None
    added: int = 0
    seated: int = 0
    left: int = 0  # players who left without a seat
    passed: int = 0  # passed calls
    counts: Counter[int] = field(default_factory=Counter)  # seated players by seconds waited

    @property
    def waits(self) -> tuple[int, ...]:
        """Seconds of each seated player, sorted. Use it for a few players only."""
        return tuple(sorted(self.counts.elements()))

    @cached_property
    def wait_s(self) -> Percentiles:
        """Seconds from sign-up to the seat."""
        return counted_percentiles(self.counts)

    @property
    def gone(self) -> int:
        return self.left + self.seated

    @property
    def walk_away(self) -> Rate:
        """The share of players off the waitlist who left without a seat."""
        return wilson(self.left, self.gone)


@dataclass(frozen=True, slots=True, kw_only=True)
class IncidentStats:
    """Incidents of one category and severity, or all."""

    category: str
    severity: int | None  # None: all
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class OutageStats:
    """How long and how often one table's tablet was offline."""

    table: str
    seconds: int
    times: int


def waits_by_game(report_range: ReportRange) -> tuple[WaitStats, ...]:
    """Return waits by waitlist title. A range of one game has only that waitlist; one of a table or a dealer has
    all.
    """
    rows = _of(WaitDay.objects.all(), report_range)
    if report_range.game:
        rows = rows.filter(game=report_range.game)
    sums = (
        rows.order_by()
        .values_list("game")
        .annotate(
            Sum("added"),
            Sum("seated"),
            Sum("left"),
            Sum("passed"),
            lists=GroupConcat(Cast("waits", TextField())),
        )
    )
    return tuple(
        WaitStats(
            key=game, added=added, seated=seated, left=left, passed=passed, counts=counted(lists)
        )
        for game, added, seated, left, passed, lists in sorted(sums)
    )


def waits_all(groups: Iterable[WaitStats]) -> WaitStats:
    groups = list(groups)
    counts = Counter[int]()
    for waits in groups:
        counts.update(waits.counts)
    return WaitStats(
        added=sum(waits.added for waits in groups),
        seated=sum(waits.seated for waits in groups),
        left=sum(waits.left for waits in groups),
        passed=sum(waits.passed for waits in groups),
        counts=counts,
    )


def incidents_of(report_range: ReportRange) -> tuple[IncidentStats, ...]:
    """Return incidents by category and severity, the most frequent first."""
    rows = _of(IncidentDay.objects.all(), report_range).order_by()
    sums = rows.values_list("category", "severity").annotate(Sum("n"))
    ordered = sorted(sums, key=lambda row: (-row[2], row[0], row[1]))
    return tuple(
        IncidentStats(category=category, severity=severity, n=n)
        for category, severity, n in ordered
    )


def silences_of(report_range: ReportRange) -> tuple[OutageStats, ...]:
    """Return outages by table, longest first; an open outage lasts until the last rollup."""
    rows = _of(OutageHour.objects.all(), report_range)
    if report_range.table is not None:
        rows = rows.filter(table=report_range.table)
    totals_by_table: dict[int, Counter[str]] = defaultdict(Counter)
    sums = rows.order_by().values_list("table").annotate(Sum("seconds"), Sum("times"))
    for table, seconds, times in sums:
        totals_by_table[table].update(seconds=seconds, times=times)
    for table, seconds, times in _open_outages(report_range):
        totals_by_table[table].update(seconds=seconds, times=times)
    names = dict(Table.objects.filter(pk__in=list(totals_by_table)).values_list("pk", "name"))
    outage_stats = [
        OutageStats(table=names[pk], seconds=counts["seconds"], times=counts["times"])
        for pk, counts in totals_by_table.items()
    ]
    return tuple(sorted(outage_stats, key=lambda counts: (-counts.seconds, counts.table)))


def _open_outages(report_range: ReportRange) -> Iterator[tuple[int, int, int]]:
    """Yield table, seconds and number of the open outages within a range."""
    calendar = calendar_of(report_range.room)
    (first, last) = days_of(report_range)
    since = calendar.begins(first)
    until = calendar.ends(last)
    parts = going_on(report_range.room, since=since, until=until, calendar=calendar)
    for table, shift, seconds, times in parts:
        if report_range.shift in ("", shift.name) and report_range.table in (None, table):
            yield table, seconds, times


Day = TypeVar("Day", WaitDay, IncidentDay, OutageHour)


def _of(rows: "QuerySet[Day]", report_range: ReportRange) -> "QuerySet[Day]":
    first, last = days_of(report_range)
    stored_rows = rows.filter(room=report_range.room, day__range=(first, last))
    return stored_rows.filter(shift=report_range.shift) if report_range.shift else stored_rows


def days_of(report_range: ReportRange) -> tuple[date, date]:
    """Return the gaming days that a range touches."""
    if report_range.first and report_range.last:
        return report_range.first, report_range.last
    assert report_range.since is not None
    assert report_range.until is not None
    return day_at(report_range.room, report_range.since), day_at(
        report_range.room, report_range.until
    )
