"""A table's picture, drawn: chairs around the felt, bets, cards that were seen, the board, pots. Pure.

Made of the picture that screens at the table have (`poker.view`), so nothing is drawn that nobody saw. Twice, for a
wide page and for a phone.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import copysign, cos, hypot, radians, sin
from typing import Any

from rulings.wording.sayings import SUITS, card, listed, money, pot_name, seats_said, street_word

UNSEEN = "??"
FIRST, ROUND = 35, 290  # degrees clockwise from the dealer: where seat 1 is, and how far the last
BULGE = 0.72  # of a circle's sine: seats stand on a rounded oval
MOST_BOARD = 5
MOST_POTS = 4
GAP, CARDS = 22, 36  # from a chair's edge to a bet, and what its cards take of it
OUT = {"folded": "folded", "dead": "dead hand", "away": "away", "waiting": "waits"}
STAGES = {"deal": "the deal", "draw": "the draw", "showdown": "showdown", "award": "the award"}


@dataclass(frozen=True, slots=True)
class Shape:
    """Measures of a drawing, in its own units: size, middle, how far chairs are from it, chairs, board cards."""

    name: str
    size: tuple[int, int]
    centre: tuple[int, int]
    away: tuple[int, int]
    chair: tuple[int, int]
    board: tuple[int, int]
    letters: int

    @property
    def half_chair(self) -> tuple[int, int]:
        """From a chair's corner to its middle."""
        return self.chair[0] // 2, self.chair[1] // 2

    @property
    def half_board(self) -> tuple[int, int]:
        """From a board card's corner to its middle."""
        return self.board[0] // 2, self.board[1] // 2

    @property
    def lift(self) -> int:
        """How far above the middle of the table the board lies."""
        return 30 if self.letters > 10 else 40

    @property
    def suit(self) -> int:
        """How far below the middle of a board card its suit stands."""
        return self.board[1] // 2 - 8


WIDE = Shape("wide", (860, 520), (430, 256), (362, 208), (124, 48), (46, 62), 13)
TALL = Shape("tall", (358, 540), (179, 262), (134, 218), (86, 46), (32, 45), 8)


@dataclass(frozen=True, slots=True)
class Tile:
    """A card with its middle; rank "" is one that nobody named."""

    x: int
    y: int
    rank: str
    suit: str
    letter: str


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair with its middle. state: in, turn, out, idle or empty; bet and its place; tiles: cards seen of it."""

    seat: int
    x: int
    y: int
    state: str
    name: str
    line: str
    button: bool
    blind: str
    bet: str
    bet_at: tuple[int, int]
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Text:
    """A line in the middle. kind: head, pot or deck."""

    kind: str
    y: int
    words: str


@dataclass(frozen=True, slots=True)
class Drawing:
    """One drawing."""

    shape: Shape
    chairs: tuple[Chair, ...]
    slots: tuple[tuple[int, int], ...]
    tiles: tuple[Tile, ...]
    texts: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A chair in words, for the table under the picture."""

    seat: int
    name: str
    chips: str
    bet: str
    state: str
    cards: str


@dataclass(frozen=True, slots=True)
class Felt:
    """What is drawn, and the same in words."""

    drawings: tuple[Drawing, ...]
    head: str
    pots: tuple[str, ...]
    deck: str
    dealer: str
    lines: tuple[Line, ...]
    words: str


def felt(view: Mapping[str, Any]) -> Felt:
    """The drawings of a picture."""
    between = not view["hand"]["started"]
    lines = tuple(_line(seat, between) for seat in view["seats"] if seat["player"])
    head, pots = _head(view), tuple(_pots(view))
    dealer = view["dealer"]["name"] if view["dealer"] else ""
    deck = " · ".join(_deck(view))
    return Felt(
        drawings=tuple(_drawing(view, shape, head, pots, deck) for shape in (WIDE, TALL)),
        head=head,
        pots=pots,
        deck=deck,
        dealer=dealer,
        lines=lines,
        words=_words(view, head, pots),
    )


