"""Hands that a seeded table plays under the house rules. The same seed gives the same acts."""

from collections.abc import Iterator
from random import Random

import msgspec

from dealer_ui.engine.session import Position
from poker.rules import HouseRules, read
from poker.stakes import Stakes
from poker.view import view
from poker.view.model import TableView
from school.hands.physical_cards import PhysicalCards
from school.hands.play import DealerHabits, Dealing
from school.hands.player_style import PlayerStyle, random_style
from school.hands.table_words import describe_hands, describe_tap, describe_upcards, joined
from school.tablet.model import Exercise, Move, Step
from school.tablet.table import after

# The dealer of an exercise makes each required tap once.
EXACT = DealerHabits(explicit=0, faces=0, slips=0)
MOST_ACTS = 3  # maximum acts in one step
STACK = 200  # big bets that a player has at most, because exercises have no maximum buy-in
# Precedes the first sentence of a street.
BOARD = {"flop": "The flop. ", "turn": "The turn. ", "river": "The river. "}
LONGEST = 130  # maximum characters of hands that the dealer reads


class GeneratedHands:
    """A table that plays by itself. `steps` yields what happens, with the taps that log it."""

    def __init__(self, exercise: Exercise, position: Position, seed: int) -> None:
        self.exercise = exercise
        self.position = position
        self.rng = Random(seed)
        self.styles: dict[str, PlayerStyle] = {}
        house: HouseRules = read(exercise.rules)
        most = STACK * msgspec.convert(exercise.stakes, Stakes).big_bet
        self.dealing = Dealing(self.rng, self._style, EXACT, house, most)

    def _style(self, player: str) -> PlayerStyle:
        if player not in self.styles:
            self.styles[player] = random_style(self.rng)
        return self.styles[player]

    def steps(self, hands: int) -> Iterator[Step]:
        """Yield the steps of a number of hands."""
        for _ in range(hands):
            yield from _grouped(self._hand(), self.rng)

    def _hand(self) -> Iterator[tuple[str, Move]]:
        """Yield each tap of a hand, preceded by the sentence that describes it."""
        shown = view(self.position.table)
        taps = self.dealing.hand(shown)
        request = next(taps)
        street = shown.hand.street
        while True:
            if request.name:
                move = Move(request.name, dict(request.args))
                before = street
                street = shown.hand.street
                board = BOARD.get(street, "") if street != before else ""
                yield f"{board}{self._words(move, shown)}", move
                self.position = after(self.position, move, exercise=self.exercise, at=0)
                shown = view(self.position.table)
            try:
                request = taps.send(shown)
            except StopIteration:
                return

    def _words(self, move: Move, shown: TableView) -> str:
        felt = self.dealing.felt
        if not isinstance(felt, PhysicalCards) or not felt.sure:
            return describe_tap(move, shown)
        if move.name == "opener":
            return describe_upcards(
                {seat.seat: felt.up[seat.seat] for seat in shown.seats if seat.state == "in"}
            )
        if move.name == "award" and move.args.get("seats") and shown.award is not None:
            pot = shown.award.pots[shown.award.turn or 0]
            hands = {seat: felt.hands[seat] for seat in pot.seats if seat not in pot.out}
            sentence = describe_hands(felt.board, hands)
            # The winner of a down-card half can't be read from the hands alone.
            if len(sentence) <= LONGEST and "spade" not in felt.winners(tuple(hands)):
                return sentence
        return describe_tap(move, shown)


def _grouped(taps: Iterator[tuple[str, Move]], rng: Random) -> Iterator[Step]:
    """Yield steps: a few acts in a row share a step, every other tap has its own."""
    words: list[str] = []
    moves: list[Move] = []
    most = rng.randint(1, MOST_ACTS)
    for text, move in taps:
        if move.name == "act" and len(moves) < most:
            words.append(text)
            moves.append(move)
            continue
        if moves:
            yield Step(says=joined(words), do=tuple(moves))
            words = []
            moves = []
            most = rng.randint(1, MOST_ACTS)
        if move.name == "act":
            words = [text]
            moves = [move]
        else:
            yield Step(says=text, do=(move,))
    if moves:
        yield Step(says=joined(words), do=tuple(moves))
