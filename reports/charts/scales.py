"""Scales from values to positions, and the marks of an axis."""

from collections.abc import Callable
from math import floor, log10

Scale = Callable[[float], float]


def scale(low: float, high: float, start: float, end: float) -> Scale:
    """Return a scale that maps values low to high to positions start to end; values beyond them are clamped."""
    width = (high - low) or 1

    def place(value: float) -> float:
        part = min(1.0, max(0.0, (value - low) / width))
        return start + part * (end - start)

    return place


def step(most: float, marks: int = 4) -> float:
    """Return the round step that gives about this many marks up to a value: 1, 2, 2.5 or 5 times a power of ten."""
    if most <= 0:
        return 1
    raw = most / marks
    power: float = 10.0 ** floor(log10(raw))
    return next(power * times for times in (1, 2, 2.5, 5, 10) if power * times >= raw * 0.999)
