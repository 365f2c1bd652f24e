"""Events of calls, reports and rulings, and of remedies: cards moved, chips returned, acts bound."""

from poker.calls import EarlierTap, RemedyStep
from poker.events.base import Event
from poker.json_types import JsonObject


class FloorCalled(Event, frozen=True, tag="floor.called"):
    """A supervisor was called."""

    at: int  # when the dealer tapped, in Unix milliseconds
    street: str = ""
    # Whether there was substantial action by then, by each definition of H-01 (S-121), empty
    # between hands.
    substantial: dict[str, bool] = {}
    hand: int = 0  # the hand in progress, or the last one
    by: str = ""  # who was dealing
    # The dealer's taps from before the call that the log did not have; those not refused may still
    # follow.
    earlier: tuple[EarlierTap, ...] = ()


class EarlierTapStored(Event, frozen=True, tag="floor.earlier_tap"):
    """The events before this one, of the same command, are a tap that the dealer made before the open call."""

    id: str  # the tap's command id
    # street, substantial and hand: what the call would have if the tap had been stored first (see
    # `FloorCalled`).
    street: str = ""
    substantial: dict[str, bool] = {}
    hand: int = 0


class FloorReported(Event, frozen=True, tag="floor.reported"):
    """What happened and the reported facts."""

    key: str
    facts: JsonObject = {}  # all facts given so far


class FloorDelivered(Event, frozen=True, tag="floor.delivered"):
    """The first floor screen showed the call."""

    by: str  # the supervisor whose screen it is
    at: int  # in Unix milliseconds


class FloorAnswered(Event, frozen=True, tag="floor.answered"):
    """A supervisor has `seen` the call, is `coming` or has `arrived`."""

    how: str
    by: str
    at: int  # in Unix milliseconds


class FloorCanceled(Event, frozen=True, tag="floor.cancelled"):
    """The call was canceled."""

    reason: str = ""
    by: str = ""  # a supervisor's name, "" for the table itself


class RulingMade(Event, frozen=True, tag="floor.ruled"):
    """The complete final ruling (S-012). It is never edited: a correction is another ruling that refers to it."""

    ruling: str
    result: str
    by: str
    decision: str
    at: int
    key: str = ""
    outcome: str = ""
    clause: str = ""
    reason: str = ""
    facts: JsonObject = {}
    steps: tuple[RemedyStep, ...] = ()
    back: str = ""


class StepsDone(Event, frozen=True, tag="floor.steps_done"):
    """Remedy steps were done, by their text."""

    said: tuple[str, ...]
    left: tuple[RemedyStep, ...] = ()  # steps still open
    # Command lines that were no longer possible, such as a card for a folded hand.
    missed: tuple[str, ...] = ()
    ruling: str = ""  # the earlier ruling that ordered the steps, "" for the newest


class CardsMoved(Event, frozen=True, tag="hand.cards_moved"):
    """A ruling moved cards between piles; the pile "hand" is the seat's."""

    source: str
    target: str
    count: int
    seat: int = 0
    to_seat: int = 0
    cards: tuple[str, ...] = ()  # "??" for an unknown card
    up: bool = False
    board: int = 0  # which board the pile "board" is


class StubShuffled(Event, frozen=True, tag="hand.stub_shuffled"):
    """The stub was shuffled and cut."""


class BurnWaived(Event, frozen=True, tag="hand.burn_waived"):
    """This street is dealt without a burn, on this board or in this run if each has one (H-71)."""

    street: str
    board: int = 0


class TopCardKnown(Event, frozen=True, tag="hand.top_known"):
    """The card on top of the stub is known, and is the next burn."""

    card: str


class UpcardsShifted(Event, frozen=True, tag="hand.upcards_shifted"):
    """This street's upcards moved one seat back (-1) or forward (1) in the order of these seats."""

    by: int
    seats: tuple[int, ...]


class HandVoided(Event, frozen=True, tag="hand.voided"):
    """The hand was voided: everyone's chips of it were returned."""

    reason: str = ""
    returned: tuple[tuple[int, int], ...] = ()  # (seat, cents), empty if chips were not tracked
    splash: int = 0  # the house's money, which stays for the next hand (H-75)


class HandFinished(Event, frozen=True, tag="hand.finished"):
    """A supervisor ended the hand because its tablet could not log it; the payments or returns follow."""

    hand: int
    by: str
    reason: str
    voided: bool = False  # the bets go back; otherwise the dealer's count is paid


class PotHeld(Event, frozen=True, tag="hand.pot_impounded"):
    """The pot is held, and the hand is over without an award."""

    amount: int | None  # None if not counted
    seats: tuple[int, ...]
    reason: str = ""
    # Who sat in `seats` at the time, because a seat may change hands before the pot is paid.
    players: tuple[str, ...] = ()


class PotReleased(Event, frozen=True, tag="table.pot_released"):
    """A held pot was paid, as (seat, chips)."""

    hand: int
    shares: tuple[tuple[int, int], ...]
    later: tuple[int, ...] = ()  # seats now in a hand, which get theirs when it is over


class ChipsReturned(Event, frozen=True, tag="hand.chips_returned"):
    """A ruling returned chips to a seat; `live` of them were in its bet of this round, `dead` in no bet."""

    seat: int
    amount: int
    live: int = 0
    dead: int = 0


class ChipsCollected(Event, frozen=True, tag="hand.chips_collected"):
    """A seat paid what it owed, live in front of it or dead to the center."""

    seat: int
    amount: int
    dead: bool = False


class BetCorrected(Event, frozen=True, tag="hand.bet_corrected"):
    """The bet of the round was corrected, as (seat, difference) for everyone who had matched it."""

    to: int
    increment: int
    changes: tuple[tuple[int, int], ...]


class ActBound(Event, frozen=True, tag="hand.act_bound"):
    """An act out of turn stands if the action comes to its seat unchanged."""

    seat: int
    what: str
    to: int | None = None


class AllInOffered(Event, frozen=True, tag="hand.all_in_offered"):
    """A ruling lets a seat declare itself all-in for the pot before any bet on this street."""

    seat: int


class AllInDeclared(Event, frozen=True, tag="hand.all_in_declared"):
    """A seat declared itself all-in for the pot: it owes nothing more and keeps its other chips."""

    seat: int


class ActsLimited(Event, frozen=True, tag="hand.acts_limited"):
    """The acts a seat is limited to in this round."""

    seat: int
    acts: tuple[str, ...]
