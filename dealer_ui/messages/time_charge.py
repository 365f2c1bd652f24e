"""The time charge that is due: how much, from whom (S-005)."""

from collections.abc import Sequence

from poker.formatting import money, seats_said


def time_due(each: int, seats: Sequence[int], spared: Sequence[int]) -> str:
    """Return the reminder, such as "collect time $6: seats 1, 2 and 4 · seat 7 pays next time"."""
    if not seats:
        return ""
    pay = "pays" if len(spared) == 1 else "pay"
    later = f" \u00b7 {seats_said(spared)} {pay} next time" if spared else ""
    return f"collect time {money(each)}: {seats_said(seats)}{later}"


def time_after(each: int) -> str:
    """Return the text during a hand."""
    return f"time {money(each)} due after this hand"
