"""Hazard rates by age, from the room's log: how often seats are left and entries leave the waitlist."""

from collections.abc import Iterable
from itertools import chain, repeat
from math import exp
from operator import add, mul

import msgspec

# House choice, because no guide covers waits: minutes per band, number of bands (the last continues), and the number
# of observations at which a band, or a game, outweighs the value it is shrunk toward.
BAND = 20
BANDS = 18
SHARED_BAND = 3
SHARED = 5


class Tenure(msgspec.Struct, frozen=True):
    """A period of sitting or waiting from one age to another, in minutes; ended: whether the player left or is still
    there.
    """

    begin: float
    end: float
    ended: bool = False


class Rates(msgspec.Struct, frozen=True):
    """Departures per minute for each age band; the last band continues."""

    bands: tuple[float, ...] = (0.0,)

    def until(self, age: float) -> float:
        """Return the expected departures from age zero to `age`, in minutes: the sum of the rates."""
        full = min(int(age // BAND), len(self.bands) - 1)
        return BAND * sum(self.bands[:full]) + self.bands[full] * (age - BAND * full)

    def ends(self, age: float, more: float) -> float:
        """Return the probability, 0 to 1, that a period of this age ends within `more` minutes."""
        return 1 - exp(self.until(age) - self.until(age + more))

    def times(self, factor: float) -> "Rates":
        """Return the rates multiplied by a factor."""
        return Rates(tuple(rate * factor for rate in self.bands))


class Exposure:
    """For each age band, the minutes that were observed in it and the periods that ended in it."""

    def __init__(self, tenures: Iterable[Tenure] = ()) -> None:
        self.minutes = [0.0] * BANDS
        self.ended = [0] * BANDS
        for tenure in tenures:
            self.add(tenure)

    def add(self, tenure: Tenure) -> None:
        """Add a period."""
        last = _band(tenure.end)
        if tenure.ended:
            self.ended[last] += 1
        for band in range(_band(tenure.begin), last + 1):
            until = tenure.end if band == last else (band + 1) * BAND
            self.minutes[band] += max(until - max(tenure.begin, band * BAND), 0.0)

    def include(self, other: "Exposure") -> None:
        """Add another exposure's periods."""
        self.minutes = list(map(add, self.minutes, other.minutes))
        self.ended = list(map(add, self.ended, other.ended))


def rates(exposure: Exposure) -> Rates:
    """Return the rates of the observed periods; a band with few departures is shrunk toward the one before.

    All rates are 0 without departures.
    """
    if not any(exposure.ended) or not any(exposure.minutes):
        return Rates()
    rate = sum(exposure.ended) / sum(exposure.minutes)
    results = []
    for ended, minutes in zip(exposure.ended, exposure.minutes, strict=True):
        rate = (ended + SHARED_BAND) / (minutes + SHARED_BAND / rate)
        results.append(rate)
    return Rates(tuple(results))


def factor(exposure: Exposure, of_all: Rates) -> float:
    """Return how much faster the observed periods end than all periods at the same ages, shrunk toward 1."""
    of_bands = chain(of_all.bands, repeat(of_all.bands[-1]))
    expected: float = sum(map(mul, exposure.minutes, of_bands))
    return (sum(exposure.ended) + SHARED) / (expected + SHARED)


def _band(age: float) -> int:
    return min(int(age // BAND), BANDS - 1)
