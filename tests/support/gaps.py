"""Distances between keys."""

from typing import Any


def gap(item: list[Any], other_key: list[Any]) -> float:
    """Return the shortest distance between two keys along an axis; negative if they overlap."""
    (_, x, y, wide, high, _) = item
    (_, x2, y2, wide2, high2, _) = other_key
    across: float = max(x2 - (x + wide), x - (x2 + wide2))
    along: float = max(y2 - (y + high), y - (y2 + high2))
    return max(across, along)
