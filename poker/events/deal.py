"""How a hand begins, and what its players do."""

from typing import Literal

from poker.events.base import Event
from poker.state import Table


class HandStarted(Event, frozen=True, tag="hand.started"):
    """A hand begins. `table` is all that went before it, so that a fold may start here."""

    table: Table
    number: int


class ButtonMoved(Event, frozen=True, tag="hand.button_moved"):
    """Button and blind positions of this hand, and the seats dealt in, first card to the first."""

    button: int
    order: tuple[int, ...]
    small: int = 0
    big: int = 0
    passed: tuple[int, ...] = ()
    missed_small: tuple[int, ...] = ()
    missed_big: tuple[int, ...] = ()


class AntePosted(Event, frozen=True, tag="hand.ante_posted"):
    """An ante; dead when it is one seat's ante for all."""

    seat: int
    amount: int
    dead: bool = False
    all_in: bool = False


class BlindPosted(Event, frozen=True, tag="hand.blind_posted"):
    """A blind, straddle or entry post; `live` is the seat's bet, `dead` goes to the centre (S-056, S-065)."""

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
    """A betting round begins; `due` is the first seat to act, 0 when nobody can bet.

    level: what the full blinds make the bet; increment: the first raise; raises: bets that count toward the
    cap; missing: chips that short or absent blinds lack; closed: blinds without an option (H-02); bring_in: the
    level is only the forced open of stud (S-116).
    """

    due: int
    level: int = 0
    increment: int = 0
    raises: int = 0
    missing: int = 0
    closed: tuple[int, ...] = ()
    bring_in: bool = False


class Folded(Event, frozen=True, tag="hand.folded"):
    """A hand was folded. `late` names who was already out; `returned` takes a wrongly inferred call back.

    moved: of one named late, cards beyond those that the count had moved to the muck, such as one bought.
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
    """A seat put `amount` more in; `closing` marks a call that only the street's closing inferred."""

    seat: int
    amount: int
    all_in: bool = False
    inferred: bool = False
    closing: bool = False
    declared: str = ""


class BetMade(Event, frozen=True, tag="hand.bet_made"):
    """A bet or raise to `to` in front of the seat.

    full: it counts as one (H-04); increment: what the next full raise adds, or the limit's bet; completed: it makes
    a bring-in up to the bet, which is no raise (S-116).
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


class Declared(Event, frozen=True, tag="hand.declared"):
    """Words before chips (S-104)."""

    seat: int
    what: str
    amount: int | None = None


class AnyAmountAgreed(Event, frozen=True, tag="hand.any_amount_agreed"):
    """The two players agreed on any amount for this hand (H-30)."""
