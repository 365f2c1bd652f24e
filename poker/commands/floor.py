"""Floor calls, rulings and remedy steps. Tablets call and report; supervisors rule."""

from typing import Annotated, Literal

import msgspec

from poker.calls import MOST_EARLIER_TAPS, EarlierTap, RemedyStep
from poker.commands.base import Amount, Card, Cards, Command, Count, Name, SeatNumber, Text
from poker.json_types import JsonObject

Pile = Literal["stub", "burns", "board", "hand", "muck", "aside", "out", "drawn", "earlier"]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Steps = Annotated[tuple[RemedyStep, ...], msgspec.Meta(max_length=60)]
Cards52 = Annotated[int, msgspec.Meta(ge=0, le=52)]


class CallFloor(Command, frozen=True, tag="call_floor"):
    """Call a supervisor to the table."""

    by: Annotated[str, msgspec.Meta(max_length=40)] = ""  # who is dealing, if known
    # Taps that the tablet held back when the dealer called, of which those not refused may follow
    # the call.
    earlier: Annotated[tuple[EarlierTap, ...], msgspec.Meta(max_length=MOST_EARLIER_TAPS)] = ()
    # When the dealer called, in Unix milliseconds, if the call waited for the network; 0 for now.
    tapped: Annotated[int, msgspec.Meta(ge=0)] = 0


class Report(Command, frozen=True, tag="report"):
    """Report what happened, with its facts; a later report corrects an earlier one."""

    key: Annotated[str, msgspec.Meta(max_length=60)] = ""
    facts: JsonObject = {}


class ConfirmDelivery(Command, frozen=True, tag="confirm_delivery"):
    """A floor screen shows the call."""

    called_at: Annotated[int, msgspec.Meta(ge=0)]  # start of the call shown, in Unix milliseconds
    by: Name  # the supervisor whose screen it is


class FloorSeen(Command, frozen=True, tag="floor_seen"):
    """A supervisor has acknowledged the call."""

    by: Name


class FloorComing(Command, frozen=True, tag="floor_coming"):
    """A supervisor is on the way."""

    by: Name


class FloorArrived(Command, frozen=True, tag="floor_arrived"):
    """A supervisor is at the table."""

    by: Name


class CancelFloor(Command, frozen=True, tag="cancel_floor"):
    """Cancel the call, with a reason; it stays in the log."""

    reason: Text = ""
    by: Annotated[str, msgspec.Meta(max_length=40)] = ""  # a supervisor, "" for the table itself


class MakeRuling(Command, frozen=True, tag="rule"):
    """A final ruling (S-012): the decision, its facts and the remedy. Sent by the room, never by a tablet."""

    ruling: Annotated[str, msgspec.Meta(max_length=40)]  # its number in the room
    result: Words
    by: Name  # the name shown on the tablet
    decision: Literal["accepted", "overridden", "dealer"]
    # key and outcome: of the irregularity, "" if it is not in the catalogue.
    key: Annotated[str, msgspec.Meta(max_length=60)] = ""
    outcome: Annotated[str, msgspec.Meta(max_length=60)] = ""
    clause: Annotated[str, msgspec.Meta(max_length=40)] = ""
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""
    facts: JsonObject = {}
    steps: Steps = ()
    # What the log rolls back first (`poker.timeline.rolled_back`).
    back: Annotated[str, msgspec.Meta(max_length=40)] = ""


class StepDone(Command, frozen=True, tag="step_done"):
    """Mark the first open step of the remedy as done."""


class MoveCards(Command, frozen=True, tag="move_cards"):
    """Move cards from one pile to another; `seat` names a hand, `to_seat` a second one."""

    source: Pile
    target: Pile
    count: Annotated[int, msgspec.Meta(ge=1, le=52)]
    seat: SeatNumber | None = None
    to_seat: SeatNumber | None = None
    cards: Cards = ()  # the cards, if known
    up: bool = False  # they leave or join a seat's upcards
    board: Count = 0  # which board the pile "board" is, 0 for the first


class Reshuffle(Command, frozen=True, tag="reshuffle"):
    """Shuffle and cut the stub, cut card on the bottom (macro RESHUFFLE)."""


class WaiveBurn(Command, frozen=True, tag="waive_burn"):
    """Deal this street without a burn, because the burn is already out (H-49, macro ONE-BURN).

    board: the one whose burn is out, if each has its own (H-71); None for the first, or for the run dealt now.
    """

    street: Name
    board: Count | None = None


class SetTopCard(Command, frozen=True, tag="top_card"):
    """Name the known card on top of the stub, which is the next burn (H-20)."""

    card: Card = "??"


