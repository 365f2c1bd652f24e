"""All figures of a range, as used by pages, files and the API."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import Any

from reports.figures.calls import (
    CallRow,
    CallStats,
    calls_all,
    calls_by,
    each_call,
    override_reasons,
    overrides,
    remedies,
)
from reports.figures.hand_kinds import HandKinds, hand_kinds
from reports.figures.hands import MIN_HANDS, HandStats, added, dealt, dealt_by, grouped
from reports.figures.intervals import Rate
from reports.figures.ranges import ReportRange
from reports.figures.seat_use import (
    HourFill,
    LostSeats,
    hour_fills,
    lost_seats_of,
)
from reports.figures.waits import (
    IncidentStats,
    OutageStats,
    WaitStats,
    incidents_of,
    silences_of,
    waits_all,
    waits_by_game,
)
from reports.rollups.room import calendar_of
from staff.models import Staff
from tables.models import Table
from tables.natural_order import natural_order


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    at: datetime | date
    dealt: HandStats


@dataclass(frozen=True, slots=True, kw_only=True)
class PriorWeeks:
    """The same weekday of earlier weeks: the days with data, and the hands dealt on them."""

    days: tuple[date, ...]
    dealt: HandStats

    @property
    def pace(self) -> Rate:
        """Hands per table-hour on those days."""
        return self.dealt.pace


@dataclass(frozen=True)
class Dashboard:
    """All figures of a range; each is queried on first access."""

    report_range: ReportRange

    @cached_property
    def _cells(self) -> dict[tuple[Any, ...], HandStats]:
        return dealt_by(self.report_range, "table", "game", "shift")

    @cached_property
    def total(self) -> HandStats:
        return added(self._cells.values())

    @cached_property
    def games(self) -> tuple[HandStats, ...]:
        """By game, most table-hours first."""
        return _busiest(grouped(self._cells, 1))

    @cached_property
    def shifts(self) -> tuple[HandStats, ...]:
        """By shift in the order of the day; removed shifts come last."""
        names = calendar_of(self.report_range.room).names()
        order = {name: position for position, name in enumerate(names)}
        return grouped(self._cells, 2, lambda name: (order.get(name, len(order)), name))

    @cached_property
    def tables(self) -> tuple[HandStats, ...]:
        """By table name, T2 before T10."""
        return _by_name(grouped(self._cells, 0))

    @cached_property
    def dealers(self) -> tuple[HandStats, ...]:
        """Dealers with at least 100 hands, ordered by alias, never ranked."""
        return dealers(self.report_range)

    @cached_property
    def hand_kinds(self) -> HandKinds:
        """Hands by kind: ordinary ones, bomb pots, straddles and so on."""
        return hand_kinds(self.report_range)

    @cached_property
    def calls(self) -> tuple[CallStats, ...]:
        """By irregularity, the most frequent first."""
        return calls_by(self.report_range, {"key": {None: self.total.hands}})["key"]

    @cached_property
    def calls_total(self) -> CallStats:
        return calls_all(self.calls, self.total.hands)

    @cached_property
    def overrides(self) -> tuple[CallRow, ...]:
        """Rulings that differ from the proposal, newest first."""
        return overrides(self.report_range)

    @cached_property
    def each_call(self) -> tuple[CallRow, ...]:
        """Calls and dealers' remedies, newest first."""
        return each_call(self.report_range)

    @cached_property
    def remedies(self) -> int:
        """How often dealers corrected a mistake themselves; these are not floor calls."""
        return remedies(self.report_range)

    @cached_property
    def reasons(self) -> dict[str, int]:
        return override_reasons(self.report_range)

    @cached_property
    def waits(self) -> tuple[WaitStats, ...]:
        return waits_by_game(self.report_range)

    @cached_property
    def waits_total(self) -> WaitStats:
        return waits_all(self.waits)

    @cached_property
    def lost_seats(self) -> tuple[LostSeats, ...]:
        """Lost seats by game, largest first."""
        return lost_seats_of(self.report_range)

    @cached_property
    def _hour_fills(self) -> tuple[HourFill, ...]:
        return hour_fills(self.report_range)

    @cached_property
    def fill_by_hour(self) -> tuple[HourFill, ...]:
        """Table fill by hour of the day, all games combined."""
        return tuple(fill for fill in self._hour_fills if not fill.game)

    @cached_property
    def fill_by_game(self) -> tuple[HourFill, ...]:
        """Table fill by game and hour of the day."""
        return tuple(fill for fill in self._hour_fills if fill.game)

    @cached_property
    def incidents(self) -> tuple[IncidentStats, ...]:
        """By category and severity."""
        return incidents_of(self.report_range)

    @cached_property
    def silences(self) -> tuple[OutageStats, ...]:
        """By table, the longest outage first."""
        return silences_of(self.report_range)

    @cached_property
    def series(self) -> tuple[Point, ...]:
        """By hour up to two days, else by day; all games combined."""
        return series(self.report_range)

    @cached_property
    def paces(self) -> dict[str, tuple[Point, ...]]:
        """The series of each game, with only the sums that its pace needs."""
        return paces(self.report_range)

    @cached_property
    def previous(self) -> PriorWeeks | None:
        """The same weekday of the previous four weeks; None if the range is longer than a week."""
        return prior_weeks(self.report_range)


