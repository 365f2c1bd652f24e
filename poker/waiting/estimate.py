"""How long a place waits, from the room's own log, and how far that may be wrong."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import accumulate
from math import erfc, exp, inf, log, sqrt

import msgspec

from poker.waiting.rates import Rates

MIDDLE_STEP_FROM, MIDDLE_STEP = 30, 5  # minutes: a wait of half an hour or more is said in fives
ERROR_STEP_FROM, ERROR_STEP = 20, 5
# The house's own, as no guide says: a figure that may be wrong by more is not told, "more than" is.
TOLD_WITHIN = 20
MORE_FROM, MORE_TO, MORE_STEP = 20, 60, 10
STEP, LOOKED_AHEAD = 5, 180  # minutes
# Of chance alone the middle one of all cases is a third of a chair before the mean.
MIDDLE = 1 / 3
ONE_IN_SIX = 0.16
_PARTS = tuple(-log(longer) for longer in (1 - ONE_IN_SIX, 1 / 2, ONE_IN_SIX))
LEAST_CHANCE = 1e-12
_STEPS = range(STEP, LOOKED_AHEAD + STEP, STEP)


class Wait(msgspec.Struct, frozen=True):
    """Minutes, and one standard deviation of them; more: nothing is told but that it is more than these minutes."""

    minutes: int
    error: int
    more: bool = False


class Pace(msgspec.Struct, frozen=True):
    """What one list moves by.

    sitting: minutes that each who plays its game has sat; leave: how often such leave, by that; seen: departures that
    this was taken from, so it may be wrong by one part in the square root of them; waiting: minutes that each name
    waits that was not called yet, in order; off: how often names leave the list without a seat, by that; opened: tables
    that are opened for it a minute, 0 where none is left to open.
    """

    sitting: tuple[int, ...]
    leave: Rates
    seen: float = inf
    waiting: tuple[int, ...] = ()
    off: Rates = Rates()
    opened: float = 0.0


class Span(msgspec.Struct, frozen=True):
    """Minutes after which a place is reached: likely not sooner, as likely sooner as later, likely not later.

    None: not within `LOOKED_AHEAD`. Two waits in three are between the first and the last.
    """

    least: float | None = None
    middle: float | None = None
    most: float | None = None


def wait(places: int, pace: Pace | None, *, open_seats: int = 0) -> Wait | None:
    """The wait of the `places`-th name. None where nothing is known; open seats take names at once.

    At least two waits in three end within the error; at least five in six are longer than a "more than".
    """
    if places <= open_seats:
        return Wait(0, 0)
    if pace is None or not (pace.opened or (pace.sitting and any(pace.leave.bands))):
        return None
    found = spans(pace, open_seats)[places - open_seats - 1 :][:1]
    span = found[0] if found else _further(pace, places, open_seats)
    if span.middle is None or span.most is None or span.most - _least(span) > 2 * TOLD_WITHIN:
        least = min(int(_least(span) // MORE_STEP) * MORE_STEP, MORE_TO)
        return Wait(least, 0, more=True) if least >= MORE_FROM else None
    error = min((span.most - _least(span)) / 2, span.middle)
    return Wait(
        _round(span.middle, MIDDLE_STEP_FROM, MIDDLE_STEP),
        _round(error, ERROR_STEP_FROM, ERROR_STEP),
    )


@lru_cache(maxsize=128)
def spans(pace: Pace, open_seats: int = 0) -> tuple[Span, ...]:
    """For each name that waits and has no open seat, and for the next one to come: when its turn is.

    Step by step, as it is expected: those who sit leave by how long they have sat, whoever takes such a chair may leave
    it again, the first of the list take what is left, the others leave the list by how long they have waited. A place
    is reached when as many chairs were left and names in front have gone as it stands from the first: a normal
    distribution with the variance of so many chances, wider where the rate was seen from few. A table that opens ends
    the wait of all.
    """
    names = pace.waiting[open_seats:]
    found: list[list[float]] = [[] for _ in range(len(names) + 1)]
    before = [0.0] * len(found)
    coming = tuple(_left(pace))
    going = _gone(pace, names, [left for left, _ in coming])
    for minute, (left, variance), gone in zip(_STEPS, coming, going, strict=True):
        for i, off in enumerate(accumulate(gone, initial=0.0)):
            if len(found[i]) == len(_PARTS):
                continue
            error = sqrt(variance + off + left**2 / pace.seen)
            now = pace.opened * minute + _behind(i + 1 - MIDDLE - left - off, error)
            for part in _PARTS[len(found[i]) :]:
                if now < part:
                    break
                found[i].append(minute - STEP * (now - part) / (now - before[i]))
            before[i] = now
    return tuple(Span(*one) for one in found)


def _behind(missing: float, error: float) -> float:
    """The negative logarithm of the chance that so many chairs are missing still."""
    if error <= 0:
        return 0.0
    return -log(max(erfc(-missing / error / sqrt(2)) / 2, LEAST_CHANCE))


def _left(pace: Pace) -> Iterator[tuple[float, float]]:
    """Chairs that are left by each step, as expected, and the variance."""
    until = [
        pace.leave.until(age) for age in range(max(pace.sitting, default=0) + LOOKED_AHEAD + 1)
    ]
    for minute in _STEPS:
        first = [1 - exp(until[sat] - until[sat + minute]) for sat in pace.sitting]
        again = sum(first) * pace.leave.ends(0, minute / 2)  # who took it came half the way, about
        yield sum(first) + again, sum(part * (1 - part) for part in first) + again


def _gone(pace: Pace, names: tuple[int, ...], coming: list[float]) -> Iterator[list[float]]:
    """Of each name, by each step: how likely it has left the list before it had a chair; the same list, moved on."""
    goes = [pace.off.ends(age, STEP) for age in range(max(names, default=0) + LOOKED_AHEAD)]
    there, gone = [1.0] * len(names), [0.0] * len(names)
    first, before = 0, 0.0
    for minute, left in zip(_STEPS, coming, strict=True):
        taken, before = left - before, left
        while taken > 0 and first < len(names):
            part = min(there[first], taken)
            there[first] -= part
            taken -= part
            first += there[first] <= 0
        for i in range(first, len(names)):
            part = there[i] * goes[names[i] + minute - STEP]
            there[i] -= part
            gone[i] += part
        yield gone


def _further(pace: Pace, places: int, open_seats: int) -> Span:
    """A place beyond the next: those between are taken to have come just now."""
    missing = places - 1 - len(pace.waiting)
    longer = msgspec.structs.replace(pace, waiting=pace.waiting + (0,) * missing)
    return spans(longer, open_seats)[-1]


def _least(span: Span) -> float:
    return LOOKED_AHEAD if span.least is None else span.least


def _round(value: float, beyond: int, step: int) -> int:
    if value < beyond:
        return round(value)
    return step * round(value / step)
