"""One random hand of crazy pineapple: pokerkit is dealt only the two cards that each player keeps."""

from poker import commands as c
from tests.poker.oracle.duel import Duel


class DiscardDuel(Duel):
    """One random hand with a discard after the betting on the flop, by seat or all at once."""

    def street(self) -> None:
        if self.game.streets[self.hand.street + 1].by_seat:
            late = self.dice.sample(self.live, self.dice.randint(0, len(self.live)))
            for seat in late:
                self.do(c.Discard(seat))
        super().street()
