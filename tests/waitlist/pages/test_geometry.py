"""The seats around a table, as the desk draws them."""

import re
from pathlib import Path

import pytest

import waitlist
from waitlist.pages.geometry import chairs_around

SEAT = Path(waitlist.__file__).parent / "templates/waitlist/_seat.html"
BOX = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')
PICKED = re.compile(r"'picked' %}(\d+)")


@pytest.mark.parametrize("chairs", range(2, 11))
def test_picked_seat_is_inside_the_drawing(chairs: int) -> None:
    drawing = SEAT.read_text()
    left, top, box_width, high = map(float, BOX.findall(drawing)[0])
    radius = float(PICKED.findall(drawing)[0])
    for seat in range(1, chairs + 1):
        dots = chairs_around(dict.fromkeys(range(1, chairs + 1), ""), seat)
        (dot,) = (seat_dot for seat_dot in dots if seat_dot.state == "picked")
        assert left + radius <= dot.x <= left + box_width - radius
        assert top + radius <= dot.y <= top + high - radius
