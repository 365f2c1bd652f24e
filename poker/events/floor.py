"""Calls, reports and rulings, and what remedies change: cards moved, chips returned, acts bound."""

from typing import Any

from poker.calls import Todo
from poker.events.base import Event


class FloorCalled(Event, frozen=True, tag="floor.called"):
    """A supervisor was called; at in unix milliseconds.

    substantial: whether action was substantial by then, by definition of H-01 (S-121); empty between hands.
    hand: the hand in progress, or the last one; by: who dealt.
    """

    at: int
    street: str = ""
    substantial: dict[str, bool] = {}
    hand: int = 0
    by: str = ""


class FloorReported(Event, frozen=True, tag="floor.reported"):
    """What happened and which facts people gave; `facts` are all that were given so far."""

    key: str
    facts: dict[str, Any] = {}


class FloorAnswered(Event, frozen=True, tag="floor.answered"):
    """A supervisor has `seen` the call, is `coming` or has `arrived`; at in unix milliseconds."""

    how: str
    by: str
    at: int


class FloorCancelled(Event, frozen=True, tag="floor.cancelled"):
    """The call was taken back; by: a supervisor's name, "" for the table itself."""

    reason: str = ""
    by: str = ""


class RulingMade(Event, frozen=True, tag="floor.ruled"):
    """The final ruling, whole (S-012). It is never edited: a correction is another one that names it."""

    ruling: str
    result: str
    by: str
    decision: str
    at: int
    key: str = ""
    outcome: str = ""
    clause: str = ""
    reason: str = ""
    facts: dict[str, Any] = {}
    steps: tuple[Todo, ...] = ()
    back: str = ""


class StepsDone(Event, frozen=True, tag="floor.steps_done"):
    """Steps of the remedy that were carried out, by their words; `left` are still open.

    missed: lines of theirs that could not be carried out any more, such as a card for a hand that was given up.
    """

    said: tuple[str, ...]
    left: tuple[Todo, ...] = ()
    missed: tuple[str, ...] = ()


class CardsMoved(Event, frozen=True, tag="hand.cards_moved"):
    """Cards from one pile to another by a ruling; a pile "hand" is the seat's. cards: faces, "??" unknown."""

    source: str
    target: str
    count: int
    seat: int = 0
    to_seat: int = 0
    cards: tuple[str, ...] = ()
    up: bool = False


class StubShuffled(Event, frozen=True, tag="hand.stub_shuffled"):
    """The stub was shuffled and cut."""


class BurnWaived(Event, frozen=True, tag="hand.burn_waived"):
    """This street is dealt without a burn."""

    street: str


class TopKnown(Event, frozen=True, tag="hand.top_known"):
    """The card on top of the stub is known, and is the next burn."""

    card: str


class UpcardsShifted(Event, frozen=True, tag="hand.upcards_shifted"):
    """This street's upcards went one seat back (-1) or on (1) in the order of these seats."""

    by: int
    seats: tuple[int, ...]


class HandVoided(Event, frozen=True, tag="hand.voided"):
    """The hand does not count: everybody's chips of it went back.

    returned: (seat, cents), none where the chips were not followed.
    """

    reason: str = ""
    returned: tuple[tuple[int, int], ...] = ()


class PotImpounded(Event, frozen=True, tag="hand.pot_impounded"):
    """The pot is held, and the hand is over without an award. amount: None where nobody counted it.

    players: who sat in `seats` then, since a seat may change hands before the pot is paid.
    """

    amount: int | None
    seats: tuple[int, ...]
    reason: str = ""
    players: tuple[str, ...] = ()


class PotReleased(Event, frozen=True, tag="table.pot_released"):
    """A held pot was paid: (seat, chips). later: seats that play a hand just now and have theirs when it is over."""

    hand: int
    shares: tuple[tuple[int, int], ...]
    later: tuple[int, ...] = ()


class ChipsReturned(Event, frozen=True, tag="hand.chips_returned"):
    """Chips went back to a seat by a ruling; `live` of them were in its bet of this round, `dead` nobody's bet."""

    seat: int
    amount: int
    live: int = 0
    dead: int = 0


class ChipsCollected(Event, frozen=True, tag="hand.chips_collected"):
    """A seat paid what it owed, live in front of it or dead to the centre."""

    seat: int
    amount: int
    dead: bool = False


class BetCorrected(Event, frozen=True, tag="hand.bet_corrected"):
    """The bet of the round is another one; (seat, difference) of everybody who had matched it."""

    to: int
    increment: int
    changes: tuple[tuple[int, int], ...]


class ActBound(Event, frozen=True, tag="hand.act_bound"):
    """An act out of turn stands if the action comes to its seat unchanged."""

    seat: int
    what: str
    to: int | None = None


class ActsLimited(Event, frozen=True, tag="hand.acts_limited"):
    """What a seat may still do in this round."""

    seat: int
    acts: tuple[str, ...]
