"""Texts of odd chips by game family (H-10), and of selecting the halves of a pot."""

from collections.abc import Sequence

from poker.formatting import LEFT
from poker.view.model import TableView

NO_BUTTON = "first left of the dealer; by suit once hands are entered"
BY_SUIT = "by suit of the high card"


def odd_rule(view: TableView, seats: Sequence[int]) -> str:
    """Return why an odd chip goes to its seat: by suit in stud if the hands were entered, else by position."""
    if not view.game or view.game.family != "stud":
        return LEFT
    shown = {seat.seat for seat in view.seats if seat.shown}
    return BY_SUIT if shown.issuperset(seats) else NO_BUTTON
