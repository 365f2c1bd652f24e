"""How long a place waits, from the room's own departures, and how far that may be wrong."""

from math import sqrt

import msgspec

MIDDLE_STEP_FROM, MIDDLE_STEP = 30, 5  # minutes: a wait of half an hour or more is said in fives
ERROR_STEP_FROM, ERROR_STEP = 20, 5


class Wait(msgspec.Struct, frozen=True):
    """Minutes, and one standard deviation of them."""

    minutes: int
    error: int


def wait(places: int, freed: int, *, open_seats: int = 0, minutes: int = 60) -> Wait | None:
    """The wait until the seat of the `places`-th name is free, when `freed` seats were in the last `minutes`.

    Seats freed one by one at a steady rate: the m-th one comes after m / rate, with an error of the square root of m
    / rate. Open seats take names at once. None where no seat was freed: nothing is known then.
    """
    ahead = places - open_seats
    if ahead <= 0:
        return Wait(0, 0)
    if freed <= 0:
        return None
    middle = minutes * ahead / freed
    error = min(minutes * sqrt(ahead) / freed, middle)
    return Wait(
        _round(middle, MIDDLE_STEP_FROM, MIDDLE_STEP), _round(error, ERROR_STEP_FROM, ERROR_STEP)
    )


def _round(value: float, beyond: int, step: int) -> int:
    if value < beyond:
        return round(value)
    return step * round(value / step)
