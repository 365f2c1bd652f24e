"""Geometry of a table drawing: seats on a rounded oval, bets in front of them, cards, board, texts. Pure."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import copysign, cos, hypot, radians, sin

# Degrees clockwise from the dealer to seat 1, and from there to the last seat.
FIRST = 35
ROUND = 290
BULGE = 0.72  # exponent on a circle's sine, which makes a rounded oval
MAX_BOARD = 8
BOARD_GAP = 6  # between two boards
MAX_POTS = 4
GAP = 22  # from a seat's edge to its bet
CARD = 36  # extra distance for a row of the seat's cards
ROW = 4  # cards in a row of the narrow drawing
Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class DiagramLayout:
    """Measures of a drawing in its own units."""

    name: str
    size: Place
    center: Place
    radius: Place  # distance of the seats from the center
    seat: Place  # size of a seat
    board: Place  # size of a board card
    name_length: int  # in characters
    narrow: bool  # without room next to the board

    @property
    def half_seat(self) -> Place:
        """The offset from a seat's corner to its center."""
        return self.seat[0] // 2, self.seat[1] // 2

    @property
    def half_board(self) -> Place:
        """The offset from a board card's corner to its center."""
        return self.board[0] // 2, self.board[1] // 2

    @property
    def suit(self) -> int:
        """The offset of the suit below the center of a board card."""
        return self.board[1] // 2 - 8

    @property
    def board_y(self) -> int:
        """The vertical position of the board."""
        return self.center[1] - (40 if self.narrow else 30)

    def seat_at(self, index: int, count: int) -> Place:
        """Return the center of the seat at this index."""
        angle = radians(FIRST + ROUND * index / max(count - 1, 1))
        out = -_bulged(sin(angle))
        up = _bulged(cos(angle))
        return round(self.center[0] + self.radius[0] * out), round(
            self.center[1] + self.radius[1] * up
        )

    def bet_at(self, seat: Place, cards: int) -> Place:
        """Return the position of a bet: toward the center, past the seat and its cards."""
        x, y = seat
        away = (self.center[0] - x, self.center[1] - y)
        past = CARD * self._rows(cards)
        if self.narrow:  # a position toward the center would be too close to the board
            down = self.seat[1] // 2 + GAP + past + 2
            return x + round(copysign(12, away[0])), y + round(copysign(down, away[1]))
        length = max(hypot(*away), 1)
        across = abs(away[0]) / length
        along = abs(away[1]) / length
        edge = min(
            (self.seat[0] / 2 + GAP) / max(across, 0.01),
            (self.seat[1] / 2 + GAP + past) / max(along, 0.01),
        )
        return round(x + away[0] / length * edge), round(y + away[1] / length * edge)

    def cards_at(self, seat: Place, count: int) -> Iterator[Place]:
        """Yield the centers of a seat's cards: below a seat in the upper half, above a seat in the lower half."""
        x, y = seat
        toward = 1 if y < self.center[1] else -1
        in_row = ROW if self.narrow else max(count, 1)
        step = min(24, (self.seat[0] - 6) // min(max(count, 1), in_row))
        inward = self.center[0] - x
        if self.narrow and count > 1:
            x += round(copysign(12 if abs(inward) < 60 else 28, inward))
        rows = self._rows(count)
        for i in range(count):
            row, position = divmod(i, in_row)
            these = min(count - row * in_row, in_row)
            line = row if toward > 0 else rows - 1 - row
            yield (
                round(x + step * (position - (these - 1) / 2)),
                y + toward * (self.seat[1] // 2 + 19 + 31 * line),
            )

    def _rows(self, cards: int) -> int:
        return -(-cards // ROW) if self.narrow else min(cards, 1)

    def board_at(self, count: int, row: int, rows: int) -> Iterator[Place]:
        """Yield the centers of a board's cards. row: which of several boards, the upper one first."""
        width = self.board[0] + (4 if self.narrow else 8)
        y = self.board_y + round((row - (rows - 1) / 2) * self._board_step)
        for i in range(min(count, MAX_BOARD)):
            yield round(self.center[0] + width * (i - (count - 1) / 2)), y

    @property
    def _board_step(self) -> int:
        return self.board[1] + BOARD_GAP

    def lines_at(
        self, head: str, pots: Sequence[str], deck: Sequence[str], *, board: bool, rows: int = 1
    ) -> Iterator[tuple[str, int, str]]:
        """Yield kind, vertical position and text of the center lines: state of the hand, pots, deck counts."""
        half = self.half_board[1] + (rows - 1) * self._board_step // 2
        if not self.narrow:
            yield "head", self.board_y - half - 12, head
        y = self.board_y + half + 26 if board or not self.narrow else self.center[1] - 6
        for pot in pots[:MAX_POTS]:
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


WIDE = DiagramLayout(
    "wide", (860, 520), (430, 256), (362, 208), (124, 48), (46, 62), 13, narrow=False
)
TALL = DiagramLayout("tall", (358, 540), (179, 262), (134, 218), (86, 46), (32, 45), 8, narrow=True)
