"""Numbers for two drawings: the wait with its error on a line, and the chairs around a table."""

from dataclasses import dataclass
from math import cos, pi, sin

from poker.waiting.estimate import Wait

WIDTH = 104  # px of a strip
LEAST = 40  # minutes that a strip shows at least


@dataclass(frozen=True, slots=True)
class Strip:
    """Where a wait lies on its line, in px."""

    low: int
    middle: int
    high: int


@dataclass(frozen=True, slots=True)
class Dot:
    """A chair, in px of a drawing of 140 by 84; state: taken, empty or picked."""

    x: float
    y: float
    seat: int
    state: str


def scale(most: int) -> int:
    """The end of a strip in minutes: full tens."""
    return max(LEAST, -(-most // 10) * 10)


def strip(wait: Wait, most: int) -> Strip:
    """One standard deviation to each side."""
    unit = (WIDTH - 8) / scale(most)
    low, high = max(wait.minutes - wait.error, 0), wait.minutes + wait.error
    return Strip(*(round(4 + unit * one) for one in (low, wait.minutes, min(high, scale(most)))))


def chairs_around(seats: dict[int, str], picked: int) -> list[Dot]:
    """Seat 1 at the dealer's left, then clockwise; the dealer is at the bottom."""
    step = 2 * pi / (len(seats) + 1)
    return [
        Dot(
            x=round(70 + 60 * cos(pi / 2 + step * place), 1),
            y=round(40 + 34 * sin(pi / 2 + step * place), 1),
            seat=seat,
            state="picked" if seat == picked else "taken" if seats[seat] else "empty",
        )
        for place, seat in enumerate(seats, 1)
    ]
