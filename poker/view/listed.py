"""The listed view: the part of a table's view that lists of many tables and queries read.

It is stored with the state. Everything else of the view is computed from the state for the screen that shows it. Each
field has the value that it has in `TableView`; what has its default is left out.
"""

import msgspec
from msgspec import UNSET, UnsetType

from poker.calls import HeldPot
from poker.state import HandKind, Seat, Table
from poker.table_event import TableEvent
from poker.view.model import (
    DealerView,
    GameView,
    HeadView,
    LockView,
    RotationView,
    SeatState,
)
from poker.view.seats import lock_view, seat_state
from poker.view.table import (
    as_dealt_next,
    as_it_will_begin,
    dealer_view,
    game_view,
    head_view,
    next_game_view,
    rotation_view,
)


class ListedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """One seat and its player."""

    seat: int
    player: str = ""
    name: str = ""
    state: SeatState = "empty"
    lock: LockView | None = None


class ListedHand(msgspec.Struct, frozen=True, omit_defaults=True):
    """The hand in progress, or the next one."""

    number: int = 0
    started: bool = False
    kinds: list[HandKind] | UnsetType = UNSET


class ListedMoney(msgspec.Struct, frozen=True):
    """The pot, and whether it is known."""

    pot: int = 0
    known: bool = True


class ListedKill(msgspec.Struct, frozen=True):
    """The kind of the plaque's kill (S-072)."""

    kind: str


class ListedView(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lists of many tables show of one table."""

    table: HeadView
    seats: list[ListedSeat] = []
    hand: ListedHand = ListedHand()
    money: ListedMoney = ListedMoney()
    game: GameView | None = None
    next_game: GameView | None = None
    dealer: DealerView | None = None
    rotation: RotationView | None = None
    kill: ListedKill | None = None
    event: TableEvent | None = None
    impounded: list[HeldPot] = []


def listed(table: Table) -> ListedView:
    """Return the listed view of a table. Between hands it has the next hand as it will start."""
    table = as_dealt_next(table)
    dealt_table = as_it_will_begin(table)
    hand = dealt_table.hand
    kill = table.plaque.kill if table.stakes is not None else None
    return ListedView(
        table=head_view(table),
        seats=[_seat(table, dealt_table, seat) for seat in table.seats],
        hand=ListedHand(
            number=table.hand.number if table.hand else table.hands + 1,
            started=table.hand is not None,
            kinds=list(hand.kinds) if hand and hand.kinds else UNSET,
        ),
        money=ListedMoney(pot=dealt_table.pot or 0, known=dealt_table.pot is not None),
        game=game_view(table),
        next_game=next_game_view(table),
        dealer=dealer_view(table.dealer, table),
        rotation=rotation_view(table),
        kill=ListedKill(kill.kind) if kill else None,
        event=table.event,
        impounded=list(table.impounded),
    )


def read_listed(stored: object) -> ListedView:
    """Return a listed view from the JSON data on a table's stream; `{}` is the view of a table without a log."""
    return msgspec.convert(stored or {"table": {}}, ListedView)


def _seat(table: Table, dealt_table: Table, seat: Seat) -> ListedSeat:
    hand = dealt_table.hand
    i = hand.index(seat.number) if hand else -1
    part = hand.parts[i] if hand and i >= 0 else None
    return ListedSeat(
        seat=seat.number,
        player=seat.player,
        name=seat.name,
        state=seat_state(table, seat, part),
        lock=lock_view(seat.lock),
    )
