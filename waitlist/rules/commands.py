"""Commands of staff and the clock to the waitlists. Wire names are the tags."""

from typing import Annotated

import msgspec

from poker.state import Transfer
from waitlist.rules.seat_draw import SeatAssignment
from waitlist.rules.state import Answer, Kind, UndoneChange, UndoneMove, WaitlistPolicy

Key = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Title = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10**9)]
Reason = Annotated[str, msgspec.Meta(max_length=200)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=14)]
Names = Annotated[tuple[Key, ...], msgspec.Meta(max_length=40)]
Stake = Annotated[int, msgspec.Meta(ge=1, le=10**10)]


class WaitlistCommand(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all waitlist commands."""


class SetPolicy(WaitlistCommand, frozen=True, tag="set_policy"):
    """Set how the house runs its waitlists."""

    policy: WaitlistPolicy


class OpenWaitlist(WaitlistCommand, frozen=True, tag="open_line"):
    """Open a waitlist, or turn an interest list into its game's waitlist."""

    key: Key
    title: Title
    kind: Kind = "game"
    wants: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0
    of: Annotated[str, msgspec.Meta(max_length=40)] = ""


class CloseWaitlist(WaitlistCommand, frozen=True, tag="close_line"):
    """Close an empty waitlist; with a reason also one with entries, which are removed."""

    key: Key
    reason: Reason = ""


class AddPlayer(WaitlistCommand, frozen=True, tag="add_name"):
    """Add a player at the end; `here` false is a call-in. `token`: of the player's own page.

    quoted_wait, quoted_error: the wait quoted now, as in `WaitlistEntry`; the room fills it in.
    """

    key: Key
    player: Key
    name: Key
    here: bool = True
    local: bool = False
    token: Annotated[str, msgspec.Meta(max_length=40)] = ""
    wish: Names = ()
    quoted_wait: int = -1
    quoted_error: int = 0


class MarkArrived(WaitlistCommand, frozen=True, tag="arrive"):
    """A call-in has arrived in the room."""

    number: Number


class CallPlayer(WaitlistCommand, frozen=True, tag="call_name"):
    """Call a player to a seat; out of order only with a reason.

    before: entries of other lists and of must-move tables with priority on the seat; the room fills them in.
    """

    number: Number
    table: Key
    seat: SeatNumber
    reason: Reason = ""
    before: Names = ()


class HoldSeat(WaitlistCommand, frozen=True, tag="hold_seat"):
    """The called player answered: the seat is held until they get to it."""

    number: Number


class ConfirmSeated(WaitlistCommand, frozen=True, tag="seated"):
    """The player is seated and leaves this waitlist.

    before: as in `CallPlayer`; origin: the table a change leaves, which the room fills in. stake: chips of a player
    who changes tables by choice (S-002); transfer and said: why the house moves the player with all chips (S-003).
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


class RecordSeated(WaitlistCommand, frozen=True, tag="sat_down"):
    """A waiting player was seated at the table itself and leaves the waitlist."""

    number: Number
    table: Key
    seat: SeatNumber


class PageAgain(WaitlistCommand, frozen=True, tag="page_again"):
    """Page a called player, or one whose seat is held, again; the clock keeps running."""

    number: Number


class PassCall(WaitlistCommand, frozen=True, tag="pass_on"):
    """The player passes this call and keeps the position; after the policy's number of passes the entry is
    removed.
    """

    number: Number


class CancelCall(WaitlistCommand, frozen=True, tag="take_back"):
    """Cancel a call or a held seat, with a reason: the position is kept and the call does not count."""

    number: Number
    reason: Reason


class RemovePlayer(WaitlistCommand, frozen=True, tag="take_off"):
    """Remove a player from the waitlist."""

    number: Number
    reason: Reason


class ChangePosition(WaitlistCommand, frozen=True, tag="move_name"):
    """Move an entry to another position; always with a reason."""

    number: Number
    to: Annotated[int, msgspec.Meta(ge=1, le=2000)]
    reason: Reason


class SetChain(WaitlistCommand, frozen=True, tag="set_chain"):
    """Set the must-move tables that feed a main game; without tables the chain ends. `by`: who set it up."""

    key: Key
    main: Names = ()
    feeders: Names = ()
    by: Annotated[str, msgspec.Meta(max_length=100)] = ""


class MustMove(WaitlistCommand, frozen=True, tag="must_move"):
    """Move the next player to the main game with all chips (S-004); another player only with a reason.

    The room fills in the rest: the name, the player's seat, since when and by which entry, who is senior to the
    player and who has priority on the seat before the must-move tables.
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


class Decline(WaitlistCommand, frozen=True, tag="decline"):
    """A player declines to move; what the house does, and why. The room fills in name and seniority."""

    key: Key
    player: Key
    what: Answer
    reason: Reason
    name: Annotated[str, msgspec.Meta(max_length=40)] = ""
    since: Annotated[int, msgspec.Meta(ge=0)] = 0


class RenameTable(WaitlistCommand, frozen=True, tag="rename_table"):
    """A table of the room got another name; sent in the transaction that renames the table."""

    table: Key
    to: Key


class RenamePlayer(WaitlistCommand, frozen=True, tag="rename_player"):
    """A player has another alias; sent in the transaction that changes it."""

    player: Key
    name: Key


class BreakTable(WaitlistCommand, frozen=True, tag="break_table"):
    """Break a table: players go to drawn seats; those without a seat go to the top of the game's waitlist.

    drawn: all players in the order of the draw; chairs: the open seats, table and number, in their order;
    draws: how many draws it took until no separated players shared a table (S-016); drawn by the caller. stakes:
    chips by player if no tablet counted them; tokens: for the pages of players without a seat.
    """

    table: Key
    key: Key
    title: Title
    reason: Reason
    drawn: tuple[SeatAssignment, ...]
    chairs: tuple[tuple[str, int], ...] = ()
    draws: Annotated[int, msgspec.Meta(ge=1)] = 1
    stakes: tuple[tuple[str, Stake], ...] = ()
    tokens: tuple[str, ...] = ()


class UndoAction(WaitlistCommand, frozen=True, tag="undo_act"):
    """Undo the sender's own action, named by one of its entries in this log.

    The server fills in the rest: the action's command id, and what becomes of its waitlist entries and its must-move.
    """

    entry: Number
    command: Annotated[str, msgspec.Meta(max_length=64)] = ""
    changes: tuple[UndoneChange, ...] = ()
    move: UndoneMove | None = None


class ExpireDue(WaitlistCommand, frozen=True, tag="lapse"):
    """Expire calls, held seats and call-ins whose time is up."""


COMMANDS: tuple[type[WaitlistCommand], ...] = tuple(WaitlistCommand.__subclasses__())
