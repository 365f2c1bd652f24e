"""Commands to a tournament from desk, director, tables and the clock. Their tags are the wire names."""

from typing import Annotated, Literal

import msgspec

from tournaments.rules.plan import MINUTE, Plan
from tournaments.rules.state import DealMethod, Method, PenaltyUnit

Key = Annotated[str, msgspec.Meta(max_length=40)]
Name = Annotated[str, msgspec.Meta(max_length=60)]
Token = Annotated[str, msgspec.Meta(max_length=40)]  # of the player's own page
TableName = Annotated[str, msgspec.Meta(min_length=1, max_length=60)]
SeatNumber = Annotated[int, msgspec.Meta(ge=1, le=10)]
EntryNumber = Annotated[int, msgspec.Meta(ge=1, le=100_000)]
Moment = Annotated[int, msgspec.Meta(ge=0)]
Chips = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=10**12)]
Reason = Annotated[str, msgspec.Meta(max_length=200)]
# Seats in the order in which they were drawn at random.
DrawnSeats = Annotated[tuple[tuple[TableName, SeatNumber], ...], msgspec.Meta(max_length=10_000)]


class TournamentCommand(
    msgspec.Struct, frozen=True, tag_field="ask", forbid_unknown_fields=True, omit_defaults=True
):
    """Base of all tournament commands."""


class ScheduleEvent(TournamentCommand, frozen=True, tag="schedule"):
    """Schedule the event, or change its plan or start before the first entry."""

    plan: Plan
    starts_at: Moment


class CancelEvent(TournamentCommand, frozen=True, tag="cancel"):
    """Cancel the event before its first entry. `ScheduleEvent` brings it back."""

    reason: Reason


class ChangeLevels(TournamentCommand, frozen=True, tag="change_levels"):
    """Replace levels and breaks that have not begun yet."""

    plan: Plan


class AddTable(TournamentCommand, frozen=True, tag="add_table"):
    """Add a table with its number of seats. reserved: seats for special needs, which no draw uses."""

    table: TableName
    seats: Annotated[int, msgspec.Meta(ge=2, le=10)]
    reserved: tuple[SeatNumber, ...] = ()


class RemoveTable(TournamentCommand, frozen=True, tag="remove_table"):
    """Remove an empty table."""

    table: TableName


class Enter(TournamentCommand, frozen=True, tag="enter"):
    """Sell an entry and draw its seat; without an open seat the entry becomes an alternate.

    `kind` follows from the player's earlier entries. seats: all seats in random order.
    """

    player: Key = ""
    name: Name = ""
    method: Method = "cash"
    seats: DrawnSeats = ()
    token: Token = ""


