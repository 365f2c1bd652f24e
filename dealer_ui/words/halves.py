"""Odd chips by family (H-10), and what is said while the halves of a pot are chosen."""

from collections.abc import Sequence

from dealer_ui.words.lines import View
from rulings.wording.sayings import LEFT

NO_BUTTON = "first left of the dealer; by suit once the hands are entered"
BY_SUIT = "by the suit of its high card"


def odd_rule(view: View, seats: Sequence[int]) -> str:
    """Why an odd chip goes where it does: by suit in stud where the hands were entered, else by place."""
    if not view["game"] or view["game"]["family"] != "stud":
        return LEFT
    shown = {seat["seat"] for seat in view["seats"] if seat["shown"]}
    return BY_SUIT if shown.issuperset(seats) else NO_BUTTON
