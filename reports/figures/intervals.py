"""Rates with their 95% intervals, and percentiles. Pure."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, sqrt
from statistics import NormalDist

from reports.figures.quantiles import gamma_quantile, student_quantile

MIN_CASES = 10  # cases below which no percentile is reported
LEVEL = 0.95
_TAIL = (1 - LEVEL) / 2
_Z = NormalDist().inv_cdf(1 - _TAIL)


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate with its interval and number of cases. `value` is None without a denominator.

    `low` and `high` are None with fewer than two clusters, because one cluster does not show the spread.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int

    @property
    def margin(self) -> float | None:
        """Half the width of the interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def interval(self) -> tuple[float, float] | None:
        return None if self.low is None or self.high is None else (self.low, self.high)


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Median and 90th percentile by nearest rank; None with fewer than ten cases. n: cases."""

    n: int
    p50: int | None
    p90: int | None


def clustered(
    *,
    top: float,
    bottom: float,
    clusters: int,
    top_top: float,
    top_bottom: float,
    bottom_bottom: float,
    n: int,
    scale: float = 1,
) -> Rate:
    """Return a ratio of two sums over clusters with similar members, such as one dealer's hands in one hour.

    Uses the linearized variance of a ratio of cluster sums: residuals top - value x bottom, from the sums of products;
    Student's t with clusters - 1 degrees of freedom. scale: a factor for the value and its interval.
    """
    if bottom <= 0:
        return Rate(None, None, None, n)
    value = top / bottom
    if clusters < 2 or not top_top:  # without events the spread is unknown
        return Rate(value * scale, None, None, n)
    residual = max(0.0, top_top - 2 * value * top_bottom + value * value * bottom_bottom)
    error = sqrt(clusters / (clusters - 1) * residual) / bottom
    half = student_quantile(1 - _TAIL, clusters - 1) * error
    low = max(0.0, value - half) if value >= 0 else value - half  # a count is never negative
    return Rate(value * scale, low * scale, (value + half) * scale, n)


def poisson(count: int, exposure: float, *, scale: float = 1) -> Rate:
    """Return events per unit of exposure with the exact interval of a Poisson count."""
    if exposure <= 0:
        return Rate(None, None, None, count)
    low = gamma_quantile(_TAIL, count) if count else 0.0
    high = gamma_quantile(1 - _TAIL, count + 1)
    return Rate(count / exposure * scale, low / exposure * scale, high / exposure * scale, count)


def wilson(part: int, total: int) -> Rate:
    """Return a share with Wilson's interval; n is the total."""
    if total <= 0:
        return Rate(None, None, None, 0)
    z = _Z
    share = part / total
    below = 1 + z * z / total
    middle = (share + z * z / (2 * total)) / below
    half = z / below * sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    low = max(0.0, middle - half) if part else 0.0  # rounding errors remain at the ends
    high = min(1.0, middle + half) if part < total else 1.0
    return Rate(share, low, high, total)


def percentile(ordered: Sequence[int], percent: int) -> int | None:
    """Return a percentile of sorted cases by nearest rank; None without cases."""
    if not ordered:
        return None
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)]


def percentiles(ordered: Sequence[int]) -> Percentiles:
    """Return median and 90th percentile of sorted cases."""
    if len(ordered) < MIN_CASES:
        return Percentiles(len(ordered), None, None)
    return Percentiles(len(ordered), percentile(ordered, 50), percentile(ordered, 90))


def counted_percentiles(counts: Mapping[int, int]) -> Percentiles:
    """Return median and 90th percentile by nearest rank. counts: cases by value."""
    n = sum(counts.values())
    if n < MIN_CASES:
        return Percentiles(n, None, None)
    values = sorted(counts)
    up_to = list(accumulate(counts[value] for value in values))
    p50, p90 = (values[bisect_left(up_to, max(1, ceil(n * percent / 100)))] for percent in (50, 90))
    return Percentiles(n, p50, p90)