class FlightStack(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A stack that was bagged in a flight, with the token of the player's new page."""

    player: Key
    name: Name
    stack: Chips
    token: Token = ""


class KeptOutStack(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A stack that was bagged in a flight by a player who may no longer enter. entry: in the flight."""

    entry: Annotated[int, msgspec.Meta(ge=1)]
    stack: Chips


class BringFlight(TournamentCommand, frozen=True, tag="bring_flight"):
    """Bring the stacks and the prize pool of a flight, and draw the seats.

    All but `flight` comes from the log of the flight. kept_out: stacks that leave play (S-045).
    """

    flight: Annotated[int, msgspec.Meta(ge=1)]
    name: Name = ""
    entries: Annotated[int, msgspec.Meta(ge=0)] = 0
    pool: Amount = 0
    stacks: tuple[FlightStack, ...] = ()
    seats: DrawnSeats = ()
    kept_out: tuple[KeptOutStack, ...] = ()


class SendStacks(TournamentCommand, frozen=True, tag="send_stacks"):
    """Close a flight, because its stacks play on in another event."""

    to: Name


class Buy(TournamentCommand, frozen=True, tag="buy"):
    """Sell a rebuy or an add-on to an entry."""

    entry: EntryNumber
    what: str
    method: Method = "cash"


class VoidEntry(TournamentCommand, frozen=True, tag="void_entry"):
    """Void an entry and return what was paid. dealt_in: the player was dealt a hand, so that only a director may."""

    entry: EntryNumber
    reason: Reason
    dealt_in: bool = False
    by_director: bool = False


class SeatAlternates(TournamentCommand, frozen=True, tag="seat_alternates"):
    """Seat alternates in their order, as many as there are open seats. seats: all seats in random order."""

    seats: DrawnSeats = ()
    most: Annotated[int, msgspec.Meta(ge=1)] = 1


class CloseRegistration(TournamentCommand, frozen=True, tag="close_registration"):
    """Close registration before its level."""


class FixPool(TournamentCommand, frozen=True, tag="fix_pool"):
    """Fix the prize pool and the payouts. Registration must be closed."""


class StartClock(TournamentCommand, frozen=True, tag="start_clock"):
    """Start or resume the clock."""


class PauseClock(TournamentCommand, frozen=True, tag="pause_clock"):
    """Stop the clock."""


class ShiftClock(TournamentCommand, frozen=True, tag="shift_clock"):
    """Give the level more milliseconds, or fewer."""

    by: Annotated[int, msgspec.Meta(ge=-7_200_000, le=7_200_000)]


class MoveClock(TournamentCommand, frozen=True, tag="move_clock"):
    """Move the clock to the start of another level or break. `segment` counts levels and breaks from 0."""

    segment: Annotated[int, msgspec.Meta(ge=0, le=400)]
    # The segment on the sender's screen, so that two directors do not skip a level together. None skips the check.
    shown: int | None = None


class BeginLevel(TournamentCommand, frozen=True, tag="begin_level"):
    """Record the levels and breaks that have begun by the clock since the last one in the log."""


class BustPlayer(TournamentCommand, frozen=True, tag="bust"):
    """Take a player out. stack: chips before the hand, None if unknown."""

    entry: EntryNumber
    hand: Annotated[int, msgspec.Meta(ge=0)] = 0
    stack: Chips | None = None


class UndoBust(TournamentCommand, frozen=True, tag="undo_bust"):
    """Bring a player back: to the same seat if it is open, otherwise to a drawn one."""

    entry: EntryNumber
    seats: DrawnSeats = ()


class MoveOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One move of `OrderMoves`, as the director saw it."""

    entry: EntryNumber
    table: TableName
    seat: SeatNumber
    to_table: TableName
    to_seat: SeatNumber
    reason: Reason = ""  # why the director replaced the suggested player or seat


class OrderMoves(TournamentCommand, frozen=True, tag="order_moves"):
    """Order the moves that balance tables."""

    moves: Annotated[tuple[MoveOrder, ...], msgspec.Meta(min_length=1, max_length=60)]


class ReleaseMove(TournamentCommand, frozen=True, tag="release_move"):
    """Record that a player left the old seat, because the table is between hands."""

    entry: EntryNumber


class FinishMove(TournamentCommand, frozen=True, tag="finish_move"):
    """Record that a player arrived at the new seat."""

    entry: EntryNumber


class CancelMove(TournamentCommand, frozen=True, tag="cancel_move"):
    """Cancel a move before the player has left."""

    entry: EntryNumber
    reason: Reason = ""


class BreakTable(TournamentCommand, frozen=True, tag="break_table"):
    """Break a table by two random steps. seats: all seats in random order; numbers: random order of 0, 1, 2…"""

    table: TableName
    seats: DrawnSeats = ()
    numbers: tuple[Annotated[int, msgspec.Meta(ge=0, le=10)], ...] = ()


class UndoBreak(TournamentCommand, frozen=True, tag="undo_break"):
    """Put the players of a broken table back, as long as none of them has arrived."""

    table: TableName


class Redraw(TournamentCommand, frozen=True, tag="redraw"):
    """Draw new seats for everyone, at the tables named. seats: their seats in random order."""

    tables: tuple[TableName, ...]
    seats: DrawnSeats = ()


class WaiveStop(TournamentCommand, frozen=True, tag="waive_stop"):
    """Let a table go on although it is short, or stop it again."""

    table: TableName
    waived: bool = True


class BeginHandForHand(TournamentCommand, frozen=True, tag="begin_hand_for_hand"):
    """Begin hand for hand; the clock stops."""


class FinishHand(TournamentCommand, frozen=True, tag="finish_hand"):
    """Record that a table finished its hand. The next one begins when every table has.

    takes: milliseconds that a hand of all tables takes off the stopped clock (H-87), which the room fills in.
    """

    table: TableName
    takes: Annotated[int, msgspec.Meta(ge=0, le=10 * MINUTE)] = 0


class EndHandForHand(TournamentCommand, frozen=True, tag="end_hand_for_hand"):
    """End hand for hand; the clock goes on."""


class ColorUp(TournamentCommand, frozen=True, tag="color_up"):
    """Record a color-up: the chips that were taken in and those that were given out, by value."""

    chip: Annotated[int, msgspec.Meta(ge=1)]
    taken: Chips
    given: Chips


class Penalize(TournamentCommand, frozen=True, tag="penalize"):
    """Give a player a penalty in hands or rounds, or disqualify them.

    units, round_of: the house's choices (H-84, H-85), which the room fills in.
    """

    entry: EntryNumber
    unit: PenaltyUnit
    reason: Reason
    count: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    units: Literal["hands_rounds", "hands"] = "hands_rounds"
    round_of: Literal["players", "seats"] = "players"


class ServePenalty(TournamentCommand, frozen=True, tag="serve_penalty"):
    """Count a finished hand of a penalty as served."""

    entry: EntryNumber


class ReopenPenaltyHand(TournamentCommand, frozen=True, tag="reopen_penalty_hand"):
    """Take back a served hand of a penalty, because the end of the hand was undone."""

    entry: EntryNumber


class EndPenalty(TournamentCommand, frozen=True, tag="end_penalty"):
    """End a penalty early; what was served stays."""

    entry: EntryNumber


class UndoPenalty(TournamentCommand, frozen=True, tag="undo_penalty"):
    """Withdraw a running penalty that was given by mistake."""

    entry: EntryNumber


class CountStacks(TournamentCommand, frozen=True, tag="count_stacks"):
    """Record counted stacks, as pairs of entry and chips."""

    stacks: Annotated[tuple[tuple[EntryNumber, Chips], ...], msgspec.Meta(min_length=1)]


class AgreeDeal(TournamentCommand, frozen=True, tag="agree_deal"):
    """Record the deal that all remaining players agreed on: entry and amount for each."""

    method: DealMethod
    shares: tuple[tuple[EntryNumber, Amount], ...]
    left: Amount = 0


class UndoDeal(TournamentCommand, frozen=True, tag="undo_deal"):
    """Undo a deal of which nothing was paid."""


class Pay(TournamentCommand, frozen=True, tag="pay"):
    """Pay what an entry won."""

    entry: EntryNumber


class HoldPayout(TournamentCommand, frozen=True, tag="hold_payout"):
    """Hold what an entry won, with a reason."""

    entry: EntryNumber
    reason: Reason


class BagStack(TournamentCommand, frozen=True, tag="bag"):
    """Record the first count of a stack at the end of a day. Replaces an earlier one."""

    entry: EntryNumber
    chips: Chips
    number: Key = ""


class VerifyBag(TournamentCommand, frozen=True, tag="verify_bag"):
    """Record the second count of a bagged stack."""

    entry: EntryNumber
    chips: Chips


class EndDay(TournamentCommand, frozen=True, tag="end_day"):
    """End the day. A difference between chips sold and chips counted needs a reason."""

    reason: Reason = ""


class BeginDay(TournamentCommand, frozen=True, tag="begin_day"):
    """Begin the next day: new seats for everyone. seats: all seats in random order.

    kept_out: entries whose players may no longer enter (S-045); filled in by the room.
    """

    seats: DrawnSeats = ()
    kept_out: tuple[int, ...] = ()


class CloseEvent(TournamentCommand, frozen=True, tag="close"):
    """Close the event: one winner, everything paid."""

    reason: Reason = ""


COMMANDS: tuple[type[TournamentCommand], ...] = tuple(TournamentCommand.__subclasses__())
