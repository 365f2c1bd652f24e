"""What a shift did differently from the same shift of the weeks before, with the intervals of the reports."""

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
# Shifts before, from which on the highest or lowest of all is worth a word: a house choice.
FEWEST_BEFORE = 4
MeasureKey = Literal["pace", "calls", "here", "drop", "wait", "overridden", "lost"]
# Sums that an unfinished shift has only a part of.
SUMS: tuple[MeasureKey, ...] = ("calls", "drop", "lost")


@dataclass(frozen=True, slots=True)
class Measured:
    """One figure of one shift. rate: the rate whose interval says what chance may do; None if there is none."""

    value: float
    rate: Rate | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One figure now, what it is compared with, and that of the shifts before, the newest first.

    interval: the 95% interval of the difference of the rates; None if one of them has none.
    """

    key: MeasureKey
    now: float
    before: float
    past: tuple[float, ...]
    is_week_ago: (
        bool  # whether `before` is the shift a week ago, or else the median of the shifts before
    )
    interval: tuple[float, float] | None = None

    @property
    def difference(self) -> float:
        """Return now minus before."""
        return self.now - self.before

    @property
    def rank(self) -> Literal["highest", "lowest", ""]:
        """Return whether it is beyond all shifts before; "" with fewer than four of them."""
        if len(self.past) < FEWEST_BEFORE:
            return ""
        if self.now > max(self.past):
            return "highest"
        return "lowest" if self.now < min(self.past) else ""

    @property
    def is_beyond_chance(self) -> bool:
        """Return whether the difference is outside its 95% interval."""
        return self.interval is not None and not self.interval[0] <= 0 <= self.interval[1]

    @property
    def is_unusual(self) -> bool:
        """Return whether the figure is worth a color."""
        return bool(self.rank) or self.is_beyond_chance

    @property
    def distance(self) -> float:
        """Return how far it is from the middle of the shifts before, in their standard deviations."""
        middle, spread = median(self.past), pstdev(self.past)
        return abs(self.now - middle) / (spread or abs(middle) or 1)


@dataclass(frozen=True, slots=True)
class ShiftChanges:
    """What changed, the least usual first.

    compared_with: the day a week ago; None if nothing was dealt then, and the median of the shifts before counts.
    days: those of the shifts before with any activity, the newest first. before: the figures of the week ago.
    """

    compared_with: date | None
    days: tuple[date, ...]
    changes: tuple[Change, ...]
    before: Dashboard | None


def changes_of(now: Dashboard, *, is_over: bool = True) -> ShiftChanges:
    """Compare a range of one day with the same shift of the eight weeks before.

    is_over: False leaves out the sums, of which the shift has only a part so far.
    """
    weeks = [dashboard(one) for one in now.report_range.before(WEEKS)]
    active = [one for one in weeks if one.total.hands or one.total.open_s]
    days = tuple(one.report_range.first for one in active if one.report_range.first)
    week_ago = weeks[0] if weeks and weeks[0] in active else None
    past = [_measured(one) for one in active]
    shown = [] if not active else [_change(key, _measured(now), past, week_ago) for key in _KEYS]
    changes = [one for one in shown if one is not None and (is_over or one.key not in SUMS)]
    changes.sort(key=lambda one: (not one.is_unusual, -one.distance))
    day = week_ago.report_range.first if week_ago else None
    return ShiftChanges(day, days, tuple(changes), week_ago)


_KEYS: tuple[MeasureKey, ...] = ("pace", "calls", "here", "drop", "wait", "overridden", "lost")


def _measured(one: Dashboard) -> dict[MeasureKey, Measured]:
    """Return the figures that a shift has; a median needs ten cases."""
    calls, wait = one.calls_total, one.waits_total.wait_s.p50
    pace, here, share = one.total.pace, calls.here_s.p50, calls.override_share
    found: dict[MeasureKey, Measured] = {
        "calls": Measured(calls.n, calls.per_1000),
        "drop": Measured(one.total.drop),
    }
    if one.lost_seats:
        found["lost"] = Measured(sum(game.lost_s for game in one.lost_seats))
    if pace.value is not None:
        found["pace"] = Measured(pace.value, pace)
    if here is not None:
        found["here"] = Measured(here)
    if wait is not None:
        found["wait"] = Measured(wait)
    if share.value is not None:
        found["overridden"] = Measured(share.value, share)
    return found


def _change(
    key: MeasureKey,
    now: dict[MeasureKey, Measured],
    past: Sequence[dict[MeasureKey, Measured]],
    week_ago: Dashboard | None,
) -> Change | None:
    """Return one change; None without a figure now or before."""
    values = tuple(one[key].value for one in past if key in one)
    if key not in now or not values:
        return None
    measured = past[0].get(key) if week_ago is not None else None
    if measured is None:
        return Change(key, now[key].value, median(values), values, False)
    interval = difference_interval(now[key].rate, measured.rate)
    return Change(key, now[key].value, measured.value, values, True, interval)


def difference_interval(now: Rate | None, before: Rate | None) -> tuple[float, float] | None:
    """Return the 95% interval of now minus before, from the intervals of both (Newcombe's method).

    None if one of them has no interval.
    """
    if now is None or before is None:
        return None
    low, high, low_before, high_before = now.low, now.high, before.low, before.high
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
    """Return the games whose hands per table-hour changed beyond chance: now, before, difference; largest first."""
    known = {stats.key: stats for stats in before.games}
    found = []
    for stats in now.games:
        other = known.get(stats.key)
        if other is None or stats.pace.value is None or other.pace.value is None:
            continue
        interval = difference_interval(stats.pace, other.pace)
        if interval is not None and not interval[0] <= 0 <= interval[1]:
            found.append((stats, other, stats.pace.value - other.pace.value))
    return sorted(found, key=lambda one: -abs(one[2]))


def calls_changed(
    now: Sequence[tuple[str, CallStats]],
    before: Sequence[tuple[str, CallStats]],
    hands_before: int,
) -> list[tuple[str, CallStats, CallStats]]:
    """Return the kinds of floor calls that became more frequent beyond chance: name, now, before; most calls first.

    hands_before: all hands of the shift before, for a kind that had no call then.
    """
    known = dict(before)
    found = []
    for name, stats in now:
        other = known.get(name) or CallStats(hands=hands_before)
        interval = difference_interval(stats.per_1000, other.per_1000)
        if interval is not None and interval[0] > 0:
            found.append((name, stats, other))
    return sorted(found, key=lambda one: -one[1].n)
