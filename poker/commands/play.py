"""Commands of the ordinary run of a table, from dealers and the room. Wire names are the tags."""

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
    """A player takes a seat (S-013); `stack` if the tablet counts it.

    buy_in: chips bought, if the stack is not counted. reason: why the house transfers the player with these chips
    (S-003, S-004), `by`: who decided; `said`: an explanation for the reason `related`. above: chips over the
    maximum from a broken game come along too, which no guide covers and a room may allow.
    """

    seat: SeatNumber
    player: Name
    name: Name
    stack: Amount | None = None
    buy_in: Amount | None = None
    reason: Transfer = ""
    said: Text = ""
    by: Text = ""
    above: bool = False


class LeaveSeat(Command, frozen=True, tag="leave_seat"):
    """A player quits the game, between hands or after folding (S-008, S-038). `counted`: the chips they leave with."""

    seat: SeatNumber
    counted: Chips | None = None


class PickUpStack(Command, frozen=True, tag="pick_up_stack"):
    """The floor takes an absent player's counted chips off the table, and the seat opens (H-53)."""

    seat: SeatNumber
    amount: Amount
    reason: PickUpReason


class ChangeSeat(Command, frozen=True, tag="change_seat"):
    """A player takes another seat at the same table, between hands, with all chips and blind obligations.

    owes: who owes an entry post for the change, as a new player would: those who move away from the blinds,
    everyone, or no one. No guide covers it; the room chooses.
    """

    seat: SeatNumber
    to: SeatNumber
    owes: Literal["away", "always", "never"] = "away"


class SitOut(Command, frozen=True, tag="sit_out"):
    """A player sits out from the next hand (S-064); `long`: the floor is told (S-037), also at a later time."""

    seat: SeatNumber
    long: bool = False


class SitIn(Command, frozen=True, tag="sit_in"):
    """A returning or new player chooses how to come in (S-062, S-064)."""

    seat: SeatNumber
    choice: Literal["", "wait", "post", "after_button"] = ""


class AddChips(Command, frozen=True, tag="add_chips"):
    """Add chips. During a hand they wait until it is over (S-010)."""

    seat: SeatNumber
    amount: Amount


class RemoveChips(Command, frozen=True, tag="take_chips"):
    """Remove a small amount for incidentals (S-009). `cap`: the house's limit (H-06); `by`: who agreed."""

    seat: SeatNumber
    amount: Amount
    cap: Chips
    by: Name
    reason: Text = ""


class OpenTable(Command, frozen=True, tag="open_table"):
    """Open the table under a plaque (S-005)."""

    stakes: Stakes
    rules: HouseRules = HouseRules()
    tracking: Tracking = "actions"


class CloseTable(Command, frozen=True, tag="close_table"):
    """Close the table: the game breaks, and seats stay until their players leave. `reason`: free text."""

    reason: Text = ""


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
    """Draw for the button: one card face up to each player, the highest wins it (S-048, H-25).

    system: the room drew the cards, no dealer dealt them; again: the cards of later rounds between tied seats, if
    the house has them draw again.
    """

    cards: dict[SeatNumber, Card]
    system: bool = False
    again: Annotated[tuple[dict[SeatNumber, Card], ...], msgspec.Meta(max_length=12)] = ()


class RenameTable(Command, frozen=True, tag="rename_table"):
    """Give the table another name, between hands. Sent by the room, never by a tablet."""

    name: TableName


class RenamePlayer(Command, frozen=True, tag="rename_player"):
    """A player has another alias: every seat and lock-up of that key gets it. Sent by the room, never by a tablet."""

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
    """The seat left of the big blind posts twice the big blind before the deal."""

    seat: SeatNumber


class PostShort(Command, frozen=True, tag="post_short"):
    """A player has only this much for the blind of the next hand (S-059, S-060)."""

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
    """Start the hand: posts and hole cards. Implied by the first act or count of a hand.

    `posts`: forced bets that differ from the plaque's, such as those of a recorded hand.
    """

    posts: tuple[Post, ...] | None = None


class Act(Command, frozen=True, tag="act"):
    """A seat acts; `to` is the total in front of it. Seats due before it are inferred to check or call.

    `stood`: the amount is outside the limits and was let stand.
    """

    seat: SeatNumber
    what: What
    to: Amount | None = None
    declared: Text = ""
    stood: bool = False


class CorrectAct(Command, frozen=True, tag="correct_act"):
    """A logged act of the hand in progress was really another: it is replaced at its place in the order (S-012).

    number: its index in the hand's acts; seat, was: the act that the tablet showed there; what, to, stood: as in
    `Act`. Later acts are decided again.
    """

    number: Annotated[int, msgspec.Meta(ge=0, le=999)]
    seat: SeatNumber
    was: What
    what: What
    to: Amount | None = None
    stood: bool = False


