"""What staff and the clock ask of the lists. Wire names are the tags."""

from typing import Annotated

import msgspec

from poker.waiting.state import Kind, Policy

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Reason = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=14)]


class Ask(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all commands to the lists."""


class SetPolicy(Ask, frozen=True, tag="set_policy"):
    """How the house runs its lists from now on."""

    policy: Policy


class OpenLine(Ask, frozen=True, tag="open_line"):
    """A list is opened, or an interest list becomes the list of its game."""

    key: Key
    title: Title
    kind: Kind = "game"
    wants: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0


class CloseLine(Ask, frozen=True, tag="close_line"):
    """An empty list is closed; with a reason also one with names, which are off then."""

    key: Key
    reason: Reason = ""


class AddName(Ask, frozen=True, tag="add_name"):
    """A player is put down, last; `here` false is a call-in. `token` of the player's own page."""

    key: Key
    player: Key
    name: Key
    here: bool = True
    local: bool = False
    token: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Arrive(Ask, frozen=True, tag="arrive"):
    """A call-in is in the room."""

    number: Number


class CallName(Ask, frozen=True, tag="call_name"):
    """A name is called for a seat; out of order only with a reason."""

    number: Number
    table: Key
    seat: SeatNumber
    reason: Reason = ""


class HoldSeat(Ask, frozen=True, tag="hold_seat"):
    """The called player answered: the seat is held until he arrives at it."""

    number: Number


class Seated(Ask, frozen=True, tag="seated"):
    """The player sits: the name is off this list, and off others where the house says so."""

    number: Number
    table: Key
    seat: SeatNumber
    reason: Reason = ""


class PassOn(Ask, frozen=True, tag="pass_on"):
    """The player lets this call go by and keeps the place; after so many the name is off (policy)."""

    number: Number


class TakeOff(Ask, frozen=True, tag="take_off"):
    """A name leaves the list."""

    number: Number
    reason: Reason


class MoveName(Ask, frozen=True, tag="move_name"):
    """A name gets another place; never without a reason."""

    number: Number
    to: Annotated[int, msgspec.Meta(ge=1, le=2000)]
    reason: Reason


class Lapse(Ask, frozen=True, tag="lapse"):
    """The clock: calls, held seats and call-ins whose time is over."""


ASKS: tuple[type[Ask], ...] = tuple(Ask.__subclasses__())
