"""The seats around the oval of a large tile: seat 1 at the dealer's left, then clockwise, with the dealer at the
bottom.
"""

from functools import lru_cache
from math import cos, pi, sin

from django.utils.safestring import SafeString, mark_safe

# Size of the drawing.
WIDE = 150
HIGH = 112
# Half-axes of the curve the seats sit on.
HALF_WIDE = 60
HALF_HIGH = 42
CIRCLE_CLASSES = {"taken": "", "open": 'class="o" ', "kept": 'class="k" '}
BEND = 0.8  # between an ellipse (1) and a rectangle (0)


@lru_cache(maxsize=4096)
def ring(seats: tuple[str, ...]) -> SafeString:
    """Return the drawing: a disk for a taken seat, a ring for an open seat, a ring with a dot for a reserved seat."""
    return mark_safe(
        "".join(
            _circle(number, *position)
            for number, position in enumerate(zip(_positions(len(seats)), seats, strict=True), 1)
        )
    )


def _circle(number: int, position: tuple[float, float], state: str) -> str:
    x, y = position
    dot = (
        f'<circle class="d" cx="{round(x + 10, 1)}" cy="{round(y - 10, 1)}" r="3"/>'
        if state == "kept"
        else ""
    )
    return f'<circle {CIRCLE_CLASSES[state]}cx="{x}" cy="{y}" r="12"/><text x="{x}" y="{y}" dy="6">{number}</text>{dot}'


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
