"""Texts of odd chips by game family (H-10), and of hands that tied or lost in an earlier pot (S-094, S-181)."""

from collections.abc import Sequence

from poker.formatting import LEFT, listed, number_word
from poker.view.model import TableView

NO_BUTTON = "first left of the dealer; by suit once hands are entered"
ORDINALS = {1: "1st", 2: "2nd", 3: "3rd"}
BY_SUIT = "by suit of the high card"


def odd_rule(view: TableView, seats: Sequence[int]) -> str:
    """Return why an odd chip goes to its seat: by suit in stud if the hands were entered, else by position."""
    if not view.game or view.game.family != "stud":
        return LEFT
    shown = {seat.seat for seat in view.seats if seat.shown}
    return BY_SUIT if shown.issuperset(seats) else NO_BUTTON


def ordinal(place: int) -> str:
    """Return a place in an order, such as 1st or 2nd."""
    return ORDINALS.get(place, f"{place}th")


def together_win(seats: Sequence[int]) -> str:
    """Return the label of the key that awards a pot to tied hands. It has room for two seats."""
    ordered = sorted(seats)
    return f"{ordered[0]}+{ordered[1]} WIN" if len(ordered) == 2 else f"{len(ordered)} WIN"


def lost_to(seats: Sequence[int], where: str = "") -> str:
    """Return the winners of the earlier pot that a hand lost: "lost to 5 and 7", "lost board 1 to 5"."""
    if not seats:
        return ""
    lost = f"lost {where}".rstrip()
    return f"{lost} to {listed([str(seat) for seat in seats], 'and')}"


def tied_note(units: Sequence[Sequence[int]]) -> str:
    """Return the felt's note about tied seats, such as "5 and 7 are equal: both win, or all three split."."""
    tied = next((unit for unit in units if len(unit) > 1), ())
    if not tied:
        return ""
    names = listed([str(seat) for seat in sorted(tied)], "and")
    together = "both win" if len(tied) == 2 else f"all {len(tied)} win"
    others = len(units) - 1
    if not others:
        return f"{names} are equal: {together}."
    split = (
        f"all {number_word(len(tied) + others)} split" if others == 1 else "they split with others"
    )
    return f"{names} are equal: {together}, or {split}."
