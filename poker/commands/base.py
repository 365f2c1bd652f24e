"""Base of all commands, and the types of their arguments; amounts are in the smallest unit."""

from typing import Annotated, Literal

import msgspec

from poker.games import MOST_SEATS

SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=MOST_SEATS)]
Amount = Annotated[int, msgspec.Meta(ge=1, le=10**10)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=10**10)]
Count = Annotated[int, msgspec.Meta(ge=0, le=MOST_SEATS)]
Text = Annotated[str, msgspec.Meta(max_length=200)]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Card = Annotated[str, msgspec.Meta(min_length=2, max_length=2)]
Cards = Annotated[tuple[Card, ...], msgspec.Meta(max_length=12)]
What = Literal["fold", "check", "call", "bet", "raise", "complete", "all_in"]


class Command(
    msgspec.Struct, frozen=True, tag_field="command", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all commands."""
