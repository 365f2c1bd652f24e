"""Commands of normal play, from dealers and the room. Wire names are the tags."""

from typing import Annotated, Literal

import msgspec

from poker.commands.base import (
    Amount,
    Card,
    Cards,
    Chips,
    Command,
    Count,
    Name,
    SeatNumber,
    Text,
    What,
)
from poker.games import MOST_SEATS
from poker.rules import HouseRules
from poker.stakes import Stakes
from poker.state import PickUpReason, Tracking, Transfer

TableName = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class SeatPlayer(Command, frozen=True, tag="seat_player"):
    """Seat a player (S-013)."""

    seat: SeatNumber
    player: Name
    name: Name
    stack: Amount | None = None  # if the tablet counts it
    buy_in: Amount | None = None  # chips bought, if the stack is not counted
    reason: Transfer = ""  # why the house transfers the player with these chips (S-003, S-004)
    said: Text = ""  # an explanation for the reason `related`
    by: Text = ""  # who decided
    # The player keeps chips over the maximum from a broken game, which no guide covers and a room
    # may allow.
    above: bool = False


class LeaveSeat(Command, frozen=True, tag="leave_seat"):
    """A player quits the game, between hands or after folding (S-008, S-038)."""

    seat: SeatNumber
    counted: Chips | None = None  # the chips they leave with


class PickUpStack(Command, frozen=True, tag="pick_up_stack"):
    """Take an absent player's counted chips off the table; the seat opens (H-53)."""

    seat: SeatNumber
    amount: Amount
    reason: PickUpReason


class ChangeSeat(Command, frozen=True, tag="change_seat"):
    """Move a player to another seat at the same table, between hands, with all chips and blind obligations.

    No guide covers it; the room chooses who owes an entry post.
    """

    seat: SeatNumber
    to: SeatNumber
    # Who owes an entry post for the change, as a new player would: players who move away from the
    # blinds, everyone, or no one.
    owes: Literal["away", "always", "never"] = "away"


class SitOut(Command, frozen=True, tag="sit_out"):
    """Sit a player out from the next hand (S-064)."""

    seat: SeatNumber
    long: bool = False  # the absence is reported to the floor (S-037), possibly at a later time


class SitIn(Command, frozen=True, tag="sit_in"):
    """A returning or new player chooses how to come in (S-062, S-064)."""

    seat: SeatNumber
    choice: Literal["", "wait", "post", "after_button"] = ""


class AddChips(Command, frozen=True, tag="add_chips"):
    """Add chips. During a hand they wait until it is over (S-010)."""

    seat: SeatNumber
    amount: Amount


class RemoveChips(Command, frozen=True, tag="take_chips"):
    """Remove a small amount for incidentals (S-009)."""

    seat: SeatNumber
    amount: Amount
    cap: Chips  # the house's limit (H-06)
    by: Name  # who agreed
    reason: Text = ""


class OpenTable(Command, frozen=True, tag="open_table"):
    """Open the table under a plaque (S-005)."""

    stakes: Stakes
    rules: HouseRules = HouseRules()
    tracking: Tracking = "actions"


class CloseTable(Command, frozen=True, tag="close_table"):
    """Close the table: the game breaks, and seats stay taken until their players leave."""

    reason: Text = ""  # free text


class ChangePlaque(Command, frozen=True, tag="change_plaque"):
    """Change stakes or rules from the next hand; a hand in progress keeps its own."""

    stakes: Stakes
    rules: HouseRules = HouseRules()


class ChangeRules(Command, frozen=True, tag="change_rules"):
    """Change the house rules from the next hand. Sent by the room, never by a tablet."""

    rules: HouseRules


class SetTracking(Command, frozen=True, tag="set_tracking"):
    """Set tracking to streets or actions, between hands."""

    tracking: Tracking


class DrawButton(Command, frozen=True, tag="draw_button"):
    """Draw for the button: one card face up to each player, the highest wins it (S-048, H-25)."""

    cards: dict[SeatNumber, Card]
    system: bool = False  # the room drew the cards and no dealer dealt them
    # The cards of later rounds between tied seats, if the house rule is to draw again.
    again: Annotated[tuple[dict[SeatNumber, Card], ...], msgspec.Meta(max_length=12)] = ()


class RenameTable(Command, frozen=True, tag="rename_table"):
    """Rename the table, between hands. Sent by the room, never by a tablet."""

    name: TableName


class RenamePlayer(Command, frozen=True, tag="rename_player"):
    """Give a player a new alias, in every seat and lock-up under that key. Sent by the room, never by a tablet."""

    player: Name
    name: Name


class SetSeatCount(Command, frozen=True, tag="set_seat_count"):
    """Set the number of seats, between hands. Sent by the room, never by a tablet.

    Seats are added and removed at the highest numbers, so that no seat is renumbered.
    """

    number: Annotated[int, msgspec.Meta(ge=0, le=99)]


