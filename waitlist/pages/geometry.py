"""Geometry of two drawings: the wait bar with its error, and the seats around a table."""

from dataclasses import dataclass
from math import cos, pi, sin

from waitlist.rules.wait_estimate import WaitEstimate

WIDTH = 104  # px of a bar
MIN_MINUTES = 40  # minutes that a bar covers at least


@dataclass(frozen=True, slots=True)
class WaitBar:
    """The position of a wait on its bar, in px."""

    low: int
    middle: int
    high: int


@dataclass(frozen=True, slots=True)
class SeatDot:
    """A seat, in px of a drawing of 140 by 84."""

    x: float
    y: float
    seat: int
    state: str  # taken, empty or picked


def scale(most: int) -> int:
    """Return the end of a bar in minutes, rounded up to tens."""
    return max(MIN_MINUTES, -(-most // 10) * 10)


def wait_bar(wait: WaitEstimate, most: int) -> WaitBar:
    """Return the bar of a wait with one standard deviation to each side."""
    unit = (WIDTH - 8) / scale(most)
    low = max(wait.minutes - wait.error, 0)
    high = wait.minutes + wait.error
    return WaitBar(
        *(round(4 + unit * number) for number in (low, wait.minutes, min(high, scale(most))))
    )


def chairs_around(seats: dict[int, str], picked: int) -> list[SeatDot]:
    """Return the seats around the table: seat 1 at the dealer's left, then clockwise, with the dealer at the bottom."""
    step = 2 * pi / (len(seats) + 1)
    return [
        SeatDot(
            x=round(70 + 60 * cos(pi / 2 + step * position), 1),
            y=round(40 + 34 * sin(pi / 2 + step * position), 1),
            seat=seat,
            state="picked" if seat == picked else "taken" if seats[seat] else "empty",
        )
        for position, seat in enumerate(seats, 1)
    ]
