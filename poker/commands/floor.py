"""Floor calls, rulings, and the steps of which remedies are made; a tablet calls and reports, supervisors rule."""

from typing import Annotated, Any, Literal

import msgspec

from poker.commands.base import Amount, Card, Cards, Command, Count, Name, SeatNumber, Text
from poker.state import Todo

Pile = Literal["stub", "burns", "board", "hand", "muck", "aside", "out", "drawn", "earlier"]
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
Steps = Annotated[tuple[Todo, ...], msgspec.Meta(max_length=60)]
Cards52 = Annotated[int, msgspec.Meta(ge=0, le=52)]


class CallFloor(Command, frozen=True, tag="call_floor"):
    """A supervisor is wanted at the table; `by` is who deals, where the room knows."""

    by: Annotated[str, msgspec.Meta(max_length=40)] = ""


class Report(Command, frozen=True, tag="report"):
    """What happened, and the facts that people gave; a later one corrects those of an earlier one."""

    key: Annotated[str, msgspec.Meta(max_length=60)] = ""
    facts: dict[str, Any] = {}


class FloorSeen(Command, frozen=True, tag="floor_seen"):
    """A supervisor has read the call."""

    by: Name


class FloorComing(Command, frozen=True, tag="floor_coming"):
    """A supervisor is on the way."""

    by: Name


class FloorArrived(Command, frozen=True, tag="floor_arrived"):
    """A supervisor stands at the table."""

    by: Name


class CancelFloor(Command, frozen=True, tag="cancel_floor"):
    """The call is taken back, with a reason; it stays in the log. by: a supervisor, "" for the table itself."""

    reason: Text = ""
    by: Annotated[str, msgspec.Meta(max_length=40)] = ""


class MakeRuling(Command, frozen=True, tag="rule"):
    """The final word (S-012): what was decided about which facts, and the remedy. The room gives it, no tablet.

    ruling: its number in the room; key and outcome: of the irregularities, "" for none of them; back: what the log
    takes back first (`poker.timeline.taken_back`); by: the name that the tablet shows.
    """

    ruling: Annotated[str, msgspec.Meta(max_length=40)]
    result: Words
    by: Name
    decision: Literal["accepted", "overridden", "dealer"]
    key: Annotated[str, msgspec.Meta(max_length=60)] = ""
    outcome: Annotated[str, msgspec.Meta(max_length=60)] = ""
    clause: Annotated[str, msgspec.Meta(max_length=40)] = ""
    reason: Annotated[str, msgspec.Meta(max_length=500)] = ""
    facts: dict[str, Any] = {}
    steps: Steps = ()
    back: Annotated[str, msgspec.Meta(max_length=40)] = ""


class StepDone(Command, frozen=True, tag="step_done"):
    """The first open step of the remedy was done."""


class MoveCards(Command, frozen=True, tag="move_cards"):
    """Cards from one pile to another; a hand is named by `seat`, a second one by `to_seat`.

    cards: faces, where they are known; up: they leave or join a seat's upcards.
    """

    source: Pile
    target: Pile
    count: Annotated[int, msgspec.Meta(ge=1, le=52)]
    seat: SeatNumber | None = None
    to_seat: SeatNumber | None = None
    cards: Cards = ()
    up: bool = False


class Reshuffle(Command, frozen=True, tag="reshuffle"):
    """The stub is shuffled and cut, cut card below (macro RESHUFFLE)."""


class WaiveBurn(Command, frozen=True, tag="waive_burn"):
    """No burn on this street: it is already out (H-49, macro ONE-BURN)."""

    street: Name


class TopCard(Command, frozen=True, tag="top_card"):
    """A known card lies on top of the stub and is the next burn (H-20)."""

    card: Card = "??"


class ShiftUp(Command, frozen=True, tag="shift_up"):
    """This street's upcards go one seat back or on, for a burn that was missing or made twice (HRH §14)."""

    by: Literal[-1, 1]


class Reach(Command, frozen=True, tag="reach"):
    """A street lies on the table: where nobody tapped it, the log deals it; where it did, nothing happens."""

    street: Name


class RestoreHand(Command, frozen=True, tag="restore_hand"):
    """A hand that was killed, folded or mucked lives again."""

    seat: SeatNumber


class VoidHand(Command, frozen=True, tag="void_hand"):
    """The deck was fouled: everybody's chips of this hand go back and it is over."""

    reason: Text = ""


class Impound(Command, frozen=True, tag="impound"):
    """The pot is held until it is decided whose it is; the table plays on with the next hand."""

    reason: Text = ""


class ReleasePot(Command, frozen=True, tag="release"):
    """An impounded pot is paid: chips by seat."""

    hand: Annotated[int, msgspec.Meta(ge=1)]
    shares: dict[SeatNumber, Amount]


class ReturnChips(Command, frozen=True, tag="return_chips"):
    """Chips go back to a seat, from its bet or from what it has in the pot."""

    seat: SeatNumber
    amount: Amount
    of: Literal["bet", "pot"] = "bet"


class ReturnUncalled(Command, frozen=True, tag="return_uncalled"):
    """What nobody called of a seat's bet goes back to it, and the bet is what the others have in (TDA R65)."""

    seat: SeatNumber


class Refund(Command, frozen=True, tag="refund"):
    """Everything that a seat put into this hand goes back (H-52)."""

    seat: SeatNumber


class RefundAnte(Command, frozen=True, tag="refund_ante"):
    """A seat's ante goes back."""

    seat: SeatNumber


class CollectChips(Command, frozen=True, tag="collect_chips"):
    """A seat pays what it owes: to its bet, or dead to the centre."""

    seat: SeatNumber
    amount: Amount
    dead: bool = False


class CorrectBet(Command, frozen=True, tag="correct_bet"):
    """The bet of this round as it should be, for the bettor and everybody who matched it (TDA R52)."""

    to: Amount


class Bind(Command, frozen=True, tag="bind"):
    """An early act stands unless a bet or raise comes before its turn (H-32)."""

    seat: SeatNumber
    what: Literal["fold", "check", "call", "bet", "raise", "all_in"]
    to: Amount | None = None


class LimitActs(Command, frozen=True, tag="limit_acts"):
    """A seat may do only this in the present round."""

    seat: SeatNumber
    acts: Annotated[
        tuple[Literal["fold", "check", "call", "raise"], ...], msgspec.Meta(min_length=1)
    ]


class SetKill(Command, frozen=True, tag="set_kill"):
    """The next hand is a kill hand, or is not (S-072)."""

    on: bool
    seat: SeatNumber | None = None


class Serve(Command, frozen=True, tag="serve"):
    """Cards from the stub to a seat, face down."""

    seat: SeatNumber
    count: Count


class Recount(Command, frozen=True, tag="recount"):
    """Stub and burns as counted by hand."""

    stub: Cards52
    burns: Cards52
