"""Mystery boards of a fund: prizes in boxes, arranged by a seed whose hash is published when the board is laid."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from promotions.rules.drawings import below

FEWEST = 2  # boxes of a board
MOST = 100


class TakenBox(msgspec.Struct, frozen=True, omit_defaults=True):
    """A box that a player picked, with its prize and the number of the hit."""

    box: int
    prize: int
    hit: int
    at: int


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """A mystery board. version: key of the promotion's version; prizes: highest first; seed: "" until it is opened."""

    number: int
    version: str
    title: str
    hash: str
    prizes: tuple[int, ...]
    at: int
    taken: tuple[TakenBox, ...] = ()
    seed: str = ""
    reason: str = ""  # why it was opened
    opened_at: int = 0

    @property
    def promotion(self) -> str:
        """Return the key of the promotion without its version."""
        return promotion_of(self.version)

    @property
    def is_open(self) -> bool:
        """Return whether players still pick boxes."""
        return not self.opened_at

    @property
    def left(self) -> dict[int, int]:
        """Return how many boxes are left by prize, the highest first."""
        counts = Counter(self.prizes)
        counts.subtract(box.prize for box in self.taken)
        return {prize: count for prize, count in counts.items() if count}

    @property
    def count_left(self) -> int:
        return len(self.prizes) - len(self.taken)

    @property
    def highest_left(self) -> int:
        """Return the highest prize that a box may still have, 0 without one."""
        return max(self.left, default=0)

    def box(self, number: int) -> TakenBox | None:
        """Return a box that was taken."""
        return next((box for box in self.taken if box.box == number), None)


def promotion_of(version: str) -> str:
    """Return the key of a promotion from the key of its version: "mystery.2" is of "mystery"."""
    return version.rpartition(".")[0]


def arrangement(seed: str, board: int, version: str, prizes: Sequence[int]) -> tuple[int, ...]:
    """Return the prize of each box, box 1 first.

    The prizes are shuffled from the last to the first: each changes places with a random one up to it.
    """
    boxes = list(prizes)
    for last in range(len(boxes) - 1, 0, -1):
        other = below(seed, f"{version} board {board}", last + 1, last)
        boxes[last], boxes[other] = boxes[other], boxes[last]
    return tuple(boxes)
