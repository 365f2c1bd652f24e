"""Seats among the facts of a call, as text."""

import pytest

from floor_ui.facts import seats


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ((), "no one"),
        ((4,), "S4"),
        ((2, 3), "S2, S3"),
        ((1, 2, 3, 4), "S1 to S4"),
        ((1, 3, 4, 5, 9), "S1, S3 to S5, S9"),
        ((6, 7, 8, 9, 1, 2), "S6 to S9, S1, S2"),  # in the order of action
    ],
)
def test_neighboring_seats_are_written_as_a_range(value: tuple[int, ...], shown: str) -> None:
    assert seats(value) == shown
