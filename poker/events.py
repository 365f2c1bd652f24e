"""What happened at a table, physical acts included. Names in the log are the tags and never change."""

from typing import Literal

import msgspec

from poker.rules import HouseRules
from poker.shortage import Plan
from poker.stakes import Stakes
from poker.state import Award, Dealer, Done, Entry, Pot, Table, Tracking

VERSION = 1  # schema version that is written with every event; older ones are upcast when read


class Event(
    msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True, forbid_unknown_fields=True
):
    """Base of all events."""


# The table


class TableCreated(Event, frozen=True, tag="table.created"):
    """An empty table; the log of every table begins with it."""

    name: str
    seats: int


class TableOpened(Event, frozen=True, tag="table.opened"):
    """Play may begin under this plaque; at in unix milliseconds."""

    stakes: Stakes
    rules: HouseRules = HouseRules()
    tracking: Tracking = "actions"
    at: int = 0


class TableClosed(Event, frozen=True, tag="table.closed"):
    """The game broke."""


class PlaqueChanged(Event, frozen=True, tag="table.plaque_changed"):
    """Other stakes or rules from the next hand on."""

    stakes: Stakes
    rules: HouseRules = HouseRules()
    at: int = 0


class TrackingChanged(Event, frozen=True, tag="table.tracking_changed"):
    """How closely hands are followed from the next hand on."""

    tracking: Tracking


class GameChanged(Event, frozen=True, tag="table.game_changed"):
    """The next hands are another game of the rotation; at in unix milliseconds."""

    leg: int
    at: int = 0


class KillChanged(Event, frozen=True, tag="table.kill_changed"):
    """The next hand is a kill hand or is one no longer (S-072); `seat` made it one, 0 nobody."""

    on: bool
    seat: int = 0


class ButtonDrawn(Event, frozen=True, tag="button.drawn"):
    """Cards of the draw by seat, and the seat that has the button (S-048)."""

    cards: tuple[tuple[int, str], ...]
    seat: int


class ButtonSet(Event, frozen=True, tag="button.set"):
    """The button was placed by hand."""

    seat: int


class DealerPushed(Event, frozen=True, tag="dealer.pushed"):
    """The next dealer sat down."""

    dealer: Dealer


class FloorCalled(Event, frozen=True, tag="floor.called"):
    """A supervisor was called; at in unix milliseconds.

    substantial: whether action was substantial by then, by definition of H-01 (S-121); empty between hands.
    """

    at: int
    street: str = ""
    substantial: dict[str, bool] = {}


class FloorCancelled(Event, frozen=True, tag="floor.cancelled"):
    """The call was taken back."""

    reason: str = ""


class Undone(Event, frozen=True, tag="command.undone"):
    """The command with this id was taken back whole; `done` is what it was."""

    command: str
    done: Done


# Seats


class SeatTaken(Event, frozen=True, tag="seat.taken"):
    """A player sat down; `new` owes a way in (S-062)."""

    seat: int
    player: str
    name: str
    stack: int | None = None
    new: bool = False


class SeatLeft(Event, frozen=True, tag="seat.left"):
    """A player quit."""

    seat: int


class SeatAway(Event, frozen=True, tag="seat.away"):
    """A player sits out."""

    seat: int


class SeatBack(Event, frozen=True, tag="seat.back"):
    """A player is back or chose how to come in."""

    seat: int
    entry: Entry = ""


class ChipsAdded(Event, frozen=True, tag="seat.chips_added"):
    """A counted stack grew between hands."""

    seat: int
    amount: int


class TimeCollected(Event, frozen=True, tag="table.time_collected"):
    """The house's time charge, `each` from every seat named; at in unix milliseconds."""

    at: int
    each: int
    seats: tuple[int, ...]


class ShortPostNamed(Event, frozen=True, tag="seat.short_post"):
    """A player has only this much for the next blind (S-059)."""

    seat: int
    amount: int


class StraddleNamed(Event, frozen=True, tag="seat.straddle"):
    """A straddle for the next hand."""

    seat: int


# The hand: start and deal


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


# The hand: who opens in stud


class OpenerAwaited(Event, frozen=True, tag="hand.opener_awaited"):
    """Upcards lie, and the first to act is to be named or read from them (S-145, S-150)."""


class OpenerTied(Event, frozen=True, tag="hand.opener_tied"):
    """A seat was said to have an upcard level with another's, or no longer."""

    seat: int
    tied: bool = True


class SuitNamed(Event, frozen=True, tag="hand.suit_named"):
    """The suit of a tied seat's upcard (S-146)."""

    seat: int
    suit: str


class UpcardsShown(Event, frozen=True, tag="hand.upcards_shown"):
    """Upcards of a seat in the order dealt, "??" where nobody said (S-042)."""

    seat: int
    cards: tuple[str, ...]


class OpenerNamed(Event, frozen=True, tag="hand.opener_named"):
    """The first to act; `rule` says why. `inferred`: from upcards, the street before, or the seat's own act."""

    seat: int
    rule: str
    inferred: bool = False


class BroughtIn(Event, frozen=True, tag="hand.brought_in"):
    """The forced open of stud; 0 when the seat is all-in for its ante (S-145)."""

    seat: int
    amount: int
    all_in: bool = False


class BringInReturned(Event, frozen=True, tag="hand.bring_in_returned"):
    """The bring-in was another seat's: its chips go back before anybody acted."""

    seat: int
    amount: int


# The hand: acts


class Folded(Event, frozen=True, tag="hand.folded"):
    """A hand was folded. `late` names who was already out; `returned` takes a wrongly inferred call back."""

    seat: int
    inferred: bool = False
    late: bool = False
    returned: int = 0


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