class FirstIn(Command, frozen=True, tag="first_in"):
    """The first player to come in; the seats due before it are inferred to fold."""

    seat: SeatNumber
    what: Literal["call", "bet", "raise", "all_in"] = "call"
    to: Amount | None = None


class Declare(Command, frozen=True, tag="declare"):
    """A verbal declaration; recorded for a ruling, changes no bet (S-104)."""

    seat: SeatNumber
    what: Text
    amount: Amount | None = None


class CloseStreet(Command, frozen=True, tag="close_street"):
    """The number of players still in: the round is over and the next street is dealt.

    lit: the number the tablet showed when the key was tapped. If it is out of date, a following tap is
    refused.
    """

    count: Count
    cards: Cards = ()
    lit: Count | None = None


class RunOut(Command, frozen=True, tag="run_out"):
    """Deal every street that is left, up to the showdown, because no one can bet; `count`: the players still in."""

    count: Count


class NameOpener(Command, frozen=True, tag="opener"):
    """Name the seat that acts first in stud: the bring-in on the first street (S-145), later the high hand
    (S-150).
    """

    seat: SeatNumber


class MarkTied(Command, frozen=True, tag="tie"):
    """Mark a seat whose upcard ties with another's for low (in razz for high); a second time unmarks it (S-146)."""

    seat: SeatNumber


class NameSuit(Command, frozen=True, tag="suit"):
    """Name the suit of a tied seat's upcard: c, d, h or s (S-146, S-159)."""

    seat: SeatNumber
    suit: Annotated[str, msgspec.Meta(min_length=1, max_length=1)]


class ShowUpcards(Command, frozen=True, tag="show_up"):
    """Enter a seat's upcards in the order dealt; "??" for an unknown one (S-042)."""

    seat: SeatNumber
    cards: Cards


class CorrectCounts(Command, frozen=True, tag="correct_counts"):
    """Correct stub, burns and players in, as counted by hand; stud's last street follows them (H-14)."""

    stub: Annotated[int, msgspec.Meta(ge=0, le=52)]
    burns: Annotated[int, msgspec.Meta(ge=0, le=52)]
    players: Count


class BuyCard(Command, frozen=True, tag="buy_card"):
    """Deal the extra card that a 4 dealt up allows in baseball (S-180). `declined`: the player does not take it."""

    seat: SeatNumber
    declined: bool = False


class Draw(Command, frozen=True, tag="draw"):
    """A seat draws: announced, discarded and dealt are one number, 0 is pat (S-176)."""

    seat: SeatNumber
    count: Annotated[int, msgspec.Meta(ge=0, le=52)]


class RebuildDeck(Command, frozen=True, tag="rebuild_deck"):
    """Add discards to a deck that runs short on the draw; a supervisor confirms the piles if the house says so (H-45).

    stub: the new stub as the dealer counted it; None if it is as logged.
    """

    stub: Annotated[int, msgspec.Meta(ge=2, le=52)] | None = None


class ChooseGame(Command, frozen=True, tag="choose_game"):
    """Choose the game of the next hands, if the rotation leaves it to a player; also advances any rotation."""

    game: Name


class CallTime(Command, frozen=True, tag="call_time"):
    """A player asks for the clock on the seat to act (H-33). `seconds`: the room's, if the house rule names none."""

    seat: SeatNumber
    seconds: Annotated[int, msgspec.Meta(ge=5, le=600)]


class StopTime(Command, frozen=True, tag="stop_time"):
    """Take the seat off the clock; its own act does so as well."""

    seat: SeatNumber


class SkipTo(Command, frozen=True, tag="skip_to"):
    """Catch up to a street, or "showdown", in one tap; the hand is marked partial."""

    street: Name
    count: Count


class ShowBoard(Command, frozen=True, tag="show_board"):
    """Enter the cards of the board, for the record or for reading hands."""

    cards: Cards


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
    """Record the dealer's count of the pot, including bets in front of the seats, if not all bets were followed."""

    amount: Amount


class AgreeAnyAmount(Command, frozen=True, tag="agree_any_amount"):
    """Heads-up pot limit: any amount for this hand by agreement (S-111, H-30)."""


class AwardPot(Command, frozen=True, tag="award"):
    """Push a pot to one seat or split it; without `pot` the next one in order (S-181).

    In a split-pot game `seats` take the first half and `low` the other; None: the winner of the first half scoops
    because no hand qualifies for the other (S-164). `odd`: who gets the odd chip first, if cards decide and were
    not entered (H-10).
    """

    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] = ()
    pot: Count | None = None
    low: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=MOST_SEATS)] | None = None
    odd: SeatNumber | None = None


class NextHand(Command, frozen=True, tag="next_hand"):
    """End a hand that was not logged to its end."""


class Undo(Command, frozen=True, tag="undo"):
    """Undo the last command as a whole.

    target: the id of the command that the tablet showed on UNDO; "" for the last one, whatever it is.
    """

    target: Annotated[str, msgspec.Meta(max_length=64)] = ""