class SetButton(Command, frozen=True, tag="set_button"):
    """Place the button by hand, between hands."""

    seat: SeatNumber


class PushDealer(Command, frozen=True, tag="push_dealer"):
    """The next dealer pushes in, between hands."""

    dealer: Name
    name: Name


class CollectTime(Command, frozen=True, tag="collect_time"):
    """Collect time from everyone at the table who owes it, or from the seats listed (S-005)."""

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()


class Straddle(Command, frozen=True, tag="straddle"):
    """A seat that may straddle announces it before the deal."""

    seat: SeatNumber
    amount: Amount | None = None  # the total in front of the seat; None for exactly double


class CallBombPot(Command, frozen=True, tag="bomb_pot"):
    """Make the next hand a bomb pot, or change or cancel the one that is called for (H-70).

    Without amount or boards, those of the last one, at first those of the plaque.
    """

    on: bool = True
    amount: Amount | None = None
    boards: Count | None = None


class AnnounceSplashPot(Command, frozen=True, tag="splash_pot"):
    """The house adds an amount to the next hand's pot before the deal, or takes the announcement back (H-75).

    Without an amount, that of the last one, at first that of the plaque.
    """

    on: bool = True
    amount: Amount | None = None


class PostShort(Command, frozen=True, tag="post_short"):
    """A player posts a short blind in the next hand: all they have (S-059, S-060)."""

    seat: SeatNumber
    amount: Amount


