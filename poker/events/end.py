"""Events of chips and counts between rounds, showdown, award and the end of a hand."""

from typing import Literal

from poker.events.base import Event
from poker.state import Award, Pot


class UncalledReturned(Event, frozen=True, tag="hand.uncalled_returned"):
    """The uncalled part of a bet was returned."""

    seat: int
    amount: int


class PotCollected(Event, frozen=True, tag="hand.pot_collected"):
    """Bets were collected into the pot (S-185)."""

    pot: int  # its chips after that
    known: bool = True


class CountAnnounced(Event, frozen=True, tag="hand.count_said"):
    """The dealer counted the players still in."""

    count: int
    unnamed: int = 0  # how many more are out than seats were named, negative if fewer
    moved: int = 0
    run_out: bool = False  # all remaining streets were dealt with it


class StreetSkipped(Event, frozen=True, tag="hand.street_skipped"):
    """A round was not tracked; the hand is partial."""

    street: str


class Reinstated(Event, frozen=True, tag="hand.reinstated"):
    """A logged fold did not happen."""

    seat: int
    amount: int = 0  # the seat's chips put in since then
    named: bool = False
    dealt: int = 0  # cards it was dealt on later streets, negative if it discarded some
    up: int = 0  # those face up
    # For a hand that a count had brought back: cards that the count did not move, such as a bought card.
    moved: int = 0


class PotCounted(Event, frozen=True, tag="hand.pot_counted"):
    """The dealer counted the pot, including the bets in front of the seats; later bets add to it."""

    amount: int


class ShowdownReached(Event, frozen=True, tag="hand.showdown_reached"):
    """Betting is over; hands are shown."""


class HandShown(Event, frozen=True, tag="hand.shown"):
    """A hand was shown."""

    seat: int
    cards: tuple[str, ...]


class HandMucked(Event, frozen=True, tag="hand.mucked"):
    """A hand was mucked at the showdown."""

    seat: int


class HandKilled(Event, frozen=True, tag="hand.killed"):
    """A hand was killed by the dealer, a ruling, or because its player was not at the table; its chips stay."""

    seat: int
    # The player of a tournament was absent or served a penalty when the deal was complete (H-80).
    why: Literal["", "absent", "penalty"] = ""

    @property
    def inferred(self) -> bool:
        """Return whether the deal killed it, without a tap."""
        return self.why != ""


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
    """Misdeal: cards back to the deck, bets after the deal returned, forced bets stay."""

    reason: str = ""


class HandEnded(Event, frozen=True, tag="hand.ended"):
    """The hand ended."""

    partial: bool = False
    stacks: tuple[tuple[int, int | None], ...] = ()  # the counted stacks after it, None if unknown
    # The pot was pushed without a count, so the house's part of it is unknown.
    uncounted: bool = False
