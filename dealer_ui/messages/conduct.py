"""A player's standing for the dealer: number of warnings, and who may not play. Never the details."""

from collections.abc import Sequence

import msgspec

from poker.formatting import as_sentence, seats_said

MAX_NAMED_SEATS = 4  # seats that are named; above that, only their number
CANNOT_PLAY = "can't play: call floor"


class PlayerFlag(msgspec.Struct, frozen=True):
    """What a dealer is shown of a player's standing (S-045)."""

    label: str  # next to the seat, such as "2 warnings"
    short: str  # on the plate of the seat, at most three characters
    is_admitted: bool  # whether the player may be dealt in


def barred_notice(seats: Sequence[int]) -> str:
    """Return the notice next to the count row, between hands."""
    name = seats_said(seats) if len(seats) <= MAX_NAMED_SEATS else f"{len(seats)} seats"
    return f"{as_sentence(name)} {CANNOT_PLAY}"
