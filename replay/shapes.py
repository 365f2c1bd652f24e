"""Where things lie in a drawing of a table: chairs on a rounded oval, bets before them, cards, board, words. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import copysign, cos, hypot, radians, sin

FIRST, ROUND = 35, 290  # degrees clockwise from the dealer: where seat 1 is, and how far the last
BULGE = 0.72  # of a circle's sine: seats stand on a rounded oval
MOST_BOARD = 8
MOST_POTS = 4
GAP, CARD = 22, 36  # from a chair's edge to a bet, and what a row of its cards takes of it
ROW = 4  # cards beside each other where there is little room
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shape:
    """Measures of a drawing, in its own units: size, middle, how far chairs are from it, chairs, board cards.

    narrow: there is no room beside the board; letters: of a name.
    """

    name: str
    size: Place
    centre: Place
    away: Place
    chair: Place
    board: Place
    letters: int
    narrow: bool

    @property
    def half_chair(self) -> Place:
        """From a chair's corner to its middle."""
        return self.chair[0] // 2, self.chair[1] // 2

    @property
    def half_board(self) -> Place:
        """From a board card's corner to its middle."""
        return self.board[0] // 2, self.board[1] // 2

    @property
    def suit(self) -> int:
        """How far below the middle of a board card its suit stands."""
        return self.board[1] // 2 - 8

    @property
    def middle(self) -> int:
        """The height of the board."""
        return self.centre[1] - (40 if self.narrow else 30)

    def chair_at(self, index: int, count: int) -> Place:
        """The middle of a chair of so many."""
        angle = radians(FIRST + ROUND * index / max(count - 1, 1))
        out, up = -_bulged(sin(angle)), _bulged(cos(angle))
        return round(self.centre[0] + self.away[0] * out), round(self.centre[1] + self.away[1] * up)

    def bet_at(self, chair: Place, cards: int) -> Place:
        """Where a bet lies: on the way from a chair to the middle, past the chair and its cards."""
        x, y = chair
        away = (self.centre[0] - x, self.centre[1] - y)
        past = CARD * self._rows(cards)
        if self.narrow:  # the way to the middle is too near to the board
            down = self.chair[1] // 2 + GAP + past + 2
            return x + round(copysign(12, away[0])), y + round(copysign(down, away[1]))
        length = max(hypot(*away), 1)
        across, along = abs(away[0]) / length, abs(away[1]) / length
        edge = min(
            (self.chair[0] / 2 + GAP) / max(across, 0.01),
            (self.chair[1] / 2 + GAP + past) / max(along, 0.01),
        )
        return round(x + away[0] / length * edge), round(y + away[1] / length * edge)

    def cards_at(self, chair: Place, count: int) -> Iterator[Place]:
        """The middles of a chair's cards: below one of the upper half, above one of the lower."""
        x, y = chair
        toward = 1 if y < self.centre[1] else -1
        in_row = ROW if self.narrow else max(count, 1)
        step = min(24, (self.chair[0] - 6) // min(max(count, 1), in_row))
        inward = self.centre[0] - x
        if self.narrow and count > 1:
            x += round(copysign(12 if abs(inward) < 60 else 28, inward))
        rows = self._rows(count)
        for i in range(count):
            row, place = divmod(i, in_row)
            these = min(count - row * in_row, in_row)
            line = row if toward > 0 else rows - 1 - row
            yield (
                round(x + step * (place - (these - 1) / 2)),
                y + toward * (self.chair[1] // 2 + 19 + 31 * line),
            )

    def _rows(self, cards: int) -> int:
        return -(-cards // ROW) if self.narrow else min(cards, 1)

    def board_at(self, count: int) -> Iterator[Place]:
        """The middles of the board's places."""
        width = self.board[0] + (4 if self.narrow else 8)
        for i in range(min(count, MOST_BOARD)):
            yield round(self.centre[0] + width * (i - (count - 1) / 2)), self.middle

    def lines_at(
        self, head: str, pots: Sequence[str], deck: Sequence[str], *, board: bool
    ) -> Iterator[tuple[str, int, str]]:
        """Kind, height and words of the lines in the middle: where the hand is, pots, the deck's counts."""
        half = self.half_board[1]
        if not self.narrow:
            yield "head", self.middle - half - 12, head
        y = self.middle + half + 26 if board or not self.narrow else self.centre[1] - 6
        for pot in pots[:MOST_POTS]:
            yield "pot", y, pot
            y += 20
        each = 2 if self.narrow else max(len(deck), 1)
        for i in range(0, len(deck), each):
            yield "deck", y + 2, " · ".join(deck[i : i + each])
            y += 20
        if self.narrow:
            yield "head", y + 6, head


def _bulged(value: float) -> float:
    return copysign(abs(value) ** BULGE, value)


WIDE = Shape("wide", (860, 520), (430, 256), (362, 208), (124, 48), (46, 62), 13, narrow=False)
TALL = Shape("tall", (358, 540), (179, 262), (134, 218), (86, 46), (32, 45), 8, narrow=True)
