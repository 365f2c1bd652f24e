"""Compare a shift with the same shift of earlier weeks, using the intervals of the reports."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from math import hypot
from statistics import median, pstdev
from typing import Literal

from reports.figures.calls import CallStats
from reports.figures.dashboard import Dashboard, dashboard
from reports.figures.hands import HandStats
from reports.figures.intervals import Rate

WEEKS = 8
# With this many earlier shifts or more, a new high or low is worth mentioning: a house choice.
FEWEST_BEFORE = 4
MeasureKey = Literal["pace", "calls", "here", "drop", "wait", "overridden", "lost"]
# Sums that are incomplete while a shift is running.
SUMS: tuple[MeasureKey, ...] = ("calls", "drop", "lost")


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure of one shift. rate: the rate whose interval shows what chance can do; None if there is none."""

    value: float
    rate: Rate | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One figure now, the figure it is compared with, and those of earlier shifts, newest first.

    interval: the 95% interval of the difference of the rates; None if either has none.
    """

    key: MeasureKey
    now: float
    before: float
    past: tuple[float, ...]
    is_week_ago: (
        bool  # whether `before` is from the shift a week ago, else the median of the earlier shifts
    )
    interval: tuple[float, float] | None = None

    @property
    def difference(self) -> float:
        return self.now - self.before

    @property
    def rank(self) -> Literal["highest", "lowest", ""]:
        """Return whether it is above or below all earlier shifts; "" with fewer than four of them."""
        if len(self.past) < FEWEST_BEFORE:
            return ""
        if self.now > max(self.past):
            return "highest"
        return "lowest" if self.now < min(self.past) else ""

    @property
    def is_beyond_chance(self) -> bool:
        return self.interval is not None and not self.interval[0] <= 0 <= self.interval[1]

    @property
    def is_unusual(self) -> bool:
        """Return whether the figure deserves a color."""
        return bool(self.rank) or self.is_beyond_chance

    @property
    def distance(self) -> float:
        """Return the distance from the median of the earlier shifts, in their standard deviations."""
        middle = median(self.past)
        spread = pstdev(self.past)
        return abs(self.now - middle) / (spread or abs(middle) or 1)


@dataclass(frozen=True, slots=True)
class ShiftChanges:
    """What changed, the least usual first.

    compared_with: the day a week ago; None if nothing was dealt then, so that the median of the earlier shifts is used.
    days: of the earlier shifts with any activity, newest first. before: the figures of the week ago.
    """

    compared_with: date | None
    days: tuple[date, ...]
    changes: tuple[Change, ...]
    before: Dashboard | None


def changes_of(now: Dashboard, *, is_over: bool = True) -> ShiftChanges:
    """Compare a range of one day with the same shift of the previous eight weeks.

    is_over: False leaves out the sums, which are still incomplete.
    """
    weeks = [dashboard(earlier) for earlier in now.report_range.before(WEEKS)]
    active = [week for week in weeks if week.total.hands or week.total.open_s]
    days = tuple(week.report_range.first for week in active if week.report_range.first)
    week_ago = weeks[0] if weeks and weeks[0] in active else None
    past = [_measured(week) for week in active]
    shown = [] if not active else [_change(key, _measured(now), past, week_ago) for key in _KEYS]
    changes = [
        change for change in shown if change is not None and (is_over or change.key not in SUMS)
    ]
    changes.sort(key=lambda change: (not change.is_unusual, -change.distance))
    day = week_ago.report_range.first if week_ago else None
    return ShiftChanges(day, days, tuple(changes), week_ago)


_KEYS: tuple[MeasureKey, ...] = ("pace", "calls", "here", "drop", "wait", "overridden", "lost")


def _measured(shift: Dashboard) -> dict[MeasureKey, Measured]:
    """Return the figures that a shift has; a median needs ten cases."""
    calls = shift.calls_total
    wait = shift.waits_total.wait_s.p50
    pace = shift.total.pace
    here = calls.here_s.p50
    share = calls.override_share
    figures: dict[MeasureKey, Measured] = {
        "calls": Measured(calls.n, calls.per_1000),
        "drop": Measured(shift.total.drop),
    }
    if shift.lost_seats:
        figures["lost"] = Measured(sum(game.lost_s for game in shift.lost_seats))
    if pace.value is not None:
        figures["pace"] = Measured(pace.value, pace)
    if here is not None:
        figures["here"] = Measured(here)
    if wait is not None:
        figures["wait"] = Measured(wait)
    if share.value is not None:
        figures["overridden"] = Measured(share.value, share)
    return figures


def _change(
    key: MeasureKey,
    now: dict[MeasureKey, Measured],
    past: Sequence[dict[MeasureKey, Measured]],
    week_ago: Dashboard | None,
) -> Change | None:
    """Return one change; None if there is no figure now or before."""
    values = tuple(figures[key].value for figures in past if key in figures)
    if key not in now or not values:
        return None
    measured = past[0].get(key) if week_ago is not None else None
    if measured is None:
        return Change(key, now[key].value, median(values), values, False)
    interval = difference_interval(now[key].rate, measured.rate)
    return Change(key, now[key].value, measured.value, values, True, interval)


def difference_interval(now: Rate | None, before: Rate | None) -> tuple[float, float] | None:
    """Return the 95% interval of now minus before, from the intervals of both (Newcombe's method); None if either has
    none.
    """
    if now is None or before is None:
        return None
    low = now.low
    high = now.high
    low_before = before.low
    high_before = before.high
    if now.value is None or before.value is None or low is None or high is None:
        return None
    if low_before is None or high_before is None:
        return None
    difference = now.value - before.value
    return (
        difference - hypot(now.value - low, high_before - before.value),
        difference + hypot(high - now.value, before.value - low_before),
    )


def paces_changed(now: Dashboard, before: Dashboard) -> list[tuple[HandStats, HandStats, float]]:
    """Return the games whose hands per table-hour changed beyond chance: now, before, difference; largest difference
    first.
    """
    before_by_game = {stats.key: stats for stats in before.games}
    changed = []
    for stats in now.games:
        other = before_by_game.get(stats.key)
        if other is None or stats.pace.value is None or other.pace.value is None:
            continue
        interval = difference_interval(stats.pace, other.pace)
        if interval is not None and not interval[0] <= 0 <= interval[1]:
            changed.append((stats, other, stats.pace.value - other.pace.value))
    return sorted(changed, key=lambda change: -abs(change[2]))


def calls_changed(
    now: Sequence[tuple[str, CallStats]],
    before: Sequence[tuple[str, CallStats]],
    hands_before: int,
) -> list[tuple[str, CallStats, CallStats]]:
    """Return the kinds of floor calls that became more frequent beyond chance: name, now, before; most calls first.

    hands_before: all hands of the earlier shift, for a kind without a call in it.
    """
    before_by_name = dict(before)
    changed = []
    for name, stats in now:
        other = before_by_name.get(name) or CallStats(hands=hands_before)
        interval = difference_interval(stats.per_1000, other.per_1000)
        if interval is not None and interval[0] > 0:
            changed.append((name, stats, other))
    return sorted(changed, key=lambda change: -change[1].n)
