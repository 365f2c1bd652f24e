"""The time charge that is due: how much, from whom (S-005)."""

from collections.abc import Sequence

from rulings.wording.sayings import money, seats_said


def time_due(each: int, seats: Sequence[int], spared: Sequence[int]) -> str:
    """ "time $6 is due from seats 1, 2 and 4 · seat 7 from the next one on"."""
    if not seats:
        return ""
    later = f" \u00b7 {seats_said(spared)} from the next one on" if spared else ""
    return f"time {money(each)} is due from {seats_said(seats)}{later}"


def time_after(each: int) -> str:
    """While a hand is on."""
    return f"time {money(each)} is due after this hand"
