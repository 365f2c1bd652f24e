"""Events of the start of a hand and of its players' acts."""

from typing import Literal

from poker.events.base import Event
from poker.state import BombPot, LoggedAct, Table


class HandStarted(Event, frozen=True, tag="hand.started"):
    """A hand started."""

    table: Table  # the complete state before it, so that a rebuild may start here
    number: int
    at: int = 0  # Unix milliseconds, at a table with promotions


class BombPotStarted(Event, frozen=True, tag="hand.bomb_pot_started"):
    """This hand is a bomb pot (H-70)."""

    bomb: BombPot
    at: int  # Unix milliseconds


class SplashAdded(Event, frozen=True, tag="hand.splash_added"):
    """The house's money lies in the main pot (H-75)."""

    amount: int


class ButtonMoved(Event, frozen=True, tag="hand.button_moved"):
    """Button and blind positions of this hand, and the seats dealt in, in dealing order."""

    button: int
    order: tuple[int, ...]
    small: int = 0
    big: int = 0
    passed: tuple[int, ...] = ()
    missed_small: tuple[int, ...] = ()
    missed_big: tuple[int, ...] = ()
    blinds: tuple[int, ...] = ()  # the seat of each blind of the plaque, in its order
    stays: bool = False  # a bomb pot that leaves button and blinds where they are (H-70)


class AntePosted(Event, frozen=True, tag="hand.ante_posted"):
    """An ante was posted; dead if one seat posts it for everyone."""

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


class SleeperPlaced(Event, frozen=True, tag="hand.sleeper_placed"):
    """A sleeper is in front of a seat; it is no bet before the action reaches it."""

    seat: int
    amount: int


class SleeperReached(Event, frozen=True, tag="hand.sleeper_reached"):
    """The action reached a sleeper: it is a live straddle if everyone before it folded, otherwise it goes back."""

    seat: int
    live: bool
    due: int = 0  # the seat to act behind it, 0 for none
    increment: int = 0  # the next raise


class HoleCardsDealt(Event, frozen=True, tag="hand.hole_cards_dealt"):
    """Cards were dealt to every seat in the hand, one at a time clockwise (S-074, S-075)."""

    each: int
    order: tuple[int, ...]
    up: int = 0  # how many of each seat's are face up


class BettingOpened(Event, frozen=True, tag="hand.betting_opened"):
    """A betting round started."""

    due: int  # the first seat to act, 0 if no one can bet
    level: int = 0  # the bet set by full blinds
    increment: int = 0  # the first raise
    raises: int = 0  # bets that count toward the cap
    missing: int = 0  # chips that short or absent blinds lack
    closed: tuple[int, ...] = ()  # blinds without an option (H-02)
    bring_in: bool = False  # the level is only stud's forced bet (S-116)
    last: int = 0  # a straddler who acts after everyone else (H-60), 0 for none


class Folded(Event, frozen=True, tag="hand.folded"):
    """A hand was folded."""

    seat: int
    inferred: bool = False
    late: bool = False  # names a seat that was already out
    returned: int = 0  # chips of a wrongly inferred call
    # For a late fold: cards that the count had not moved to the muck, such as a bought card.
    moved: int = 0


class Checked(Event, frozen=True, tag="hand.checked"):
    """A seat checked."""

    seat: int
    inferred: bool = False


class Called(Event, frozen=True, tag="hand.called"):
    """A seat put in `amount` more."""

    seat: int
    amount: int
    all_in: bool = False
    inferred: bool = False
    closing: bool = False  # the call was only inferred when the street closed
    declared: str = ""


class BetMade(Event, frozen=True, tag="hand.bet_made"):
    """A seat bet or raised to `to` in front of it."""

    seat: int
    to: int
    increment: int  # what the next full raise adds, or the fixed limit's bet
    full: bool = True  # whether it is a full bet or raise (H-04)
    raised: bool = False
    completed: bool = False  # it completes a bring-in, which is not a raise (S-116)
    all_in: bool = False
    stood: bool = False
    inferred: bool = False
    declared: str = ""


class InferenceRewritten(Event, frozen=True, tag="hand.inference_rewritten"):
    """The dealer names the act of a seat whose act was only inferred; the named act follows."""

    seat: int
    was: Literal["check", "call"]  # the inferred act
    returned: int = 0  # its chips
    # opened, asked: if the named act is a bet or raise, the seats whose later check or call was
    # taken back, too: inferred acts, and acts that the dealer had tapped.
    opened: tuple[int, ...] = ()
    asked: tuple[int, ...] = ()


class ActCorrected(Event, frozen=True, tag="hand.act_corrected"):
    """The dealer corrected a logged act at its place (S-012).

    The corrected act and the commands decided again after it follow as events of the same command.
    """

    command: str  # the command that logged the act; its first `kept` events stay
    kept: int
    was: LoggedAct  # the act as logged
    # what, to: the corrected act.
    what: str
    to: int = 0
    replaced: tuple[str, ...] = ()  # the commands after it that were decided again
    dropped: tuple[int, ...] = ()  # seats whose later act was dropped
    earlier: int = 0  # corrections of this hand before it


class ActsHeld(Event, frozen=True, tag="hand.acts_held"):
    """A correction left these command lines to be decided again: the first is an act that no longer fits.

    Without lines, the dealer has answered for the seat in question.
    """

    lines: tuple[str, ...] = ()


class Declared(Event, frozen=True, tag="hand.declared"):
    """A player made a verbal declaration (S-104)."""

    seat: int
    what: str
    amount: int | None = None


class TimeCalled(Event, frozen=True, tag="hand.time_called"):
    """A seat is on the clock."""

    seat: int
    # Since when, in Unix milliseconds; when its seconds are over, nothing happens automatically.
    at: int
    seconds: int


class TimeStopped(Event, frozen=True, tag="hand.time_stopped"):
    """The seat is off the clock without an act."""

    seat: int


class AnyAmountAgreed(Event, frozen=True, tag="hand.any_amount_agreed"):
    """The two players agreed on any amount for this hand (H-30)."""
