"""What staff and the clock ask of the lists. Wire names are the tags."""

from typing import Annotated

import msgspec

from poker.state import Transfer
from poker.waiting.drawing import Drawn
from poker.waiting.state import Answer, Kind, Policy

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Reason = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=14)]
Names = Annotated[tuple[Key, ...], msgspec.Meta(max_length=40)]
Stake = Annotated[int, msgspec.Meta(ge=1, le=10**10)]


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
    of: Annotated[str, msgspec.Meta(max_length=40)] = ""


class CloseLine(Ask, frozen=True, tag="close_line"):
    """An empty list is closed; with a reason also one with names, which are off then."""

    key: Key
    reason: Reason = ""


class AddName(Ask, frozen=True, tag="add_name"):
    """A player is put down, last; `here` false is a call-in. `token` of the player's own page.

    told, give: the wait that the room tells at this moment, as in `Waiting`; the room fills it in.
    """

    key: Key
    player: Key
    name: Key
    here: bool = True
    local: bool = False
    token: Annotated[str, msgspec.Meta(max_length=40)] = ""
    wish: Names = ()
    told: int = -1
    give: int = 0


class Arrive(Ask, frozen=True, tag="arrive"):
    """A call-in is in the room."""

    number: Number


class CallName(Ask, frozen=True, tag="call_name"):
    """A name is called for a seat; out of order only with a reason.

    before: names of other lists and of the must-move tables who have the chair first; the room fills them in.
    """

    number: Number
    table: Key
    seat: SeatNumber
    reason: Reason = ""
    before: Names = ()


class HoldSeat(Ask, frozen=True, tag="hold_seat"):
    """The called player answered: the seat is held until he arrives at it."""

    number: Number


class Seated(Ask, frozen=True, tag="seated"):
    """The player sits: the name is off this list.

    before as in `CallName`; origin: the table that a change leaves, which the room fills in. stake: what lies before
    who changes tables by choice (S-002); transfer and said: why the house brings him and all his chips (S-003).
    """

    number: Number
    table: Key
    seat: SeatNumber
    reason: Reason = ""
    stake: Stake | None = None
    transfer: Transfer = ""
    said: Reason = ""
    before: Names = ()
    origin: Annotated[str, msgspec.Meta(max_length=40)] = ""


class SatDown(Ask, frozen=True, tag="sat_down"):
    """Somebody who waits was seated at the table itself: the name is off."""

    number: Number
    table: Key
    seat: SeatNumber


class PageAgain(Ask, frozen=True, tag="page_again"):
    """A called player, or one for whom a seat is held, is paged once more; the clock runs on."""

    number: Number


class PassOn(Ask, frozen=True, tag="pass_on"):
    """The player lets this call go by and keeps the place; after so many the name is off (policy)."""

    number: Number


class TakeBack(Ask, frozen=True, tag="take_back"):
    """A call or a held seat is taken back, for a reason: the place is kept and the call counts for nothing."""

    number: Number
    reason: Reason


class TakeOff(Ask, frozen=True, tag="take_off"):
    """A name leaves the list."""

    number: Number
    reason: Reason


class MoveName(Ask, frozen=True, tag="move_name"):
    """A name gets another place; never without a reason."""

    number: Number
    to: Annotated[int, msgspec.Meta(ge=1, le=2000)]
    reason: Reason


class SetChain(Ask, frozen=True, tag="set_chain"):
    """The main game of a list is fed by must-move tables; by nothing without tables. `by` set it up."""

    key: Key
    main: Names = ()
    feeders: Names = ()
    by: Annotated[str, msgspec.Meta(max_length=100)] = ""


class MustMove(Ask, frozen=True, tag="must_move"):
    """Who is due moves to the main game with every chip (S-004); somebody else only with a reason.

    The room fills in the rest: the name, where the player sits, since when by which entry, who is senior to him and who
    has the chair before the must-move tables.
    """

    key: Key
    player: Key
    to_table: Key
    to_seat: SeatNumber
    reason: Reason = ""
    stake: Stake | None = None
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    table: Annotated[str, msgspec.Meta(max_length=40)] = ""
    seat: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0
    since: Annotated[int, msgspec.Meta(ge=0)] = 0
    entry: Annotated[str, msgspec.Meta(max_length=60)] = ""
    ahead: Names = ()
    before: Names = ()


class Decline(Ask, frozen=True, tag="decline"):
    """A player does not want to move; what the house does, and why. The room fills in name and seniority."""

    key: Key
    player: Key
    what: Answer
    reason: Reason
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    since: Annotated[int, msgspec.Meta(ge=0)] = 0


class BreakTable(Ask, frozen=True, tag="break_table"):
    """A table is broken: players go to drawn chairs, who got none to the top of the list of the game.

    drawn: everybody in the order of the draw; chairs: the open chairs, table and number, in the order of theirs;
    draws: how often it was drawn until nobody sat with somebody kept apart from him (S-016); drawn at the edge. stakes:
    chips by player where no tablet counted them; tokens: for the own pages of who got no chair.
    """

    table: Key
    key: Key
    title: Title
    reason: Reason
    drawn: tuple[Drawn, ...]
    chairs: tuple[tuple[str, int], ...] = ()
    draws: Annotated[int, msgspec.Meta(ge=1)] = 1
    stakes: tuple[tuple[str, Stake], ...] = ()
    tokens: tuple[str, ...] = ()


class Lapse(Ask, frozen=True, tag="lapse"):
    """The clock: calls, held seats and call-ins whose time is over."""


ASKS: tuple[type[Ask], ...] = tuple(Ask.__subclasses__())
