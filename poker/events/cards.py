"""Events of cards dealt, burned, drawn and turned up, and of the first to act in stud."""

from poker.events.base import Event
from poker.stud_shortage import ShortagePlan


class OpenerAwaited(Event, frozen=True, tag="hand.opener_awaited"):
    """Upcards are dealt; the first to act must be named or read from them (S-145, S-150)."""


class OpenerTied(Event, frozen=True, tag="hand.opener_tied"):
    """A seat was marked or unmarked as tied with another's upcard."""

    seat: int
    tied: bool = True


class SuitNamed(Event, frozen=True, tag="hand.suit_named"):
    """The suit of a tied seat's upcard (S-146)."""

    seat: int
    suit: str


class UpcardsShown(Event, frozen=True, tag="hand.upcards_shown"):
    """The upcards of a seat in the order dealt, "??" if unknown (S-042)."""

    seat: int
    cards: tuple[str, ...]


class OpenerNamed(Event, frozen=True, tag="hand.opener_named"):
    """The first to act; `rule` says why. `inferred`: from upcards, the street before, or the seat's own act."""

    seat: int
    rule: str
    inferred: bool = False


class BroughtIn(Event, frozen=True, tag="hand.brought_in"):
    """Stud's forced bet; 0 if the seat is all-in for its ante (S-145)."""

    seat: int
    amount: int
    all_in: bool = False


class BringInReturned(Event, frozen=True, tag="hand.bring_in_returned"):
    """The bring-in belonged to another seat: its chips went back before anyone acted."""

    seat: int
    amount: int


class CardBurned(Event, frozen=True, tag="hand.card_burned"):
    """Top card face down under the pot (S-082, S-086)."""

    street: str


class StreetDealt(Event, frozen=True, tag="hand.street_dealt"):
    """Cards to the players still in, down or up; `cards` is the number that left the stub (S-153).

    more: the rest of a street whose first cards were dealt before the deck was rebuilt (H-14).
    """

    street: str
    cards: int
    down: int = 0
    up: int = 0
    more: bool = False


class LastCardPlanned(Event, frozen=True, tag="hand.last_card_planned"):
    """How stud's last street is dealt from the available stub and burns (H-14); `up`: face up."""

    plan: ShortagePlan
    up: bool = False


class BurnsGathered(Event, frozen=True, tag="hand.burns_gathered"):
    """This many burns joined the stub, which was shuffled and cut (S-155)."""

    cards: int


class CommonCardDealt(Event, frozen=True, tag="hand.common_card_dealt"):
    """One card face up in the center that every player plays (S-156)."""

    street: str


class CountsCorrected(Event, frozen=True, tag="hand.counts_corrected"):
    """Stub and burns as counted at the table; `again`: the last street is undone to be redealt."""

    stub: int
    burns: int
    again: bool = False


class CardDeclined(Event, frozen=True, tag="hand.card_declined"):
    """A seat does not take the extra card of the 4 that it shows (S-180)."""

    seat: int


class CardBought(Event, frozen=True, tag="hand.card_bought"):
    """A seat was dealt an extra card, down (S-180)."""

    seat: int


class Discarded(Event, frozen=True, tag="hand.discarded"):
    """Every player still in discarded this many cards; `cards` is the total."""

    each: int
    cards: int


class DrawOpened(Event, frozen=True, tag="hand.draw_opened"):
    """A draw starts; the discards of the previous draw become a separate pile (H-45).

    unburned: its burn waits for the rebuilt deck, because the last card is kept.
    """

    street: str
    unburned: bool = False


class CardsDrawn(Event, frozen=True, tag="hand.drew"):
    """A seat's draw: three numbers of cards that should be equal (S-176).

    unsaid: the seat did not announce its draw; it counts as pat and the hand is partial.
    """

    seat: int
    stated: int
    discarded: int
    delivered: int
    unsaid: bool = False


class DrawServed(Event, frozen=True, tag="hand.draw_served"):
    """Cards a seat was still owed."""

    seat: int
    cards: int


class DeckRebuilt(Event, frozen=True, tag="hand.deck_rebuilt"):
    """Discards of earlier draws, those of these seats in this draw, and burns joined the stub; shuffled, cut
    (H-45).

    counted: the new stub as the dealer counted it, if the log has another; the difference was not found.
    """

    earlier: int = 0
    seats: tuple[int, ...] = ()
    burns: int = 0
    counted: int | None = None


class BoardDealt(Event, frozen=True, tag="hand.board_dealt"):
    """Cards face up in the center (S-083, S-085); "??" if the card was not entered."""

    street: str
    cards: tuple[str, ...]


class BoardShown(Event, frozen=True, tag="hand.board_shown"):
    """The board's cards were entered."""

    cards: tuple[str, ...]
