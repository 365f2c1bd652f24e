"""The table diagram of a hand: seats, bets, seen cards, board and pots. Pure.

It is built from the view behind the table's screens (`poker.view`), so it shows only what the table saw. There are two
drawings: for wide pages and for phones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, starmap

from msgspec.structs import replace

from floor_ui.replay.geometry import TALL, WIDE, DiagramLayout
from poker.formatting import SUITS, card, listed, money, pot_name, seats_said, street_word
from poker.state import Table
from poker.view import view as view_of
from poker.view.model import SeatView, TableView

UNSEEN = "??"
OUT = {"folded": "folded", "dead": "dead hand", "away": "away", "waiting": "waiting"}
STAGES = {"deal": "the deal", "draw": "the draw", "showdown": "showdown", "award": "the award"}


@dataclass(frozen=True, slots=True)
class DiagramCard:
    """A card by its center; the rank of an unknown card is ""."""

    x: int
    y: int
    rank: str
    suit: str
    letter: str


@dataclass(frozen=True, slots=True)
class DiagramSeat:
    """A seat by its center."""

    seat: int
    x: int
    y: int
    state: str  # in, turn, out, idle or empty
    name: str
    chips: str
    button: bool
    bet: str
    bet_at: tuple[int, int]
    cards: tuple[DiagramCard, ...]  # its seen cards


@dataclass(frozen=True, slots=True)
class DiagramText:
    """A line in the center."""

    kind: str  # head, pot or deck
    y: int
    text: str


@dataclass(frozen=True, slots=True)
class Drawing:
    layout: DiagramLayout
    seats: tuple[DiagramSeat, ...]
    slots: tuple[tuple[int, int], ...]
    cards: tuple[DiagramCard, ...]
    texts: tuple[DiagramText, ...]


@dataclass(frozen=True, slots=True)
class SeatText:
    """A seat as text, for the table under the drawing."""

    seat: int
    name: str
    chips: str
    bet: str
    state: str
    cards: str


@dataclass(frozen=True, slots=True)
class HandDiagram:
    """The drawings, and the same content as text."""

    drawings: tuple[Drawing, ...]
    head: str
    pots: tuple[str, ...]
    deck: tuple[str, ...]
    dealer: str
    seat_texts: tuple[SeatText, ...]
    description: str


def seen_view(table: Table) -> TableView:
    """Return the view that everyone at the table saw.

    Between hands the screens show the next hand with its posts; here chips and button stay where the last hand left
    them.
    """
    seen = view_of(table)
    if table.hand is not None:
        return seen
    seats = [
        replace(item, stack=table.seats[item.seat - 1].stack, button=item.seat == table.button)
        for item in seen.seats
    ]
    return replace(seen, seats=seats)


def hand_diagram(view: TableView) -> HandDiagram:
    between = not view.hand.started
    lines = tuple(_line(seat, between) for seat in view.seats if seat.player)
    head = _head(view)
    pots = tuple(_pots(view))
    dealer = view.dealer.name if view.dealer else ""
    deck = tuple(_deck(view))
    return HandDiagram(
        drawings=tuple(_drawing(view, shape, head, pots, deck) for shape in (WIDE, TALL)),
        head=head,
        pots=pots,
        deck=deck,
        dealer=dealer,
        seat_texts=lines,
        description=_words(view, head, pots),
    )


def _drawing(
    view: TableView,
    shape: DiagramLayout,
    head: str,
    pots: Sequence[str],
    deck: Sequence[str],
) -> Drawing:
    boards = [view.board.cards, *view.board.more]
    most = max(sum(count for _, count in view.board.slots), *map(len, boards))
    rows = [tuple(shape.board_at(most, row, len(boards))) for row in range(len(boards))]
    slots = tuple(chain.from_iterable(rows))
    lines = shape.lines_at(head, pots, deck, board=bool(slots), rows=len(boards))
    return Drawing(
        layout=shape,
        seats=tuple(_chairs(view, shape)),
        slots=slots,
        cards=tuple(
            tile(at, face)
            for row, faces in zip(rows, boards, strict=True)
            for at, face in zip(row, faces, strict=False)
        ),
        texts=tuple(starmap(DiagramText, lines)),
    )


def _chairs(view: TableView, shape: DiagramLayout) -> Iterator[DiagramSeat]:
    seats = view.seats
    between = not view.hand.started
    for i, seat in enumerate(seats):
        at = shape.seat_at(i, len(seats))
        state = _state(seat, between)
        faces = _faces(seat)
        yield DiagramSeat(
            seat=seat.seat,
            x=at[0],
            y=at[1],
            state=state,
            name=_short(seat.name, shape.name_length),
            chips="" if state == "empty" else _chips(seat, between, brief=shape.narrow),
            button=seat.button,
            bet=_bet(seat, between),
            bet_at=shape.bet_at(at, len(faces)),
            cards=tuple(
                tile(position, face)
                for position, face in zip(shape.cards_at(at, len(faces)), faces, strict=True)
            ),
        )


def _state(seat: SeatView, between: bool) -> str:
    if not seat.player:
        return "empty"
    if seat.state == "in" and not between:
        return "turn" if seat.first else "in"
    return "out" if seat.state in ("folded", "dead") else "idle"


def _chips(seat: SeatView, between: bool, *, brief: bool) -> str:
    """Return the stack if chips are tracked, whether it is the seat's turn, and why no chips go in."""
    stack = "" if seat.stack is None else money(seat.stack)
    why = "all-in" if seat.all_in else OUT.get(seat.state, "")
    if between and seat.state in ("folded", "dead"):
        why = ""
    if _state(seat, between) == "turn":
        why = "to act"
    if brief and why:
        return why
    return " · ".join(part for part in (stack, why) if part)


