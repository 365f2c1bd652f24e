"""The seats around a tile's oval: seat 1 at the dealer's left, then clockwise, the dealer at the bottom."""

from functools import lru_cache
from math import cos, pi, sin

from django.utils.safestring import SafeString, mark_safe

WIDE, HIGH = 101, 46  # of the drawing
HALF_WIDE, HALF_HIGH = 43.5, 18.5  # of the curve on which the seats are
CIRCLE_CLASSES = {"taken": "", "open": 'class="o" ', "kept": 'class="k" '}
BEND = 0.62  # between an ellipse (1) and a rectangle (0)


@lru_cache(maxsize=4096)
def ring(seats: tuple[str, ...]) -> SafeString:
    """Return the drawing: a dot for a taken seat, a ring for an open one, a ring with a dot for a reserved one."""
    return mark_safe(
        "".join(_circle(*position) for position in zip(_positions(len(seats)), seats, strict=True))
    )


def _circle(position: tuple[float, float], state: str) -> str:
    x, y = position
    dot = f'<circle class="d" cx="{x}" cy="{y}" r="1.2"/>' if state == "kept" else ""
    return f'<circle {CIRCLE_CLASSES[state]}cx="{x}" cy="{y}" r="3.3"/>{dot}'


@lru_cache(maxsize=16)
def _positions(seats: int) -> tuple[tuple[float, float], ...]:
    step = 2 * pi / (seats + 1)
    turns = [pi / 2 + step * (number + 1) for number in range(seats)]
    return tuple(
        (
            round(WIDE / 2 + HALF_WIDE * _bent(cos(turn)), 1),
            round(HIGH / 2 + HALF_HIGH * _bent(sin(turn)), 1),
        )
        for turn in turns
    )


def _bent(part: float) -> float:
    return (1 if part >= 0 else -1) * float(abs(part) ** BEND)
