"""The list of a room's tables: open, short or closed, with time and reason."""

from dataclasses import dataclass
from datetime import datetime

import msgspec

from floor_ui.map.tiles import SHORT_PERCENT
from journal.unix_time import from_milliseconds
from poker.formatting import with_amounts
from poker.game_name import game_name
from poker.view.model import DealerView, GameView, HeadView, read_occupants
from tables.models import Table
from tables.natural_order import natural_order
from waitlist.actions import load_waitlists
from waitlist.seat_availability import ReservationMap, reserved_seats, waitlist_reservations


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
    pk: int
    kind: str
    name: str
    is_open: bool
    since: datetime | None  # None if the log has no time
    close_reason: str
    game: str
    dealer: str
    taken: int
    seats: int
    open_seats: int  # seats open to any player
    reserved_seats: int
    playing: bool

    @property
    def is_poker(self) -> bool:
        return self.kind == Table.Kind.POKER

    @property
    def is_short(self) -> bool:
        """Return whether a poker table counts as short. Boxes of another game can be played by one player."""
        return self.is_poker and is_short(self.is_open, self.taken, self.seats)


def is_short(is_open: bool, taken: int, seats: int) -> bool:
    """Return whether an open table counts as short."""
    return is_open and taken * 100 <= SHORT_PERCENT * seats


def moment(milliseconds: int) -> datetime | None:
    """Return a time from the log; None if there is none."""
    return from_milliseconds(milliseconds) if milliseconds else None


def rows(room_id: int) -> list[TableRow]:
    """Return all tables of a room, T2 before T10, with two database queries."""
    held = waitlist_reservations(load_waitlists(room_id))
    parts = ("table", "seats", "occupants", "title", "game", "dealer", "hand__started")
    of_view = (f"stream__view__{part}" for part in parts)
    columns = ("pk", "kind", "name", "seats", "plaque__name", *of_view)
    tables = Table.every.filter(room=room_id).order_by().values_list(*columns)
    return sorted((_row(item, held) for item in tables), key=lambda row: natural_order(row.name))


def _row(
    item: tuple[int, str, str, int, str | None, *tuple[object, ...]], held: ReservationMap
) -> TableRow:
    pk, kind, name, chairs, plaque, *of_view = item
    head, chairs_taken, boxes, title, *of_view = of_view
    table = msgspec.convert(head, HeadView)
    is_poker = kind == Table.Kind.POKER
    seats = read_occupants(chairs_taken or boxes)
    game = msgspec.convert(of_view[0], GameView | None)
    dealer = msgspec.convert(of_view[1], DealerView | None)
    empty = sum(1 for seat in seats if not seat.player)
    reserved = len(reserved_seats(name, seats, held))
    is_open = table.open
    posted = plaque or "" if is_poker else with_amounts(str(title or ""))
    return TableRow(
        pk=pk,
        kind=kind,
        name=name,
        is_open=is_open,
        since=moment(table.since),
        close_reason=table.why,
        game=game_name(game) if game and is_open else posted,
        dealer=dealer.name if dealer else "",
        taken=chairs - empty,
        seats=chairs,
        open_seats=empty - reserved if is_open and is_poker else 0,
        reserved_seats=reserved,
        playing=bool(of_view[2]),
    )
