"""The best five cards of a hand by its game's own rules, and which of the player's cards are among them (S-090)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from typing import Literal

import msgspec

from poker.cards import UNKNOWN
from poker.reading.five_cards import (
    FLUSH,
    FULL_HOUSE,
    STRAIGHT,
    THREE,
    HandValue,
    made_cards,
    quads_rank,
    value_of,
)
from poker.reading.rankings import RANKINGS

Cards = tuple[str, ...]
# How a hand takes its five: exactly two of its own (Omaha), any of its own and the board, or only its own cards, with
# stud's common card if there is one.
Way = Literal["omaha", "board", "own"]
_SHORT_DECK = ("short_deck", "short_deck_set")
_HIGH = ("high", "omaha_high", *_SHORT_DECK)
OMAHA_CARDS = 2
BOARD_CARDS = 5


class PlayedHand(msgspec.Struct, frozen=True):
    """The best hand of a player: every five cards that make it, and what the game compares.

    value: comparable in every game; order: comparable in this game, which may rank a flush above a full house.
    """

    way: Way
    own: Cards
    value: HandValue
    order: HandValue
    fives: tuple[Cards, ...]

    def plays_own(self, *, kicker: bool) -> bool:
        """Return whether both hole cards are in a best five; without a board, whether its own cards make it alone.

        kicker: whether a card that is only the kicker counts as one that plays. In Omaha two own cards always play.
        """
        if self.way == "omaha":
            return True
        if self.way == "own":
            return any(set(five) <= set(self.own) for five in self.fives)
        return any(set(self.own) <= set(self._playing(five, kicker=kicker)) for five in self.fives)

    def _playing(self, five: Cards, *, kicker: bool) -> Cards:
        return five if kicker else made_cards(five, self.value)

    def has_pair_for_quads(self) -> bool:
        """Return whether four of a kind is made with a pair in the hole; True for any other hand and without a board.

        In Omaha the two own cards of the five must be that pair.
        """
        rank = quads_rank(self.value)
        if not rank or self.way == "own":
            return True
        return any(self._is_pair(five, rank) for five in self.fives)

    def _is_pair(self, five: Cards, rank: str) -> bool:
        of_quads = [card for card in five if card in self.own and card[0] == rank]
        return len(of_quads) == OMAHA_CARDS


def way_of(ranking: str) -> Way | None:
    """Return how a high hand of this ranking takes its five cards; None if no high hand is played for."""
    rules = RANKINGS[ranking]
    scale = rules.scale()
    if scale not in _HIGH:
        return None
    if scale == "omaha_high":
        return "omaha"
    return "board" if rules.board[0] else "own"


@lru_cache(maxsize=512)
def played_hand(ranking: str, own: Cards, board: Cards) -> PlayedHand | None:
    """Return the best high hand of known cards; None if a card is unseen, the board is not complete or there is none.

    Its `fives` are all that tie for the best.
    """
    way = way_of(ranking)
    if way is None or UNKNOWN in own or UNKNOWN in board or len(own) < OMAHA_CARDS:
        return None
    if way != "own" and len(board) != BOARD_CARDS:
        return None
    short_deck = RANKINGS[ranking].scale() in _SHORT_DECK
    best: tuple[HandValue, HandValue] = ((), ())
    fives: list[Cards] = []
    for five in _fives(way, own, board):
        value = value_of(five, short_deck=short_deck)
        order = _order(ranking, value)
        if order > best[0]:
            best = (order, value)
            fives = [five]
        elif order == best[0]:
            fives.append(five)
    if not fives:
        return None
    return PlayedHand(way=way, own=own, value=best[1], order=best[0], fives=tuple(fives))


def _fives(way: Way, own: Cards, board: Cards) -> Iterator[Cards]:
    if way != "omaha":
        yield from combinations(own + board, 5)
        return
    for pair in combinations(own, OMAHA_CARDS):
        for three in combinations(board, 5 - OMAHA_CARDS):
            yield pair + three


def _order(ranking: str, value: HandValue) -> HandValue:
    """Return the value with the rank of the hand as this game orders it: in short deck a flush beats a full house."""
    scale = RANKINGS[ranking].scale()
    if scale not in _SHORT_DECK:
        return value
    swapped = {FLUSH: FULL_HOUSE, FULL_HOUSE: FLUSH}
    if scale == "short_deck_set":
        swapped |= {THREE: STRAIGHT, STRAIGHT: THREE}
    return (swapped.get(value[0], value[0]), *value[1:])
