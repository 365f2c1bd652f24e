"""Events of cards dealt, burned, drawn and turned up, and of the first to act in stud."""

from poker.events.base import Event
from poker.stud_shortage import ShortagePlan


class OpenerAwaited(Event, frozen=True, tag="hand.opener_awaited"):
    """Upcards were dealt; the first to act must be named or read from them (S-145, S-150)."""


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
    """The first to act was named."""

    seat: int
    rule: str  # why this seat acts first
    inferred: bool = False  # from upcards, the street before, or the seat's own act


class BroughtIn(Event, frozen=True, tag="hand.brought_in"):
    """Stud's forced bet; 0 if the seat is all-in for its ante (S-145)."""

    seat: int
    amount: int
    all_in: bool = False


class BringInReturned(Event, frozen=True, tag="hand.bring_in_returned"):
    """The bring-in belonged to another seat: its chips were returned before anyone acted."""

    seat: int
    amount: int


class CardBurned(Event, frozen=True, tag="hand.card_burned"):
    """The top card went face down under the pot (S-082, S-086)."""

    street: str


class StreetDealt(Event, frozen=True, tag="hand.street_dealt"):
    """Cards went to the players still in, down or up (S-153)."""

    street: str
    cards: int  # the number that left the stub
    down: int = 0
    up: int = 0
    # The rest of a street whose first cards were dealt before the deck was rebuilt (H-14).
    more: bool = False


class LastCardPlanned(Event, frozen=True, tag="hand.last_card_planned"):
    """How stud's last street is dealt from the available stub and burns (H-14)."""

    plan: ShortagePlan
    up: bool = False  # face up


class BurnsGathered(Event, frozen=True, tag="hand.burns_gathered"):
    """This many burns were added to the stub, which was shuffled and cut (S-155)."""

    cards: int


class CommonCardDealt(Event, frozen=True, tag="hand.common_card_dealt"):
    """One card was dealt face up in the center as everyone's card (S-156)."""

    street: str


class CountsCorrected(Event, frozen=True, tag="hand.counts_corrected"):
    """Stub and burns were corrected to the dealer's count."""

    stub: int
    burns: int
    again: bool = False  # the last street was undone, to be redealt


class CardDeclined(Event, frozen=True, tag="hand.card_declined"):
    """A player did not take the extra card for the 4 that they show (S-180)."""

    seat: int


class CardBought(Event, frozen=True, tag="hand.card_bought"):
    """A seat was dealt an extra card, down (S-180)."""

    seat: int


class SeatDiscarded(Event, frozen=True, tag="hand.seat_discarded"):
    """A seat discarded this many cards before the coming street (S-180)."""

    seat: int
    cards: int


class Discarded(Event, frozen=True, tag="hand.discarded"):
    """Every player still in discarded this many cards; `cards` is the total of those without a tap before."""

    each: int
    cards: int


class DrawOpened(Event, frozen=True, tag="hand.draw_opened"):
    """A draw started; the discards of the previous draw become a separate pile (H-45)."""

    street: str
    unburned: bool = False  # its burn waits for the rebuilt deck, because the last card is kept


class CardsDrawn(Event, frozen=True, tag="hand.drew"):
    """A seat's draw: three numbers of cards that should be equal (S-176)."""

    seat: int
    stated: int
    discarded: int
    delivered: int
    # The seat did not announce its draw; it is treated as pat and the hand is partial.
    unsaid: bool = False


class DrawServed(Event, frozen=True, tag="hand.draw_served"):
    """A seat got cards that it was still owed."""

    seat: int
    cards: int


class DeckRebuilt(Event, frozen=True, tag="hand.deck_rebuilt"):
    """Discards of earlier draws, discards of these seats in this draw, and burns were added to the stub, which was
    shuffled and cut (H-45).
    """

    earlier: int = 0
    seats: tuple[int, ...] = ()
    burns: int = 0
    # The new stub as the dealer counted it, if it differs from the log; the difference was not found.
    counted: int | None = None


class BoardDealt(Event, frozen=True, tag="hand.board_dealt"):
    """Cards were dealt face up in the center (S-083, S-085); "??" for a card that was not entered."""

    street: str
    cards: tuple[str, ...]
    board: int = 0  # which board, 0 for the first
    # In a street that has begun already: with its hole cards, its draw or its first board.
    within: bool = False


class RunsAgreed(Event, frozen=True, tag="hand.runs_agreed"):
    """A player agreed to so many runs of the rest of the board (H-73)."""

    seat: int
    runs: int


class RunsChosen(Event, frozen=True, tag="hand.runs_chosen"):
    """Everyone left agreed to so many runs; 1 if they no longer do (H-73)."""

    runs: int


class RunBegun(Event, frozen=True, tag="hand.run_begun"):
    """The next run starts after the cards that all runs share."""

    run: int  # 0 for the first


class BoardShown(Event, frozen=True, tag="hand.board_shown"):
    """The cards of a board were entered."""

    cards: tuple[str, ...]
    board: int = 0