# The hand: streets


class UncalledReturned(Event, frozen=True, tag="hand.uncalled_returned"):
    """The part of a bet that nobody called went back."""

    seat: int
    amount: int


class PotCollected(Event, frozen=True, tag="hand.pot_collected"):
    """Bets were gathered into the pot (S-185); the pot's chips after it."""

    pot: int
    known: bool = True


class CountSaid(Event, frozen=True, tag="hand.count_said"):
    """The number still in, said by the dealer; `unnamed` more are out than seats were named (fewer: negative)."""

    count: int
    unnamed: int = 0
    moved: int = 0


class CardBurned(Event, frozen=True, tag="hand.card_burned"):
    """Top card face down under the pot (S-082, S-086)."""

    street: str


class StreetDealt(Event, frozen=True, tag="hand.street_dealt"):
    """Cards to the players still in, down or up; `cards` is what left the stub (S-153).

    more: the rest of a street whose first cards were dealt before the deck was made up (H-14).
    """

    street: str
    cards: int
    down: int = 0
    up: int = 0
    more: bool = False


class LastCardPlanned(Event, frozen=True, tag="hand.last_card_planned"):
    """How stud's last street is dealt, from the stub and the burns that there are (H-14); `up`: face up."""

    plan: Plan
    up: bool = False


class BurnsGathered(Event, frozen=True, tag="hand.burns_gathered"):
    """So many burns joined the stub, which was shuffled and cut (S-155)."""

    cards: int


class CommonCardDealt(Event, frozen=True, tag="hand.common_card_dealt"):
    """One card face up in the centre that every player plays (S-156)."""

    street: str


class CountsCorrected(Event, frozen=True, tag="hand.counts_corrected"):
    """Stub and burns as they lie on the table; `again`: the last street is taken back to be dealt anew."""

    stub: int
    burns: int
    again: bool = False


class CardBought(Event, frozen=True, tag="hand.card_bought"):
    """A seat was dealt an extra card, down (S-180)."""

    seat: int


class Discarded(Event, frozen=True, tag="hand.discarded"):
    """Every player still in gave up so many cards; `cards` is all of them together."""

    each: int
    cards: int


class DrawOpened(Event, frozen=True, tag="hand.draw_opened"):
    """A draw begins; the discards of the one before are a pile of their own from now on (H-45)."""

    street: str


class Drew(Event, frozen=True, tag="hand.drew"):
    """A seat's draw: three numbers of cards that should be one (S-176).

    unsaid: nobody said what the seat drew, it is taken as pat and the hand is partial.
    """

    seat: int
    stated: int
    discarded: int
    delivered: int
    unsaid: bool = False


class DrawServed(Event, frozen=True, tag="hand.draw_served"):
    """Cards that a seat was still owed."""

    seat: int
    cards: int


class DeckRebuilt(Event, frozen=True, tag="hand.deck_rebuilt"):
    """Discards of earlier draws, those of these seats in this draw, and burns joined the stub; shuffled, cut (H-45)."""

    earlier: int = 0
    seats: tuple[int, ...] = ()
    burns: int = 0


class BoardDealt(Event, frozen=True, tag="hand.board_dealt"):
    """Cards face up in the centre (S-083, S-085); "??" where nobody entered the face."""

    street: str
    cards: tuple[str, ...]


class BoardShown(Event, frozen=True, tag="hand.board_shown"):
    """The board's faces were entered."""

    cards: tuple[str, ...]


class StreetSkipped(Event, frozen=True, tag="hand.street_skipped"):
    """A round was not followed; the hand is partial."""

    street: str


class Reinstated(Event, frozen=True, tag="hand.reinstated"):
    """A fold that had been logged did not happen; `amount` is what the seat has put in since."""

    seat: int
    amount: int = 0
    named: bool = False


class PotCounted(Event, frozen=True, tag="hand.pot_counted"):
    """The dealer counted the pot, the bets in front of the seats with it; what is bet later adds to it."""

    amount: int


# The hand: showdown, award, end


class ShowdownReached(Event, frozen=True, tag="hand.showdown_reached"):
    """Betting is over; hands are shown."""


class HandShown(Event, frozen=True, tag="hand.shown"):
    """A hand was turned up."""

    seat: int
    cards: tuple[str, ...]


class HandMucked(Event, frozen=True, tag="hand.mucked"):
    """A hand was given up at the showdown."""

    seat: int


class HandKilled(Event, frozen=True, tag="hand.killed"):
    """A hand is dead by the dealer or a ruling; its chips stay."""

    seat: int


class LosersKilled(Event, frozen=True, tag="hand.losers_killed"):
    """Losing hands were killed before a pot was pushed (S-122)."""

    seats: tuple[int, ...]


class PotsBuilt(Event, frozen=True, tag="hand.pots_built"):
    """Main and side pots net of the house's part, main first (S-115)."""

    pots: tuple[Pot, ...]
    rake: int = 0
    jackpot: int = 0


class PotAwarded(Event, frozen=True, tag="hand.pot_awarded"):
    """A pot was pushed."""

    award: Award


class RakeTaken(Event, frozen=True, tag="hand.rake_taken"):
    """The house's part was dropped."""

    rake: int
    jackpot: int = 0


class HandMisdealt(Event, frozen=True, tag="hand.misdealt"):
    """Cards back to the deck, bets after the deal returned, forced bets stay."""

    reason: str = ""


class HandEnded(Event, frozen=True, tag="hand.ended"):
    """The hand is over; `stacks` are the counted stacks after it, None where they are not known."""

    partial: bool = False
    stacks: tuple[tuple[int, int | None], ...] = ()


EVENTS: tuple[type[Event], ...] = tuple(Event.__subclasses__())
