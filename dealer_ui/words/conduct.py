"""What a dealer is told of a player's standing: how many warnings, and who may not play. Never the story."""

from collections.abc import Sequence

from players.standing import Standing
from rulings.wording.sayings import seats_said, sentence

NAMED = 4  # seats that are named; of more the number


def mark_said(found: Standing) -> str:
    """ "2 warnings", "may not play"; what stands beside a seat."""
    if not found.welcome:
        return "may not play: supervisor"
    return found.sentence.rstrip(".").replace(". ", ", ")


def mark_short(found: Standing) -> str:
    """The same in three letters at most, for the plate of a seat."""
    if not found.welcome:
        return "BAR" if found.barred else "OUT" if found.excluded else "SUS"
    return f"{found.warnings + found.penalties}W"


def not_to_play(seats: Sequence[int]) -> str:
    """Beside the count row, between hands."""
    who = seats_said(seats) if len(seats) <= NAMED else f"{len(seats)} seats"
    return f"{sentence(who)} may not play: supervisor"
