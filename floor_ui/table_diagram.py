"""The table diagram of a call: seats around the oval, the board with the card dealt early, the pot."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import copysign, cos, radians, sin

from poker.formatting import SUITS, card, money, seats_said
from poker.irregularities.templates import UNSEEN
from poker.json_types import JsonObject
from poker.state import Table
from rulings.calls.call_assessment import CallAssessment

CENTER = (178, 101)
HALF = (148, 80)
# Degrees clockwise from the dealer: position of seat 1, and span to the last seat.
FIRST_ANGLE = 35
SPAN = 290
BULGE = 0.72  # exponent on a circle's sine, which makes a rounded oval
BOARD_CARDS = 5
CARD_STEP = 41
CARD_LEFT = 78
CARD_TOPS = {
    1: (62,),
    2: (40, 93),
}  # of each board; more than two are runs, of which the first two fit
POT_Y = {1: 148, 2: 161}


@dataclass(frozen=True)
class DiagramSeat:
    seat: int
    x: int
    y: int
    state: str  # in, due, out or empty
    button: bool

    @property
    def button_offset(self) -> tuple[int, int]:
        """Return the offset of the dealer button, from the seat toward the center of the table."""
        away = (CENTER[0] - self.x, CENTER[1] - self.y)
        length = max((away[0] ** 2 + away[1] ** 2) ** 0.5, 1)
        return round(26 * away[0] / length), round(26 * away[1] / length)


@dataclass(frozen=True)
class DiagramCard:
    x: int
    y: int
    rank: str  # "" if unknown
    suit: str
    letter: str
    early: bool


@dataclass(frozen=True)
class CallDiagram:
    """The diagram with its text alternative."""

    seats: tuple[DiagramSeat, ...]
    cards: tuple[DiagramCard, ...]
    slots: tuple[tuple[int, int], ...]
    pot: str
    pot_y: int
    description: str
    early: DiagramCard | None


def call_diagram(assessment: CallAssessment) -> CallDiagram:
    """Return the table diagram of a call, before the ruling."""
    table = assessment.before
    facts = assessment.facts
    seats = tuple(_diagram_seats(table, facts))
    tiles = tuple(_diagram_cards(table, assessment))
    board = _is_board(table)
    now = assessment.facts.get("pot") if table.hand is not None else None
    pot = "" if now is None else f"{money(now)} pot"
    early = next((tile for tile in tiles if tile.early), None)
    tops = CARD_TOPS[_boards_shown(table)] if board else ()
    return CallDiagram(
        seats=seats,
        cards=tiles,
        slots=tuple((CARD_LEFT + CARD_STEP * i, top) for top in tops for i in range(BOARD_CARDS)),
        pot=pot,
        pot_y=POT_Y[_boards_shown(table)],
        description=_description(seats, tiles, pot),
        early=early,
    )


def _diagram_seats(table: Table, facts: JsonObject) -> Iterator[DiagramSeat]:
    due = _numbers(facts.get("pending"))
    live = _numbers(facts.get("seats_in"))
    button = table.hand.button if table.hand else table.button
    most = max(len(table.seats) - 1, 1)
    for i, seat in enumerate(table.seats):
        angle = radians(FIRST_ANGLE + SPAN * i / most)
        x = CENTER[0] - HALF[0] * _bulged(sin(angle))
        y = CENTER[1] + HALF[1] * _bulged(cos(angle))
        empty = not seat.player
        state = "empty" if empty else "due" if seat.number in due else "out"
        if state == "out" and seat.number in live:
            state = "in"
        yield DiagramSeat(seat.number, round(x), round(y), state, seat.number == button)


def _numbers(value: object) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, list | tuple) else ()


def _bulged(value: float) -> float:
    return copysign(abs(value) ** BULGE, value)


def _is_board(table: Table) -> bool:
    return table.stakes is not None and any(street.board for street in table.game.streets)


def _boards_shown(table: Table) -> int:
    return min(len(table.hand.boards), len(CARD_TOPS)) if table.hand else 1


def _diagram_cards(table: Table, assessment: CallAssessment) -> Iterator[DiagramCard]:
    if table.hand is None or not _is_board(table):
        return
    tops = CARD_TOPS[_boards_shown(table)]
    for top, board in zip(tops, table.hand.boards, strict=False):
        for i, face in enumerate(board[:BOARD_CARDS]):
            yield _diagram_card(CARD_LEFT + CARD_STEP * i, top, face)
    count = len(table.hand.board)
    if assessment.row is not None and assessment.row.group == "early" and count < BOARD_CARDS:
        yield _diagram_card(
            CARD_LEFT + CARD_STEP * count, tops[0] - 16, _early_card(assessment), early=True
        )


def _early_card(assessment: CallAssessment) -> str:
    """Return the card dealt early, if reported."""
    named = (value for name, value in assessment.given.items() if name.startswith("early"))
    return next((value for value in named if isinstance(value, str)), UNSEEN)


def _diagram_card(x: int, y: int, face: str, *, early: bool = False) -> DiagramCard:
    if face == UNSEEN or len(face) != 2 or face[1] not in SUITS:
        return DiagramCard(x, y, "", "", "", early)
    return DiagramCard(x, y, "10" if face[0] == "T" else face[0], SUITS[face[1]], face[1], early)


def _description(seats: tuple[DiagramSeat, ...], tiles: tuple[DiagramCard, ...], pot: str) -> str:
    live = [seat.seat for seat in seats if seat.state in ("in", "due")]
    due = [seat.seat for seat in seats if seat.state == "due"]
    board = [card(f"{tile.rank}{tile.letter}") or "a card" for tile in tiles if not tile.early]
    parts = [
        f"In: {seats_said(live)}" if live else "",
        f"not acted: {seats_said(due)}" if due else "",
    ]
    parts += [f"board {' '.join(board)}" if board else "", pot]
    return ", ".join(part for part in parts if part) or "The table between hands"
