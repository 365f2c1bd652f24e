"""The physical cards of a simulated hand: a shuffled deck, hands by seat, the board."""

from collections.abc import Mapping, Sequence
from random import Random

from poker import openers, reading
from poker.games import GAMES, Game
from poker.reading.wild_cards import NONE
from poker.refusal import Refusal
from poker.rules import HouseRules

SUITS = "cdhs"


class PhysicalCards:
    """The cards of one hand. After a ruling on cards they are unknown, and `sure` is False."""

    def __init__(self, game: str, rng: Random, rules: HouseRules) -> None:
        self.game: Game = GAMES[game]
        self.ranking = rules.ranking_of(self.game.ranking)
        self.rng = rng
        self.deck = [rank + suit for rank in self.game.ranks for suit in SUITS]
        rng.shuffle(self.deck)
        self.hands: dict[int, list[str]] = {}
        self.up: dict[int, list[str]] = {}
        self.board: list[str] = []
        self.gone: list[str] = []
        self.streets = 0  # dealt so far
        self.sure = not self.game.wild and not self.game.bought

    def reach(self, street: int, seats: Sequence[int]) -> None:
        """Deal up to and including a street to the players in."""
        while self.streets <= street and self.sure:
            here = self.game.streets[self.streets]
            self.streets += 1
            if len(self.deck) < len(seats) * here.each + here.board + here.burn:
                self.sure = False  # the plan for a short deck is not simulated
                return
            for _ in range(here.burn):
                self.deck.pop()
            for seat in seats:
                hand = self.hands.setdefault(seat, [])
                del hand[len(hand) - here.discard :]
                hand += [self.deck.pop() for _ in range(here.hole)]
                shown = [self.deck.pop() for _ in range(here.up)]
                self.up.setdefault(seat, []).extend(shown)
                hand += shown
            self.board += [self.deck.pop() for _ in range(here.board)]

    def draw(self, seat: int, count: int) -> None:
        """Exchange cards. If the deck runs out, rebuild it from the discards."""
        hand = self.hands.get(seat)
        if hand is None or not self.sure:
            return
        for _ in range(min(count, len(hand))):
            self.gone.append(hand.pop(0))
        for _ in range(count):
            if not self.deck:
                self.rng.shuffle(self.gone)
                self.deck = self.gone
                self.gone = []
            if self.deck:
                hand.append(self.deck.pop())

    def opener(self, seats: Sequence[int], rules: HouseRules) -> int:
        """Return the seat that acts first by the upcards, 0 if it is unknown."""
        if not self.sure or any(seat not in self.up for seat in seats):
            return 0
        kind = self.game.upcards
        if self.streets == 1:
            doors = {seat: self.up[seat][-1] for seat in seats}
            opening = openers.third(doors, tuple(seats), rules, kind)
        else:
            shown = {seat: tuple(self.up[seat]) for seat in seats}
            most = max(len(cards) for cards in shown.values())
            opening = openers.later(shown, tuple(seats), rules, kind, up=most)
        return opening.seat or 0

    def winners(self, seats: Sequence[int]) -> Mapping[str, tuple[int, ...]]:
        """Return the winning seats of each half; {} if the cards are unknown."""
        if not self.sure:
            return {}
        hands = [(seat, tuple(self.hands.get(seat, ()))) for seat in seats]
        downs = {
            seat: tuple(card for card in cards if card not in self.up.get(seat, ()))
            for seat, cards in hands
        }
        try:
            return reading.by_half(self.ranking, hands, tuple(self.board), wild=NONE, down=downs)
        except Refusal:
            return {}
