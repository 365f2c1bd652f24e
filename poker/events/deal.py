"""Events of the start of a hand and of its players' acts."""

from typing import Literal

from poker.events.base import Event
from poker.state import LoggedAct, Table


class HandStarted(Event, frozen=True, tag="hand.started"):
    """A hand started. `table` is the complete state before it, so that a rebuild may start here."""

    table: Table
    number: int


class ButtonMoved(Event, frozen=True, tag="hand.button_moved"):
    """Button and blind positions of this hand, and the seats dealt in, in dealing order.

    `blinds`: the seat of each blind of the plaque, in its order.
    """

    button: int
    order: tuple[int, ...]
    small: int = 0
    big: int = 0
    passed: tuple[int, ...] = ()
    missed_small: tuple[int, ...] = ()
    missed_big: tuple[int, ...] = ()
    blinds: tuple[int, ...] = ()


class AntePosted(Event, frozen=True, tag="hand.ante_posted"):
    """An ante; dead if it is one seat's ante for everyone."""

    seat: int
    amount: int
    dead: bool = False
    all_in: bool = False


class BlindPosted(Event, frozen=True, tag="hand.blind_posted"):
    """A blind, straddle or entry post; `live` is the seat's bet, `dead` goes to the center (S-056, S-065)."""

    seat: int
    kind: Literal["small", "big", "blind", "straddle", "entry", "kill"]
    live: int = 0
    dead: int = 0
    all_in: bool = False
    short: bool = False


class HoleCardsDealt(Event, frozen=True, tag="hand.hole_cards_dealt"):
    """Cards to every seat in the hand, one at a time clockwise (S-074, S-075); `up` of each seat's are face up."""

    each: int
    order: tuple[int, ...]
    up: int = 0


class BettingOpened(Event, frozen=True, tag="hand.betting_opened"):
    """A betting round started; `due` is the first seat to act, 0 if no one can bet.

    level: the bet set by full blinds; increment: the first raise; raises: bets that count toward the
    cap; missing: chips that short or absent blinds lack; closed: blinds without an option (H-02); bring_in: the
    level is only stud's forced bet (S-116).
    """

    due: int
    level: int = 0
    increment: int = 0
    raises: int = 0
    missing: int = 0
    closed: tuple[int, ...] = ()
    bring_in: bool = False


class Folded(Event, frozen=True, tag="hand.folded"):
    """A hand was folded. `late`: names a seat that was already out; `returned`: a wrongly inferred call,
    returned.

    moved: for a late one, cards beyond those the count had moved to the muck, such as one bought.
    """

    seat: int
    inferred: bool = False
    late: bool = False
    returned: int = 0
    moved: int = 0


class Checked(Event, frozen=True, tag="hand.checked"):
    """A seat checked."""

    seat: int
    inferred: bool = False


class Called(Event, frozen=True, tag="hand.called"):
    """A seat put in `amount` more; `closing`: the call was only inferred when the street closed."""

    seat: int
    amount: int
    all_in: bool = False
    inferred: bool = False
    closing: bool = False
    declared: str = ""


class BetMade(Event, frozen=True, tag="hand.bet_made"):
    """A bet or raise to `to` in front of the seat.

    full: it counts as a full one (H-04); increment: what the next full raise adds, or the limit's bet; completed:
    it completes a bring-in, which is not a raise (S-116).
    """

    seat: int
    to: int
    increment: int
    full: bool = True
    raised: bool = False
    completed: bool = False
    all_in: bool = False
    stood: bool = False
    inferred: bool = False
    declared: str = ""


class InferenceRewritten(Event, frozen=True, tag="hand.inference_rewritten"):
    """The dealer names the act of a seat whose act was only inferred; the named act follows.

    was: the inferred act; returned: its chips. If the named act is a bet or raise, the checks and calls after it are
    taken back too: opened are the seats whose act was inferred, asked those whose act the dealer had tapped.
    """

    seat: int
    was: Literal["check", "call"]
    returned: int = 0
    opened: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()


class ActCorrected(Event, frozen=True, tag="hand.act_corrected"):
    """The dealer corrected a logged act at its place (S-012).

    The corrected act and what was decided again after it follow as events of the same command. command: the command
    that logged the act, of which the first `kept` events stay; replaced: the commands after it that were decided
    again; was: the act as logged; what, to: what it really was; dropped: seats whose later act has no place anymore;
    earlier: corrections of this hand before it.
    """

    command: str
    kept: int
    was: LoggedAct
    what: str
    to: int = 0
    replaced: tuple[str, ...] = ()
    dropped: tuple[int, ...] = ()
    earlier: int = 0


class ActsHeld(Event, frozen=True, tag="hand.acts_held"):
    """A correction left these command lines to be decided again: the first is an act that no longer fits.

    Without lines, the seat that was asked has answered.
    """

    lines: tuple[str, ...] = ()


class Declared(Event, frozen=True, tag="hand.declared"):
    """A verbal declaration (S-104)."""

    seat: int
    what: str
    amount: int | None = None


class TimeCalled(Event, frozen=True, tag="hand.time_called"):
    """A seat is on the clock since `at`, Unix milliseconds; at the end of its seconds nothing happens by itself."""

    seat: int
    at: int
    seconds: int


class TimeStopped(Event, frozen=True, tag="hand.time_stopped"):
    """The seat is off the clock without an act."""

    seat: int


class AnyAmountAgreed(Event, frozen=True, tag="hand.any_amount_agreed"):
    """The two players agreed on any amount for this hand (H-30)."""