def dashboard(report_range: ReportRange) -> Dashboard:
    return Dashboard(report_range)


# Reports about dealers have their pace and nothing about the house's money.
OF_PACE = ("hands", "open_s", "n", "hh", "ht", "tt")
MOST_DAILY_PACES = 92  # days; for a longer range, small charts have one point a week
PACED = (*OF_PACE, "partial", "misdeals", "undone", "downs")


def dealers(report_range: ReportRange) -> tuple[HandStats, ...]:
    """Return each dealer with enough hands, keyed and ordered by alias, never ranked, without money and seats."""
    sums_by_dealer = dealt_by(report_range, "dealer", only=PACED)
    rows = [stats for (key,), stats in sums_by_dealer.items() if key and stats.hands >= MIN_HANDS]
    alias_by_key = aliases()
    named = [added([stats], alias_by_key.get(stats.key, stats.key)) for stats in rows]
    return tuple(sorted(named, key=lambda stats: str(stats.key)))


def aliases() -> dict[str, str]:
    """Return the aliases of staff by their key in the log."""
    return {f"staff.{pk}": alias for pk, alias in Staff.objects.values_list("pk", "alias")}


def series(report_range: ReportRange) -> tuple[Point, ...]:
    """Return the hands dealt by hour or day, in order, all games combined."""
    cells = dealt_by(report_range, _step(report_range))
    return tuple(Point(at=at, dealt=cells[(at,)]) for (at,) in sorted(cells))


def paces(report_range: ReportRange) -> dict[str, tuple[Point, ...]]:
    """Return the sums behind the pace of each game, in order; hands without a game have the key "".

    A point is an hour, a day, or in a long range seven days: a small chart is too narrow for a point for each day of a
    year.
    """
    games: dict[str, dict[datetime | date, list[HandStats]]] = {}
    cells = dealt_by(report_range, "game", _step(report_range), only=OF_PACE)
    for game, at in sorted(cells):
        begins = _week_of(report_range, at) if report_range.days > MOST_DAILY_PACES else at
        games.setdefault(game, {}).setdefault(begins, []).append(cells[game, at])
    return {
        game: tuple(Point(at=at, dealt=_pace_of(cells_of)) for at, cells_of in by_time.items())
        for game, by_time in games.items()
    }


def _pace_of(cells: list[HandStats]) -> HandStats:
    """Return combined cells with only the sums that their pace needs."""
    if len(cells) == 1:
        return cells[0]
    return HandStats(**{name: sum(getattr(cell, name) for cell in cells) for name in OF_PACE})


def _week_of(report_range: ReportRange, day: date) -> date:
    """Return the first day of the seven-day period that contains a day; the first period begins with the range."""
    assert report_range.first is not None
    return day - timedelta(days=(day - report_range.first).days % 7)


def _step(report_range: ReportRange) -> str:
    return "hour" if report_range.hourly else "day"


def prior_weeks(report_range: ReportRange, weeks: int = 4) -> PriorWeeks | None:
    """Return the same weekday or weekdays of earlier weeks, for days with hands."""
    ranges = report_range.before(weeks)
    if not ranges:
        return None
    sums_by_week = [(week.first, dealt(week)) for week in ranges]
    dealt_days = [(day, sums) for day, sums in sums_by_week if day and (sums.hands or sums.open_s)]
    return PriorWeeks(
        days=tuple(day for day, _ in dealt_days), dealt=added(sums for _, sums in dealt_days)
    )


def _busiest(rows: tuple[HandStats, ...]) -> tuple[HandStats, ...]:
    return tuple(sorted(rows, key=lambda table: (-table.open_s, str(table.key))))


def _by_name(rows: tuple[HandStats, ...]) -> tuple[HandStats, ...]:
    """Return the rows by table name, T2 before T10."""
    names: dict[Any, str] = dict(
        Table.objects.filter(pk__in=[stats.key for stats in rows]).values_list("pk", "name")
    )
    named = [added([stats], names.get(stats.key, str(stats.key))) for stats in rows]
    return tuple(sorted(named, key=lambda stats: natural_order(stats.key)))
