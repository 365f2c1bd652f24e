"""Parts of the step sentences: wordings from long to short, and the chips before the next card."""

from collections.abc import Iterator, Sequence

from dealer_ui.messages.text_width import fits
from poker.cards import UNKNOWN
from poker.formatting import card, money, pot_name, seats_said
from poker.step import Step

Line = tuple[str, str]
NO_BURN = "no burn"
MOST_NAMED = 4  # seats that a sentence names individually


def first_that_fits(lines: Iterator[Line], *, room: int | None = None) -> Line:
    """Return the longest wording that fits. If no wording fits with its second half, return the shortest one without
    it.
    """
    wordings = list(lines)
    for now, then in wordings:
        if fits(now, then, room=room):
            return now, then
    return wordings[-1][0], ""


def collection_text(step: Step, *, seats: bool = True) -> str:
    """Return what happens to the chips before the next card: the uncalled bet, then the side pots (S-115)."""
    parts = []
    if back := step.facts.get("returned"):
        parts.append(f"Return {money(back.amount)} to seat {back.seat}.")
    sides = step.facts.get("side_pots", ())
    for side in sides:
        name = f", {seats_said(sorted(side.seats))}" if seats else ""
        parts.append(f"{pot_name(side.pot, len(sides))}: {money(side.amount)}{name}.")
    return " ".join(parts)


def burn_text(step: Step) -> str:
    """Return the burn before the next card. A ruling may have waived it, or its card may be known (H-20, H-49)."""
    if step.facts.get("no_burn"):
        return NO_BURN
    top = step.facts.get("top")
    if top == UNKNOWN:
        return "burn the exposed card"
    return f"burn the {card(top)}" if top else "burn one"


def then_seats(seats: Sequence[int]) -> str:
    """Return the seats that follow, or ""; more than a few are described by direction."""
    if len(seats) > MOST_NAMED:
        return "Then clockwise."
    return f"Then {seats_said(seats)}." if seats else ""
