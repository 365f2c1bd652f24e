"""The deck ledger counts cards, it does not know them: its piles always sum to the deck (S-019)."""

import msgspec

from poker.cards import DECK_SIZE
from poker.refusal import Refusal


class Ledger(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where the 52 cards are, in numbers of cards."""

    stub: int = DECK_SIZE
    burns: int = 0
    board: int = 0
    hands: int = 0
    muck: int = 0
    aside: int = 0
    out: int = 0

    def total(self) -> int:
        """Every card, wherever it lies: 52."""
        return self.stub + self.burns + self.board + self.hands + self.muck + self.aside + self.out

    def move(self, source: str, target: str, count: int) -> "Ledger":
        """Move cards between two piles; a negative count moves them back. Refuses what a pile does not hold."""
        rest: int = getattr(self, source) - count
        grown: int = getattr(self, target) + count
        if rest < 0 or grown < 0:
            raise Refusal("pile_too_small", "S-019", pile=source, holds=rest + count, asked=count)
        return msgspec.structs.replace(self, **{source: rest, target: grown})
