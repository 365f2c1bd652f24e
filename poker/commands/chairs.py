"""What the floor and the desk ask of a table's chairs. Wire names are the tags."""

from typing import Annotated

import msgspec

from poker.commands.base import Command, Name, SeatNumber, Text
from poker.games import MOST_SEATS

Moment = Annotated[int, msgspec.Meta(ge=1, le=2**53)]  # unix milliseconds
Alias = Annotated[str, msgspec.Meta(max_length=40)]


class LockSeat(Command, frozen=True, tag="lock_seat"):
    """An empty chair is kept until a moment: for a player, or for a reason that is said (S-013)."""

    seat: SeatNumber
    until: Moment
    player: Alias = ""
    name: Alias = ""
    reason: Text = ""


class UnlockSeat(Command, frozen=True, tag="unlock_seat"):
    """The chair is open again; `lapsed`: by the clock."""

    seat: SeatNumber
    lapsed: bool = False


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who gets a chair by the draw."""

    player: Name
    name: Name


class DrawSeats(Command, frozen=True, tag="draw_seats"):
    """Chairs by lot: the first player gets the first chair of `order`, and so on.

    order: the chairs of the draw, shuffled by whoever asks; those that are left over stay open.
    """

    players: Annotated[tuple[Drawn, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
    order: Annotated[tuple[SeatNumber, ...], msgspec.Meta(min_length=1, max_length=MOST_SEATS)]
