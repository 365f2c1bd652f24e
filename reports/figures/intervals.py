"""Rates with their 95 % intervals, and percentiles. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, sqrt
from statistics import NormalDist
from typing import Any

FEW = 10  # cases under which no percentile is told
LEVEL = 0.95
_TAIL = (1 - LEVEL) / 2
_Z = NormalDist().inv_cdf(1 - _TAIL)


@dataclass(frozen=True, slots=True)
class Rate:
    """A rate, the ends of its interval, and how many cases it is of. None where there is nothing to divide by.

    low and high are None where one cluster or less says nothing of the spread.
    """

    value: float | None
    low: float | None
    high: float | None
    n: int

    @property
    def give(self) -> float | None:
        """Half of the interval's width."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Median and ninth decile by nearest rank; None under ten cases. n: cases."""

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
    """A ratio of two sums over clusters that are alike within, such as one dealer's hands in one hour.

    By the linearised variance of a ratio of cluster sums: residuals top - value x bottom, from the sums of products;
    Student's t with clusters - 1 degrees of freedom. scale: by what value and interval are multiplied.
    """
    if bottom <= 0:
        return Rate(None, None, None, n)
    value = top / bottom
    if clusters < 2 or not top_top:  # of nothing but nothing no spread is known
        return Rate(value * scale, None, None, n)
    residual = max(0.0, top_top - 2 * value * top_bottom + value * value * bottom_bottom)
    error = sqrt(clusters / (clusters - 1) * residual) / bottom
    half = float(_special().stdtrit(clusters - 1, 1 - _TAIL)) * error
    low = (
        max(0.0, value - half) if value >= 0 else value - half
    )  # what is counted is not below nothing
    return Rate(value * scale, low * scale, (value + half) * scale, n)


def poisson(count: int, exposure: float, *, scale: float = 1) -> Rate:
    """Events per unit of exposure with the exact interval of a Poisson count."""
    if exposure <= 0:
        return Rate(None, None, None, count)
    special = _special()
    low = float(special.gammaincinv(count, _TAIL)) if count else 0.0
    high = float(special.gammaincinv(count + 1, 1 - _TAIL))
    return Rate(count / exposure * scale, low / exposure * scale, high / exposure * scale, count)


def wilson(part: int, whole: int) -> Rate:
    """A share with Wilson's interval; n is the whole."""
    if whole <= 0:
        return Rate(None, None, None, 0)
    z, share = _Z, part / whole
    below = 1 + z * z / whole
    middle = (share + z * z / (2 * whole)) / below
    half = z / below * sqrt(share * (1 - share) / whole + z * z / (4 * whole * whole))
    low = max(0.0, middle - half) if part else 0.0  # there the sums differ by a rounding
    high = min(1.0, middle + half) if part < whole else 1.0
    return Rate(share, low, high, whole)


def percentile(ordered: Sequence[int], percent: int) -> int | None:
    """By nearest rank, of cases in order; None where there is none."""
    if not ordered:
        return None
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)]


def percentiles(ordered: Sequence[int]) -> Percentiles:
    """Median and ninth decile of cases in order."""
    if len(ordered) < FEW:
        return Percentiles(len(ordered), None, None)
    return Percentiles(len(ordered), percentile(ordered, 50), percentile(ordered, 90))


def _special() -> Any:
    """Imported when it is asked for: it takes most of a second, and most processes make no report."""
    from scipy import special

    return special