def _drawing(
    view: Mapping[str, Any], shape: Shape, head: str, pots: Sequence[str], deck: str
) -> Drawing:
    slots = tuple(_slots(view, shape))
    faces = view["board"]["cards"]
    tiles = tuple(tile(x, y, face) for (x, y), face in zip(slots, faces, strict=False))
    texts = tuple(_texts(shape, head, pots, deck))
    return Drawing(shape, tuple(_chairs(view, shape)), slots, tiles, texts)


def _texts(shape: Shape, head: str, pots: Sequence[str], deck: str) -> Iterator[Text]:
    """Where the hand is above the board, pots and the deck's counts below it."""
    middle = shape.centre[1] - shape.lift
    yield Text("head", middle - shape.board[1] // 2 - (12 if shape is WIDE else 60), head)
    y = middle + shape.board[1] // 2 + 26
    for pot in pots[:MOST_POTS]:
        yield Text("pot", y, pot)
        y += 20
    if deck:
        yield Text("deck", y + 2, deck)


def _chairs(view: Mapping[str, Any], shape: Shape) -> Iterator[Chair]:
    seats: Sequence[Mapping[str, Any]] = view["seats"]
    between = not view["hand"]["started"]
    for i, seat in enumerate(seats):
        angle = radians(FIRST + ROUND * i / max(len(seats) - 1, 1))
        out, up = -_bulged(sin(angle)), _bulged(cos(angle))
        x, y = _place(shape, out, up)
        state = _state(seat, between)
        yield Chair(
            seat=seat["seat"],
            x=x,
            y=y,
            state=state,
            name=_short(seat["name"], shape.letters),
            line="" if state == "empty" else _chips(seat, between, brief=shape is TALL),
            button=seat["button"],
            blind=seat["blind"] or "",
            bet=_bet(seat, between),
            bet_at=_before(shape, x, y, beside_cards=bool(_faces(seat))),
            tiles=tuple(_cards(seat, shape, x, y)),
        )


def _before(shape: Shape, x: int, y: int, *, beside_cards: bool) -> tuple[int, int]:
    """Where a bet lies: on the way from a chair to the middle, past the chair and its cards."""
    cards = CARDS if beside_cards else 0
    away = (shape.centre[0] - x, shape.centre[1] - y)
    if shape is TALL:  # its sides are too near to the board
        return x + round(copysign(12, away[0])), y + round(
            copysign(shape.chair[1] // 2 + GAP + cards - 4, away[1])
        )
    length = max(hypot(*away), 1)
    across, along = abs(away[0]) / length, abs(away[1]) / length
    edge = min(
        (shape.chair[0] / 2 + GAP) / max(across, 0.01),
        (shape.chair[1] / 2 + GAP + cards) / max(along, 0.01),
    )
    return round(x + away[0] / length * edge), round(y + away[1] / length * edge)


def _place(shape: Shape, out: float, up: float) -> tuple[int, int]:
    (cx, cy), (ax, ay) = shape.centre, shape.away
    return round(cx + ax * out), round(cy + ay * up)


def _bulged(value: float) -> float:
    return copysign(abs(value) ** BULGE, value)


def _state(seat: Mapping[str, Any], between: bool) -> str:
    if not seat["player"]:
        return "empty"
    if seat["state"] == "in" and not between:
        return "turn" if seat.get("first") else "in"
    return "out" if seat["state"] in ("folded", "dead") else "idle"


def _chips(seat: Mapping[str, Any], between: bool, *, brief: bool) -> str:
    """The stack where it is counted, whose turn it is, and why no chips go in."""
    stack = "" if seat["stack"] is None else money(seat["stack"])
    why = "all-in" if seat["all_in"] else OUT.get(seat["state"], "")
    if between and seat["state"] in ("folded", "dead"):
        why = ""
    if _state(seat, between) == "turn":
        why = "to act"
    if brief and why:
        return why
    return " · ".join(part for part in (stack, why) if part)


def _cards(seat: Mapping[str, Any], shape: Shape, x: int, y: int) -> Iterator[Tile]:
    """Upcards, then what was shown: below a chair of the upper half, above one of the lower."""
    faces = _faces(seat)
    step = min(24, (shape.chair[0] - 12) // max(len(faces), 1))
    toward = 1 if y < shape.centre[1] else -1
    top = y + toward * (shape.chair[1] // 2 + 19)
    for i, face in enumerate(faces):
        yield tile(round(x + step * (i - (len(faces) - 1) / 2)), top, face)


def _faces(seat: Mapping[str, Any]) -> list[str]:
    """A hand that was shown has its upcards in it."""
    return list(seat["shown"] or seat["up"])


def tile(x: int, y: int, face: str) -> Tile:
    """A card."""
    if len(face) != 2 or face[1] not in SUITS:
        return Tile(x, y, "", "", "")
    return Tile(x, y, "10" if face[0] == "T" else face[0], SUITS[face[1]], face[1])


def _slots(view: Mapping[str, Any], shape: Shape) -> Iterator[tuple[int, int]]:
    """The middles of the board's places; none where the game has no board, one for a common card of stud."""
    most = sum(count for _, count in view["board"]["slots"])
    most = max(most, len(view["board"]["cards"]))
    width = shape.board[0] + (8 if shape is WIDE else 4)
    for i in range(min(most, MOST_BOARD + 3)):
        yield (
            round(shape.centre[0] + width * (i - (most - 1) / 2)),
            shape.centre[1] - shape.lift,
        )


def _head(view: Mapping[str, Any]) -> str:
    """Where the hand is."""
    hand = view["hand"]
    if not view["table"]["open"]:
        return "The table is closed"
    if not hand["started"]:
        return f"Before hand {hand['number']}"
    street = street_word(hand["street"])
    stage = STAGES.get(hand["stage"], "")
    return f"Hand {hand['number']}, {stage or street}"


def _pots(view: Mapping[str, Any]) -> Iterator[str]:
    """The pot, and once there is a side pot each of them."""
    if not view["hand"]["started"]:
        return
    if not view["money"]["known"]:
        yield "Pot not counted"
        return
    yield f"Pot {money(view['money']['pot'])}"
    pots = view["money"]["pots"]
    for i, pot in enumerate(pots):
        yield f"{pot_name(i, len(pots) - 1)} {money(pot['amount'])}"


def _deck(view: Mapping[str, Any]) -> Iterator[str]:
    """Where the cards are, counted."""
    if not view["hand"]["started"]:
        return
    ledger = view["ledger"]
    for name, word in (("burns", "Burns"), ("stub", "Stub"), ("muck", "Muck"), ("aside", "Aside")):
        if ledger[name] or name in ("burns", "stub"):
            yield f"{word} {ledger[name]}"


def _bet(seat: Mapping[str, Any], between: bool) -> str:
    """What lies in front; between hands the picture has the next one's blinds already, which nobody put in."""
    return money(seat["front"]) if seat["front"] and not between else ""


def _line(seat: Mapping[str, Any], between: bool) -> Line:
    words = {"in": "sits" if between else "in", "sitting": "sits"} | OUT
    marks = [
        "all-in" if seat["all_in"] else words.get(seat["state"], seat["state"]),
        "button" if seat["button"] else "",
        "to act" if seat.get("first") and not between else "",
    ]
    return Line(
        seat=seat["seat"],
        name=seat["name"],
        chips="not counted" if seat["stack"] is None else money(seat["stack"]),
        bet=_bet(seat, between),
        state=", ".join(one for one in marks if one),
        cards=" ".join(_said(face) for face in _faces(seat)),
    )


def _words(view: Mapping[str, Any], head: str, pots: Sequence[str]) -> str:
    """The picture in one sentence."""
    started = view["hand"]["started"]
    live = [seat["seat"] for seat in view["seats"] if seat["state"] == "in"] if started else []
    turn = [seat["seat"] for seat in view["seats"] if seat.get("first")] if started else []
    fronts = {seat["seat"]: _bet(seat, not started) for seat in view["seats"]}
    bets = [f"seat {seat} {bet}" for seat, bet in fronts.items() if bet]
    board = [_said(face) for face in view["board"]["cards"]]
    parts = [
        head,
        f"in: {seats_said(live)}" if live else "",
        f"to act: {seats_said(turn)}" if turn else "",
        f"in front: {listed(bets, 'and')}" if bets else "",
        f"board {' '.join(board)}" if board else "",
        *pots,
    ]
    return ", ".join(part for part in parts if part)


def _said(face: str) -> str:
    return "a card" if face == UNSEEN else card(face)


def _short(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"
