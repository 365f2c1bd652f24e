"""How often something ends by how long it has lasted: seats that are left, names that go; from a room's own log."""

from collections.abc import Iterable
from math import exp

import msgspec

# The house's own, as no guide speaks of waits: minutes of a band, how many bands there are (the last goes on), and
# how many endings of its own a band, or a game, needs before they weigh more than what it is drawn towards.
BAND = 20
BANDS = 18
SHARED_BAND = 3
SHARED = 5


class Spell(msgspec.Struct, frozen=True):
    """Somebody sat, or waited, from one age to another, in minutes; ended: he went then, else he is still there."""

    begin: float
    end: float
    ended: bool = False


class Rates(msgspec.Struct, frozen=True):
    """Endings a minute for each band of age; from the last one on the same."""

    bands: tuple[float, ...] = (0.0,)

    def until(self, age: float) -> float:
        """Endings that are expected from nothing to an age, in minutes: the sum of the rates."""
        full = min(int(age // BAND), len(self.bands) - 1)
        return BAND * sum(self.bands[:full]) + self.bands[full] * (age - BAND * full)

    def ends(self, age: float, more: float) -> float:
        """The chance, 0 to 1, that what has lasted so long ends within so many minutes more."""
        return 1 - exp(self.until(age) - self.until(age + more))

    def times(self, factor: float) -> "Rates":
        """The same by a factor."""
        return Rates(tuple(rate * factor for rate in self.bands))


def rates(spells: Iterable[Spell]) -> Rates:
    """The rates of all spells; a band with few endings is drawn towards the one before. No ending: all are 0."""
    ended, minutes = [0] * BANDS, [0.0] * BANDS
    for spell in spells:
        if spell.ended:
            ended[_band(spell.end)] += 1
        for band in range(_band(spell.begin), _band(spell.end) + 1):
            beyond = (band + 1) * BAND if band < BANDS - 1 else spell.end
            minutes[band] += max(min(spell.end, beyond) - max(spell.begin, band * BAND), 0.0)
    if not any(ended) or not any(minutes):
        return Rates()
    rate, found = sum(ended) / sum(minutes), []
    for times, of in zip(ended, minutes, strict=True):
        rate = (times + SHARED_BAND) / (of + SHARED_BAND / rate)
        found.append(rate)
    return Rates(tuple(found))


def factor(spells: Iterable[Spell], of_all: Rates) -> float:
    """How much faster these end than all do at the same ages, drawn towards 1."""
    times, expected = 0, 0.0
    for spell in spells:
        times += spell.ended
        expected += of_all.until(spell.end) - of_all.until(spell.begin)
    return (times + SHARED) / (expected + SHARED)


def _band(age: float) -> int:
    return min(int(age // BAND), BANDS - 1)
