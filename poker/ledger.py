"""The deck ledger counts cards that it cannot see: its piles always add up to the deck (S-019)."""

import msgspec

from poker.cards import DECK_SIZE
from poker.refusal import Refusal


class Ledger(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many cards each pile holds."""

    stub: int = DECK_SIZE
    burns: int = 0
    board: int = 0
    hands: int = 0
    muck: int = 0
    aside: int = 0
    out: int = 0
    # drawn and earlier: discards of this draw and of previous draws, kept separate from folded
    # hands (H-45).
    drawn: int = 0
    earlier: int = 0
    # Cards that a count of the stub or the burns did not find, negative if it found extra cards.
    lost: int = 0

    def total(self) -> int:
        """Return the number of cards in all piles, which is the whole deck."""
        on_table = self.stub + self.burns + self.board + self.hands + self.muck
        return on_table + self.aside + self.out + self.drawn + self.earlier + self.lost

    def move(self, source: str, target: str, count: int) -> "Ledger":
        """Move cards between two piles; a negative count moves them back.

        Raises `Refusal` if a pile does not hold that many.
        """
        remainder: int = getattr(self, source) - count
        grown: int = getattr(self, target) + count
        if remainder < 0 or grown < 0:
            raise Refusal(
                "pile_too_small", "S-019", pile=source, holds=remainder + count, asked=count
            )
        return msgspec.structs.replace(self, **{source: remainder, target: grown})
