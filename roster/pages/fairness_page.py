"""Shares of shifts by dealer."""

from datetime import date


def fairness_rows(room_id: int, first: date, last: date) -> tuple[list[str], list[object]]:
    """Return the titles and the rows."""
    return [], []
