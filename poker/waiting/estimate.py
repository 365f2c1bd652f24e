"""How long a place waits, from the room's own log, and how far that may be wrong."""

from math import inf, sqrt

import msgspec

MIDDLE_STEP_FROM, MIDDLE_STEP = 30, 5  # minutes: a wait of half an hour or more is said in fives
ERROR_STEP_FROM, ERROR_STEP = 20, 5
# The house's own, as no guide says: a figure that may be wrong by more is not told, "more than" is.
TOLD_WITHIN = 20
MORE_FROM, MORE_TO, MORE_STEP = 20, 60, 10


class Wait(msgspec.Struct, frozen=True):
    """Minutes, and one standard deviation of them; more: nothing is told but that it is more than these minutes."""

    minutes: int
    error: int
    more: bool = False


class Pace(msgspec.Struct, frozen=True):
    """How fast one list moves. All but the second are a minute.

    freed: chairs of its game that are left; seen: departures that this was taken from, so it may be wrong by one part
    in the square root of them; off: the share of names that leave the list without a seat; opened: tables that are
    opened for it, 0 where none is left to open.
    """

    freed: float
    seen: float = inf
    off: float = 0.0
    opened: float = 0.0


def wait(places: int, pace: Pace | None, *, open_seats: int = 0) -> Wait | None:
    """The wait of the `places`-th name. None where nothing is known; open seats take names at once.

    At least two waits in three end within the error; about five in six are longer than a "more than".
    """
    ahead = places - open_seats
    if ahead <= 0:
        return Wait(0, 0)
    found = spread(ahead, pace) if pace else None
    if found is None:
        return None
    middle, error = found
    if error > TOLD_WITHIN:
        least = min(int((middle - error) // MORE_STEP) * MORE_STEP, MORE_TO)
        return Wait(least, 0, more=True) if least >= MORE_FROM else None
    return Wait(
        _round(middle, MIDDLE_STEP_FROM, MIDDLE_STEP),
        _round(min(error, middle), ERROR_STEP_FROM, ERROR_STEP),
    )


def spread(chairs: int, pace: Pace) -> tuple[float, float] | None:
    """Minutes until so many chairs were taken by names in front or by this one, and their standard deviation.

    None where no chair comes. With names that stay and no table that opens, m / rate and sqrt(m) / rate.
    """
    if pace.freed + pace.opened <= 0:
        return None
    middle, variance = _passing(chairs, pace, pace.freed)
    step = 0.01
    slope = (_passing(chairs, pace, pace.freed * (1 + step))[0] - middle) / step
    return middle, sqrt(variance + slope**2 / pace.seen)


def _passing(chairs: int, pace: Pace, freed: float) -> tuple[float, float]:
    """Mean and variance: a place moves up when a chair is left or one of those in front goes, one after the other.

    A table that opens ends the wait of all: it has chairs for more names than are told a figure.
    """
    first, second = 0.0, 0.0  # the mean, and the mean of the square
    for others in range(chairs):
        up = freed + pace.off * others
        rate = up + pace.opened
        second = 2 / rate**2 + up / rate * (second + 2 * first / rate)
        first = 1 / rate + up / rate * first
    return first, max(second - first**2, 0.0)


def _round(value: float, beyond: int, step: int) -> int:
    if value < beyond:
        return round(value)
    return step * round(value / step)
