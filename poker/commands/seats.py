"""Commands of the floor and the desk about a table's seats. Wire names are the tags."""

from typing import Annotated

import msgspec

from poker.commands.base import Command, Name, SeatNumber, Text
from poker.games import MOST_SEATS

Moment = Annotated[int, msgspec.Meta(ge=1, le=2**53)]  # Unix milliseconds
Alias = Annotated[str, msgspec.Meta(max_length=40)]


class LockSeat(Command, frozen=True, tag="lock_seat"):
    """Lock up an empty seat until a given time, for a player or for a stated reason (S-013)."""

    seat: SeatNumber
    until: Moment
    player: Alias = ""
    name: Alias = ""
    reason: Text = ""


class UnlockSeat(Command, frozen=True, tag="unlock_seat"):
    """Unlock the seat."""

    seat: SeatNumber
    lapsed: bool = False  # its time ran out


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player who gets a seat in the draw."""

    player: Name
    name: Name


class DrawSeats(Command, frozen=True, tag="draw_seats"):
    """Draw for seats: the first player gets the first seat of `order`, and so on."""

    players: Annotated[tuple[Drawn, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    # The seats of the draw, shuffled by the caller; seats left over stay open.
    order: Annotated[tuple[SeatNumber, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