class ShiftUpcards(Command, frozen=True, tag="shift_up"):
    """Move this street's upcards one seat back or forward, after a missing or double burn (HRH §14)."""

    by: Literal[-1, 1]


class CatchUpStreet(Command, frozen=True, tag="reach"):
    """Deal a street in the log that is already on the table, unless it was tapped."""

    street: Name


class RestoreHand(Command, frozen=True, tag="restore_hand"):
    """Make a hand live again that was killed, folded or mucked."""

    seat: SeatNumber


class VoidHand(Command, frozen=True, tag="void_hand"):
    """Void the hand for a fouled deck: everyone's chips of this hand are returned and it is over."""

    reason: Text = ""


class FinishHand(Command, frozen=True, tag="finish_hand"):
    """End a hand that its tablet can no longer log: void it, or pay the dealer's count of the pot. Never sent by a
    tablet.
    """

    hand: Annotated[int, msgspec.Meta(ge=1)]  # the hand's number as the floor saw it
    by: Name  # the supervisor's name
    reason: Words
    # The dealer's count of the whole pot before rake, None to void the hand.
    pot: Amount | None = None
    seats: Annotated[tuple[SeatNumber, ...], msgspec.Meta(max_length=14)] = ()  # who won it
    shares: dict[SeatNumber, Amount] = {}  # chips by winner if the pot was not split evenly
    # Whether a flop was dealt that the log does not have, because a house may take no rake without
    # a flop.
    flop: bool = False


class HoldPot(Command, frozen=True, tag="impound"):
    """Hold the pot until its winner is decided; the table plays on with the next hand."""

    reason: Text = ""


class ReleasePot(Command, frozen=True, tag="release"):
    """Pay a held pot: chips by seat."""

    hand: Annotated[int, msgspec.Meta(ge=1)]
    shares: dict[SeatNumber, Amount]


class ReturnChips(Command, frozen=True, tag="return_chips"):
    """Return chips to a seat, from its bet or from its chips in the pot."""

    seat: SeatNumber
    amount: Amount
    of: Literal["bet", "pot"] = "bet"


class ReturnUncalled(Command, frozen=True, tag="return_uncalled"):
    """Return the uncalled part of a seat's bet; the bet becomes the amount that the others put in (TDA R65)."""

    seat: SeatNumber


class Refund(Command, frozen=True, tag="refund"):
    """Return everything a seat put into this hand (H-52)."""

    seat: SeatNumber


class RefundAnte(Command, frozen=True, tag="refund_ante"):
    """Return a seat's ante."""

    seat: SeatNumber


class ReturnInferred(Command, frozen=True, tag="return_inferred"):
    """Return the chips of calls that were inferred for a seat and that, by a ruling, it did not make (HRH §13b)."""

    seat: SeatNumber


class PassBringIn(Command, frozen=True, tag="pass_bring_in"):
    """Take back a seat's bring-in, so that the next seat in rank brings it in once this hand is dead (HRH §8d)."""

    seat: SeatNumber


class OfferAllIn(Command, frozen=True, tag="offer_all_in"):
    """Let a seat declare itself all-in for the pot before any bet on this street (H-37, HRH §8d)."""

    seat: SeatNumber


class CollectChips(Command, frozen=True, tag="collect_chips"):
    """Collect what a seat owes: live to its bet, or dead to the center."""

    seat: SeatNumber
    amount: Amount
    dead: bool = False


class CorrectBet(Command, frozen=True, tag="correct_bet"):
    """Correct the bet of this round, for the bettor and everyone who matched it (TDA R52)."""

    to: Amount


class BindEarlyAct(Command, frozen=True, tag="bind"):
    """Let an act out of turn stand unless a bet or raise comes before its turn (H-32)."""

    seat: SeatNumber
    what: Literal["fold", "check", "call", "bet", "raise", "all_in"]
    to: Amount | None = None


class LimitActs(Command, frozen=True, tag="limit_acts"):
    """Limit a seat to these acts in the current round."""

    seat: SeatNumber
    acts: Annotated[
        tuple[Literal["fold", "check", "call", "raise"], ...], msgspec.Meta(min_length=1)
    ]


class SetKill(Command, frozen=True, tag="set_kill"):
    """Set whether the next hand is a kill hand (S-072)."""

    on: bool
    seat: SeatNumber | None = None


class DealReplacement(Command, frozen=True, tag="serve"):
    """Deal cards from the stub to a seat, face down."""

    seat: SeatNumber
    count: Count


class RecountDeck(Command, frozen=True, tag="recount"):
    """Record stub and burns as counted by hand."""

    stub: Cards52
    burns: Cards52