class Post(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One forced bet: live chips are the seat's bet, dead chips go to the center (S-056, S-057)."""

    seat: SeatNumber
    kind: Literal["ante", "small", "big", "blind", "straddle", "entry", "kill"]
    live: Chips = 0
    dead: Chips = 0
    contested: Chips = 0  # an ante matched by others' antes


class Deal(Command, frozen=True, tag="deal"):
    """Start the hand: posts and hole cards. Implied by the first act or count of a hand."""

    # Forced bets that differ from the plaque's, such as those of a recorded hand.
    posts: tuple[Post, ...] | None = None


class Act(Command, frozen=True, tag="act"):
    """A seat acts. Seats due before it are inferred to check or call."""

    seat: SeatNumber
    what: What
    to: Amount | None = None  # the total in front of the seat
    declared: Text = ""
    stood: bool = False  # the amount is outside the limits and was let stand


class CorrectAct(Command, frozen=True, tag="correct_act"):
    """Replace a logged act of the hand in progress at its place in the order (S-012).

    Later acts are decided again.
    """

    number: Annotated[int, msgspec.Meta(ge=0, le=999)]  # its index in the hand's acts
    # seat, was: the act that the tablet showed there.
    seat: SeatNumber
    was: What
    # what, to, stood: as in `Act`.
    what: What
    to: Amount | None = None
    stood: bool = False


class FirstIn(Command, frozen=True, tag="first_in"):
    """Name the first player to come in; the seats due before it are inferred to fold."""

    seat: SeatNumber
    what: Literal["call", "bet", "raise", "all_in"] = "call"
    to: Amount | None = None


class Declare(Command, frozen=True, tag="declare"):
    """Record a verbal declaration for a ruling; it changes no bet (S-104)."""

    seat: SeatNumber
    what: Text
    amount: Amount | None = None


class CloseStreet(Command, frozen=True, tag="close_street"):
    """Close the round with the number of players still in; the next street is dealt."""

    count: Count
    cards: Cards = ()
    # The number shown on the key when it was tapped; if it is out of date, the tap after it is
    # refused.
    lit: Count | None = None


class RunOut(Command, frozen=True, tag="run_out"):
    """Deal all remaining streets up to the showdown, because no one can bet."""

    count: Count  # the players still in


class AgreeRuns(Command, frozen=True, tag="agree_runs"):
    """A player who is left agrees to so many runs of the rest of the board; 1 ends the talk of more (H-73)."""

    seat: SeatNumber
    runs: Annotated[int, msgspec.Meta(ge=1, le=10)]


class NameOpener(Command, frozen=True, tag="opener"):
    """Name the seat that acts first in stud: the bring-in on the first street (S-145), later the high hand
    (S-150).
    """

    seat: SeatNumber


class MarkTied(Command, frozen=True, tag="tie"):
    """Mark a seat whose upcard ties with another for low (in razz for high); a second tap unmarks it (S-146)."""

    seat: SeatNumber


class NameSuit(Command, frozen=True, tag="suit"):
    """Name the suit of a tied seat's upcard: c, d, h or s (S-146, S-159)."""

    seat: SeatNumber
    suit: Annotated[str, msgspec.Meta(min_length=1, max_length=1)]


class ShowUpcards(Command, frozen=True, tag="show_up"):
    """Enter a seat's upcards in the order dealt; "??" for an unknown one (S-042)."""

    seat: SeatNumber
    cards: Cards


class ShowStreet(Command, frozen=True, tag="show_street"):
    """Enter the upcards of several seats, each in the order dealt; "??" for an unknown one (S-042)."""

    upcards: Annotated[dict[SeatNumber, Cards], msgspec.Meta(max_length=MOST_SEATS)]


class CorrectCounts(Command, frozen=True, tag="correct_counts"):
    """Correct stub, burns and players in, as counted by hand; stud's last street follows them (H-14)."""

    stub: Annotated[int, msgspec.Meta(ge=0, le=52)]
    burns: Annotated[int, msgspec.Meta(ge=0, le=52)]
    players: Count


class BuyCard(Command, frozen=True, tag="buy_card"):
    """Deal the extra card that a 4 dealt up allows in baseball (S-180)."""

    seat: SeatNumber
    declined: bool = False  # the player does not take it


class Discard(Command, frozen=True, tag="discard"):
    """A seat has discarded once the betting is over (S-180, crazy pineapple)."""

    seat: SeatNumber


class Draw(Command, frozen=True, tag="draw"):
    """A seat draws; the numbers announced, discarded and dealt are the same, 0 is pat (S-176)."""

    seat: SeatNumber
    count: Annotated[int, msgspec.Meta(ge=0, le=52)]


class RebuildDeck(Command, frozen=True, tag="rebuild_deck"):
    """Add discards to a deck that runs short on the draw; under H-45 a supervisor may have to confirm the piles."""

    # The new stub as the dealer counted it; None if it is as logged.
    stub: Annotated[int, msgspec.Meta(ge=2, le=52)] | None = None


class ChooseGame(Command, frozen=True, tag="choose_game"):
    """Choose the game of the next hands, if the rotation leaves it to a player; this also advances other rotations."""

    game: Name


class CallTime(Command, frozen=True, tag="call_time"):
    """Put the seat to act on the clock, at a player's request (H-33)."""

    seat: SeatNumber
    # The room's, if the house rule does not set them.
    seconds: Annotated[int, msgspec.Meta(ge=5, le=600)]


class StopTime(Command, frozen=True, tag="stop_time"):
    """Take the seat off the clock; the seat's own act does the same."""

    seat: SeatNumber


class SkipTo(Command, frozen=True, tag="skip_to"):
    """Catch up to a street, or "showdown", in one tap; the hand is marked partial."""

    street: Name
    count: Count


class ShowBoard(Command, frozen=True, tag="show_board"):
    """Enter the cards of a board, for the record or for reading hands."""

    cards: Cards
    board: Count = 0  # 0 for the first


class ShowHand(Command, frozen=True, tag="show_hand"):
    """Show a hand at the showdown (S-136: every card)."""

    seat: SeatNumber
    cards: Cards


class Muck(Command, frozen=True, tag="muck"):
    """Muck a hand at the showdown (S-142, H-18)."""

    seat: SeatNumber


class UndoFold(Command, frozen=True, tag="unfold"):
    """Undo a logged fold that did not happen: the hand is live again."""

    seat: SeatNumber


class KillHand(Command, frozen=True, tag="kill_hand"):
    """Kill a hand; its chips stay in the pot (S-138, macro KILL)."""

    seat: SeatNumber


class Misdeal(Command, frozen=True, tag="misdeal"):
    """Misdeal: cards back, bets after the deal returned, forced bets stay (macro MISDEAL)."""

    reason: Text = ""
    confirmed: bool = False


class CountPot(Command, frozen=True, tag="count_pot"):
    """Record the dealer's count of the pot, including bets in front of the seats, if not all bets were tracked."""

    amount: Amount


class AgreeAnyAmount(Command, frozen=True, tag="agree_any_amount"):
    """Agree on any amount for this hand of heads-up pot limit (S-111, H-30)."""


class AwardPot(Command, frozen=True, tag="award"):
    """Push a pot to one seat or split it; without `pot`, the next one in order (S-181).

    In a split-pot game `seats` take the first half and `low` the other. If `low` is None, the winner of the first half
    scoops because no hand qualifies for the other (S-164).
    """

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    pot: Count | None = None
    low: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] | None = None
    # Who gets the odd chip first, if cards decide it and were not entered (H-10).
    odd: SeatNumber | None = None
    board: Count | None = None  # 0 for the first; without it, the next one in order


class NextHand(Command, frozen=True, tag="next_hand"):
    """End a hand that was not logged to the end."""


class Undo(Command, frozen=True, tag="undo"):
    """Undo the last command as a whole."""

    # The id of the command that the UNDO key showed; "" for the last command, whatever it is.
    target: Annotated[str, msgspec.Meta(max_length=64)] = ""
