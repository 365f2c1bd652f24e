"""A game as data: its streets, what each deals, who opens, and how hands are read."""

from typing import Literal

import msgspec

from poker.cards import DECK_SIZE, RANKS

Family = Literal["flop", "stud", "draw"]
# Which upcards act first, by the names of `poker.openers`.
Upcards = Literal["high", "low_a5", "deuce7"]


class Street(msgspec.Struct, frozen=True):
    """One betting round and the cards dealt before it, after the burn. All counts are cards."""

    name: str
    burn: int = 0
    house_burn: int = 0  # cards burned before it in a house with a second burn (H-55)
    hole: int = 0  # face down to each player
    up: int = 0  # face up to each player
    board: int = 0  # face up in the center; after the draw, if the street has one
    draw: int = 0  # the maximum a player may exchange before the round (S-166, S-170)
    discard: int = 0  # cards each player discards before it without replacement
    by_seat: bool = False  # the tablet shows which players have discarded (S-180, crazy pineapple)
    tier: int = 0  # which limit bet applies: 0 small bet, 1 big bet (S-087, S-088, S-160)
    # How many upcards are dealt down and then turned over by each player (S-180, roll your own).
    roll: bool = False

    @property
    def each(self) -> int:
        return self.hole + self.up


class Game(msgspec.Struct, frozen=True):
    """A named list of streets, a ranking and the number of seats."""

    key: str
    title: str
    family: Family
    streets: tuple[Street, ...]
    ranking: str
    seats: int
    limits: tuple[str, ...] = ()  # the allowed ones, () for any
    phh: tuple[tuple[str, str], ...] = ()  # limit to the variant code of the hand-history format
    wild: str = ""  # the name of its wild cards (`poker.reading.wild_cards`)
    upcards: Upcards = "high"  # which upcards open in stud
    bought: str = ""  # the rank that buys a card when dealt up (S-180, baseball)
    ranks: str = RANKS  # those in the deck, four cards of each
    kill: bool = False

    @property
    def hole(self) -> int:
        """Return the cards in a player's complete hand, up and down, without discards."""
        return sum(street.each - street.discard for street in self.streets)

    @property
    def deck(self) -> int:
        """Return the number of cards in the deck: 52, or 36 in short deck (S-019)."""
        return DECK_SIZE * len(self.ranks) // len(RANKS)

    @property
    def button(self) -> bool:
        """Return whether the game has a button; stud is dealt from the dealer's left (S-144)."""
        return self.family != "stud"

    @property
    def has_draw(self) -> bool:
        """Return whether players exchange cards on a street."""
        return any(street.draw for street in self.streets)

    def index(self, name: str) -> int:
        """Return the index of a street, or -1."""
        return next((i for i, street in enumerate(self.streets) if street.name == name), -1)
