"""Hazard rates by age, from the room's log: how often seats are left and entries leave the waitlist."""

from collections.abc import Iterable
from math import exp

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


def rates(spells: Iterable[Tenure]) -> Rates:
    """Return the rates of all periods; a band with few departures is shrunk toward the one before.

    All rates are 0 without departures.
    """
    ended = [0] * BANDS
    minutes = [0.0] * BANDS
    for spell in spells:
        if spell.ended:
            ended[_band(spell.end)] += 1
        for band in range(_band(spell.begin), _band(spell.end) + 1):
            beyond = (band + 1) * BAND if band < BANDS - 1 else spell.end
            minutes[band] += max(min(spell.end, beyond) - max(spell.begin, band * BAND), 0.0)
    if not any(ended) or not any(minutes):
        return Rates()
    rate = sum(ended) / sum(minutes)
    results = []
    for times, of in zip(ended, minutes, strict=True):
        rate = (times + SHARED_BAND) / (of + SHARED_BAND / rate)
        results.append(rate)
    return Rates(tuple(results))


def factor(spells: Iterable[Tenure], of_all: Rates) -> float:
    """Return how much faster these periods end than all periods at the same ages, shrunk toward 1."""
    times = 0
    expected = 0.0
    for spell in spells:
        times += spell.ended
        expected += of_all.until(spell.end) - of_all.until(spell.begin)
    return (times + SHARED) / (expected + SHARED)


def _band(age: float) -> int:
    return min(int(age // BAND), BANDS - 1)
