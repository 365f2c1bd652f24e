"""A player's standing for the dealer: the number of warnings, and who may not play, without details."""

from collections.abc import Sequence

import msgspec

from poker.formatting import as_sentence, seats_said

MAX_NAMED_SEATS = 4  # seats named; for more seats, only their number
CANNOT_PLAY = "can't play: call floor"


class PlayerFlag(msgspec.Struct, frozen=True):
    """The part of a player's standing that a dealer sees (S-045)."""

    label: str  # next to the seat, such as "2 warnings"
    short: str  # text on the seat's plate, at most three characters
    is_admitted: bool  # whether the player may be dealt in


def barred_notice(seats: Sequence[int]) -> str:
    """Return the notice next to the count row between hands."""
    name = seats_said(seats) if len(seats) <= MAX_NAMED_SEATS else f"{len(seats)} seats"
    return f"{as_sentence(name)} {CANNOT_PLAY}"