def _faces(seat: SeatView) -> list[str]:
    """Return the seen cards of a seat; a shown hand includes its upcards."""
    return list(seat.shown or seat.up)


def tile(at: tuple[int, int], face: str) -> DiagramCard:
    """Return a card centered at a position."""
    x, y = at
    if len(face) != 2 or face[1] not in SUITS:
        return DiagramCard(x, y, "", "", "")
    return DiagramCard(x, y, "10" if face[0] == "T" else face[0], SUITS[face[1]], face[1])


def _head(view: TableView) -> str:
    """Return the state of the hand as text."""
    hand = view.hand
    if not view.table.open:
        return "The table is closed"
    if not hand.started:
        return f"Hand {hand.number - 1} is over" if hand.number > 1 else "Before hand 1"
    street = street_word(hand.street)
    stage = STAGES.get(hand.stage, "")
    return f"Hand {hand.number}, {stage or street}"


def _pots(view: TableView) -> Iterator[str]:
    """Yield the pot, or each pot if there is a side pot."""
    if not view.hand.started:
        return
    if not view.money.known:
        yield "Pot not counted"
        return
    yield f"Pot {money(view.money.pot)}"
    pots = view.money.pots
    for i, pot in enumerate(pots):
        yield f"{pot_name(i, len(pots) - 1)} {money(pot.amount)}"


def _deck(view: TableView) -> Iterator[str]:
    """Return the numbers of cards in each place."""
    if not view.hand.started:
        return
    ledger = view.ledger
    yield f"Burns {ledger.burns}"
    yield f"Stub {ledger.stub}"
    if ledger.muck:
        yield f"Muck {ledger.muck}"
    if ledger.aside:
        yield f"Aside {ledger.aside}"


def _bet(seat: SeatView, between: bool) -> str:
    """Return the chips in front; "" between hands, when the view already has the next hand's blinds."""
    return money(seat.front) if seat.front and not between else ""


def _line(seat: SeatView, between: bool) -> SeatText:
    words = {"in": "seated" if between else "in", "sitting": "seated"} | OUT
    marks = [
        "all-in" if seat.all_in else words.get(seat.state, seat.state),
        "button" if seat.button else "",
        "to act" if seat.first and not between else "",
    ]
    return SeatText(
        seat=seat.seat,
        name=seat.name,
        chips="not counted" if seat.stack is None else money(seat.stack),
        bet=_bet(seat, between),
        state=", ".join(mark for mark in marks if mark),
        cards=" ".join(_card_word(face) for face in _faces(seat)),
    )


def _words(view: TableView, head: str, pots: Sequence[str]) -> str:
    started = view.hand.started
    live = [seat.seat for seat in view.seats if seat.state == "in"] if started else []
    turn = [seat.seat for seat in view.seats if seat.first] if started else []
    fronts = {seat.seat: _bet(seat, not started) for seat in view.seats}
    bets = [f"seat {seat} {bet}" for seat, bet in fronts.items() if bet]
    boards = [view.board.cards, *view.board.more]
    names = ["board"] if len(boards) == 1 else [f"board {i + 1}" for i in range(len(boards))]
    parts = [
        head,
        f"in: {seats_said(live)}" if live else "",
        f"to act: {seats_said(turn)}" if turn else "",
        f"in front: {listed(bets, 'and')}" if bets else "",
        *(
            f"{name} {' '.join(_card_word(face) for face in faces)}"
            for name, faces in zip(names, boards, strict=True)
            if faces
        ),
        *pots,
    ]
    return ", ".join(part for part in parts if part)


def _card_word(face: str) -> str:
    return "a card" if face == UNSEEN else card(face)


def _short(name: str, letters: int) -> str:
    return name if len(name) <= letters else name[: letters - 1].rstrip() + "…"
