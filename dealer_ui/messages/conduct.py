"""A player's standing for the dealer: number of warnings, and who may not play. Never the details."""

from collections.abc import Sequence

from players.standing import Standing
from rulings.messages.formatting import as_sentence, seats_said

MAX_NAMED_SEATS = 4  # seats that are named; above that, only their number


def warning_label(standing: Standing) -> str:
    """Return the label next to a seat: "2 warnings", "may not play"."""
    if not standing.is_admitted:
        return "can't play: call floor"
    return standing.sentence.rstrip(".").replace(". ", ", ")


def mark_short(standing: Standing) -> str:
    """Return the label in at most three characters, for the plate of a seat."""
    if not standing.is_admitted:
        return "BAR" if standing.barred else "OUT" if standing.excluded else "SUS"
    return f"{standing.warnings + standing.penalties}W"


def barred_notice(seats: Sequence[int]) -> str:
    """Return the notice next to the count row, between hands."""
    name = seats_said(seats) if len(seats) <= MAX_NAMED_SEATS else f"{len(seats)} seats"
    return f"{as_sentence(name)} can't play: call floor"
