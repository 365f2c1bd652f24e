"""Commands of staff and the clock to the waitlists. Wire names are the tags."""

from typing import Annotated

import msgspec
import msgspec.structs

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
FILLED_IN = msgspec.Meta(extra={"filled_in": "by the room"})  # marks fields that no sender sets
Before = Annotated[
    Names, FILLED_IN
]  # players of other lists and must-move tables with priority on the seat
TableName = Annotated[str, msgspec.Meta(max_length=40)]


class WaitlistCommand(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all waitlist commands."""


class SentCommand(WaitlistCommand, frozen=True):
    """Base of the commands that the desk's form and API clients may send as they are."""


def sent_fields(kind: type[WaitlistCommand]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """Return the fields that a sender fills in. The desk's form and the API's body have exactly these."""
    return tuple(
        field
        for field in msgspec.structs.fields(kind)
        if FILLED_IN not in getattr(field.type, "__metadata__", ())
    )


class SetPolicy(WaitlistCommand, frozen=True, tag="set_policy"):
    """Set how the house runs its waitlists."""

    policy: WaitlistPolicy


class OpenWaitlist(WaitlistCommand, frozen=True, tag="open_line"):
    """Open a waitlist, or turn an interest list into its game's waitlist."""

    key: Key
    title: Title
    kind: Kind = "game"
    wants: Annotated[int, msgspec.Meta(ge=0, le=14)] = 0
    of: Annotated[str, msgspec.Meta(max_length=40)] = ""  # the table or game of a change list


class CloseWaitlist(SentCommand, frozen=True, tag="close_line"):
    """Close an empty waitlist; with a reason also one with entries, which are removed."""

    key: Key
    reason: Reason = ""


class AddPlayer(WaitlistCommand, frozen=True, tag="add_name"):
    """Add a player at the end."""

    key: Key
    player: Key
    name: Key
    here: bool = True  # else a call-in
    local: bool = False
    token: Annotated[str, msgspec.Meta(max_length=40), FILLED_IN] = ""  # of the player's own page
    wish: Names = ()
    quoted_wait: Annotated[int, FILLED_IN] = -1  # minutes, as in `WaitlistEntry`
    quoted_error: Annotated[int, FILLED_IN] = 0


class MarkArrived(SentCommand, frozen=True, tag="arrive"):
    """A call-in has arrived in the room."""

    number: Number


class CallPlayer(SentCommand, frozen=True, tag="call_name"):
    """Call a player to a seat; out of order only with a reason."""

    number: Number
    table: Key
    seat: SeatNumber
    reason: Reason = ""
    before: Before = ()


class HoldSeat(SentCommand, frozen=True, tag="hold_seat"):
    """The called player answered: the seat is held until they get to it."""

    number: Number


class ConfirmSeated(SentCommand, frozen=True, tag="seated"):
    """The player is seated and leaves this waitlist."""

    number: Number
    table: Key
    seat: SeatNumber
    reason: Reason = ""
    stake: Stake | None = None  # chips of a player who changes tables by choice (S-002)
    transfer: Transfer = ""  # why the house moves the player with all chips (S-003)
    said: Reason = ""  # the supervisor's reason for the transfer
    before: Before = ()
    origin: Annotated[TableName, FILLED_IN] = ""  # the table that a table change leaves


class RecordSeated(WaitlistCommand, frozen=True, tag="sat_down"):
    """A waiting player was seated at the table itself and leaves the waitlist."""

    number: Number
    table: Key
    seat: SeatNumber


class PageAgain(SentCommand, frozen=True, tag="page_again"):
    """Page a called player, or one whose seat is held, again; the clock keeps running."""

    number: Number


class PassCall(SentCommand, frozen=True, tag="pass_on"):
    """The player passes this call and keeps the position; after the policy's number of passes the entry is
    removed.
    """

    number: Number


class CancelCall(SentCommand, frozen=True, tag="take_back"):
    """Cancel a call or a held seat, with a reason: the position is kept and the call does not count."""

    number: Number
    reason: Reason


class RemovePlayer(SentCommand, frozen=True, tag="take_off"):
    """Remove a player from the waitlist."""

    number: Number
    reason: Reason


class ChangePosition(SentCommand, frozen=True, tag="move_name"):
    """Move an entry to another position; always with a reason."""

    number: Number
    to: Annotated[int, msgspec.Meta(ge=1, le=2000)]
    reason: Reason


class SetChain(WaitlistCommand, frozen=True, tag="set_chain"):
    """Set the must-move tables that feed a main game; without tables the chain ends."""

    key: Key
    main: Names = ()
    feeders: Names = ()
    by: Annotated[str, msgspec.Meta(max_length=100), FILLED_IN] = ""  # who set the chain


class MustMove(SentCommand, frozen=True, tag="must_move"):
    """Move the next player to the main game with all chips (S-004); another player only with a reason."""

    key: Key
    player: Key
    to_table: Key
    to_seat: SeatNumber
    reason: Reason = ""
    stake: Stake | None = None
    name: Annotated[str, msgspec.Meta(max_length=40), FILLED_IN] = ""
    table: Annotated[TableName, FILLED_IN] = ""  # where the player sits now
    seat: Annotated[int, msgspec.Meta(ge=0, le=14), FILLED_IN] = 0
    since: Annotated[int, msgspec.Meta(ge=0), FILLED_IN] = (
        0  # start of the seniority, in Unix milliseconds
    )
    entry: Annotated[str, msgspec.Meta(max_length=60), FILLED_IN] = (
        ""  # the log entry with which the player sat down
    )
    ahead: Annotated[Names, FILLED_IN] = ()  # players with more seniority
    before: Before = ()


class Decline(SentCommand, frozen=True, tag="decline"):
    """A player declines to move; what the house does, and why."""

    key: Key
    player: Key
    what: Answer
    reason: Reason
    name: Annotated[str, msgspec.Meta(max_length=40), FILLED_IN] = ""
    since: Annotated[int, msgspec.Meta(ge=0), FILLED_IN] = (
        0  # of the seniority, in Unix milliseconds
    )


class RenameTable(WaitlistCommand, frozen=True, tag="rename_table"):
    """A table of the room has a new name; sent in the transaction that renames the table."""

    table: Key
    to: Key


class RenamePlayer(WaitlistCommand, frozen=True, tag="rename_player"):
    """A player has a new alias; sent in the transaction that changes it."""

    player: Key
    name: Key


class BreakTable(WaitlistCommand, frozen=True, tag="break_table"):
    """Break a table: players go to drawn seats; those without a seat go to the top of the game's waitlist."""

    table: Key
    key: Key
    title: Title
    reason: Reason
    drawn: tuple[SeatAssignment, ...]  # all players, in the order of the draw
    chairs: tuple[
        tuple[str, int], ...
    ] = ()  # the open seats, table and number, in the order of the draw
    draws: Annotated[int, msgspec.Meta(ge=1)] = (
        1  # until no separated players shared a table (S-016)
    )
    stakes: tuple[tuple[str, Stake], ...] = ()  # chips by player, if no tablet counted them
    tokens: tuple[str, ...] = ()  # tokens for the pages of players without a seat


class UndoAction(SentCommand, frozen=True, tag="undo_act"):
    """Undo the sender's own action, named by one of its entries in this log."""

    entry: Number
    command: Annotated[str, msgspec.Meta(max_length=64), FILLED_IN] = ""  # the action's id
    changes: Annotated[tuple[UndoneChange, ...], FILLED_IN] = ()
    move: Annotated[UndoneMove | None, FILLED_IN] = None


class ExpireDue(WaitlistCommand, frozen=True, tag="lapse"):
    """Expire calls, held seats and call-ins whose time is up."""


SENT_COMMANDS: tuple[type[SentCommand], ...] = tuple(SentCommand.__subclasses__())
COMMANDS: tuple[type[WaitlistCommand], ...] = (
    *SENT_COMMANDS,
    *(kind for kind in WaitlistCommand.__subclasses__() if kind is not SentCommand),
)
