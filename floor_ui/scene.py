"""The table as it lies, drawn: seats around the oval, the board with the card dealt early, the pot."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import copysign, cos, radians, sin
from typing import Any

from poker.irregular.fill import UNSEEN
from poker.state import Table
from rulings.calls.weighing import Weighed
from rulings.wording.sayings import SUITS, card, money, seats_said

CENTRE, HALF = (178, 101), (148, 80)
FIRST, ROUND = 35, 290  # degrees clockwise from the dealer: where seat 1 is, and how far the last
BULGE = 0.72  # of a circle's sine: seats stand on a rounded oval
MOST_BOARD = 5
CARD_STEP, CARD_LEFT, CARD_TOP = 41, 78, 62


@dataclass(frozen=True)
class Chair:
    """A seat in the picture. state: in, due, out or empty."""

    seat: int
    x: int
    y: int
    state: str
    button: bool

    @property
    def inward(self) -> tuple[int, int]:
        """Where the dealer button lies, from the seat: toward the middle of the table."""
        away = (CENTRE[0] - self.x, CENTRE[1] - self.y)
        length = max((away[0] ** 2 + away[1] ** 2) ** 0.5, 1)
        return round(26 * away[0] / length), round(26 * away[1] / length)


@dataclass(frozen=True)
class Tile:
    """A card in the picture; rank "" is one that nobody named."""

    x: int
    y: int
    rank: str
    suit: str
    letter: str
    early: bool


@dataclass(frozen=True)
class Scene:
    """What is drawn, and the same in words."""

    chairs: tuple[Chair, ...]
    tiles: tuple[Tile, ...]
    slots: tuple[int, ...]
    pot: str
    words: str
    early: Tile | None


def scene(found: Weighed) -> Scene:
    """The table of a call as the ruling finds it."""
    table, facts = found.before, found.facts
    chairs = tuple(_chairs(table, facts))
    tiles = tuple(_tiles(table, found))
    board = _is_board(table)
    now = found.facts.get("pot") if table.hand is not None else None
    pot = "" if now is None else f"{money(now)} pot"
    early = next((tile for tile in tiles if tile.early), None)
    return Scene(
        chairs=chairs,
        tiles=tiles,
        slots=tuple(CARD_LEFT + CARD_STEP * i for i in range(MOST_BOARD)) if board else (),
        pot=pot,
        words=_in_words(chairs, tiles, pot),
        early=early,
    )


def _chairs(table: Table, facts: Mapping[str, Any]) -> Iterator[Chair]:
    due = _numbers(facts.get("pending"))
    live = _numbers(facts.get("seats_in"))
    button = table.hand.button if table.hand else table.button
    most = max(len(table.seats) - 1, 1)
    for i, seat in enumerate(table.seats):
        angle = radians(FIRST + ROUND * i / most)
        x = CENTRE[0] - HALF[0] * _bulged(sin(angle))
        y = CENTRE[1] + HALF[1] * _bulged(cos(angle))
        empty = not seat.player
        state = "empty" if empty else "due" if seat.number in due else "out"
        if state == "out" and seat.number in live:
            state = "in"
        yield Chair(seat.number, round(x), round(y), state, seat.number == button)


def _numbers(value: Any) -> tuple[int, ...]:
    return tuple(value) if isinstance(value, list | tuple) else ()


def _bulged(value: float) -> float:
    return copysign(abs(value) ** BULGE, value)


def _is_board(table: Table) -> bool:
    return table.stakes is not None and any(street.board for street in table.game.streets)


def _tiles(table: Table, found: Weighed) -> Iterator[Tile]:
    if table.hand is None or not _is_board(table):
        return
    count = min(table.hand.ledger.board, MOST_BOARD)
    faces = (*table.hand.board, *[UNSEEN] * count)[:count]
    for i, face in enumerate(faces):
        yield _tile(CARD_LEFT + CARD_STEP * i, CARD_TOP, face)
    if found.row is not None and found.row.group == "early" and count < MOST_BOARD:
        yield _tile(CARD_LEFT + CARD_STEP * count, CARD_TOP - 16, _early(found), early=True)


def _early(found: Weighed) -> str:
    """The face of the card dealt early, as somebody named it."""
    named = (value for name, value in found.given.items() if name.startswith("early"))
    return next((value for value in named if isinstance(value, str)), UNSEEN)


def _tile(x: int, y: int, face: str, *, early: bool = False) -> Tile:
    if face == UNSEEN or len(face) != 2 or face[1] not in SUITS:
        return Tile(x, y, "", "", "", early)
    return Tile(x, y, "10" if face[0] == "T" else face[0], SUITS[face[1]], face[1], early)


def _in_words(chairs: tuple[Chair, ...], tiles: tuple[Tile, ...], pot: str) -> str:
    live = [chair.seat for chair in chairs if chair.state in ("in", "due")]
    due = [chair.seat for chair in chairs if chair.state == "due"]
    board = [card(f"{tile.rank}{tile.letter}") or "a card" for tile in tiles if not tile.early]
    parts = [
        f"In: {seats_said(live)}" if live else "",
        f"not acted: {seats_said(due)}" if due else "",
    ]
    parts += [f"board {' '.join(board)}" if board else "", pot]
    return ", ".join(part for part in parts if part) or "The table between hands"
