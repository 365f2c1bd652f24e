"""Games that pokerkit has no class for, built from its streets and hand types."""

from collections.abc import Sequence
from functools import total_ordering
from typing import Any

from pokerkit import (
    BettingStructure,
    Deck,
    Hand,
    Opening,
    StandardHighHand,
    StandardLowHand,
    State,
)
from pokerkit import Street as TheirStreet

from poker.games import GAMES, Street
from poker.stakes import Limit
from tests.poker.readers import pips

STRUCTURES = {
    "split": BettingStructure.FIXED_LIMIT,
    "pot": BettingStructure.POT_LIMIT,
    "none": BettingStructure.NO_LIMIT,
}
HOLE = 5  # cards of a hand in drawmaha
RAISES = 4  # pokerkit's cap of fixed limit


class HoleHigh(StandardHighHand):
    """The best five cards of the hand alone."""

    @classmethod
    def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Hand:
        return super().from_game(hole_cards)


class HoleLow(StandardLowHand):
    """The best 2-7 low of the hand alone."""

    @classmethod
    def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> Hand:
        return super().from_game(hole_cards)


@total_ordering
class FewestPips:
    """The pips of the hand alone, the fewest first; it has what pokerkit's State uses of a hand."""

    sign = -1

    def __init__(self, hole_cards: Any) -> None:
        cards = tuple(f"{card.rank.value}{card.suit.value}" for card in hole_cards)
        if len(cards) < HOLE:  # cards face down are not a hand
            raise ValueError(cards)
        self.total = self.sign * pips(cards)[1][0]

    @classmethod
    def from_game(cls, hole_cards: Any, board_cards: Any = ()) -> "FewestPips":
        return cls(tuple(hole_cards))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FewestPips) and self.total == other.total

    def __lt__(self, other: "FewestPips") -> bool:
        return self.total < other.total

    def __hash__(self) -> int:
        return hash(self.total)


class MostPips(FewestPips):
    """The pips of the hand alone, the most first."""

    sign = 1


class Custom:
    """A game of ours in pokerkit: our streets, its hand types for the halves."""

    def __init__(self, game: str, limit: Limit, *hands: Any, hole: int = 0) -> None:
        """hole: the cards of the first street, if they are not those of our game."""
        self.game = GAMES[game]
        self.limit = limit
        self.hands = hands
        self.hole = hole

    def create_state(
        self,
        automations: Sequence[Any],
        trims: bool,
        ante: int,
        forced: Any,
        *bets_stacks_count: Any,
        mode: Any,
    ) -> State:
        """Return the state, called as the classes of pokerkit are."""
        *bets, stacks, count = bets_stacks_count
        streets = tuple(
            self._street(street, index, bets) for index, street in enumerate(self.game.streets)
        )
        stud = self.game.family == "stud"
        return State(
            tuple(automations),
            Deck.STANDARD,
            self.hands,
            streets,
            STRUCTURES[self.limit],
            trims,
            ante,
            0 if stud else forced,
            forced if stud else 0,
            stacks,
            count,
            mode=mode,
        )

    def _street(self, street: Street, index: int, bets: Sequence[int]) -> TheirStreet:
        hole = self.hole if self.hole and not index else street.hole
        return TheirStreet(
            street.burn > 0,
            (False,) * hole + (True,) * street.up,
            street.board,
            street.draw > 0,
            self._opening(index),
            bets[-1] if street.tier else bets[0],
            RAISES if self.limit == "split" else None,
        )

    def _opening(self, index: int) -> Opening:
        if self.game.family != "stud":
            return Opening.POSITION
        if self.game.upcards == "high":
            return Opening.HIGH_HAND if index else Opening.LOW_CARD
        return Opening.LOW_HAND if index else Opening.HIGH_CARD
