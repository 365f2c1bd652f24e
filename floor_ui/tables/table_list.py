"""The list of a room's tables: open, short or closed, with time and reason."""

from dataclasses import dataclass
from datetime import datetime

import msgspec

from floor_ui.map.tiles import SHORT_PERCENT
from journal.unix_time import from_milliseconds
from poker.game_name import game_name
from poker.view.model import DealerView, GameView, HeadView, read_occupants
from tables.models import Table
from tables.natural_order import natural_order
from waitlist.actions import load_waitlists
from waitlist.seat_availability import ReservationMap, reserved_seats, waitlist_reservations


@dataclass(frozen=True, slots=True, kw_only=True)
class TableRow:
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
    def is_short(self) -> bool:
        return is_short(self.is_open, self.taken, self.seats)


def is_short(is_open: bool, taken: int, seats: int) -> bool:
    """Return whether an open table counts as short."""
    return is_open and taken * 100 <= SHORT_PERCENT * seats


def moment(milliseconds: int) -> datetime | None:
    """Return a time from the log; None if there is none."""
    return from_milliseconds(milliseconds) if milliseconds else None


def rows(room_id: int) -> list[TableRow]:
    """Return all tables of a room, T2 before T10, with two database queries."""
    held = waitlist_reservations(load_waitlists(room_id))
    parts = ("table", "seats", "game", "dealer", "hand__started")
    columns = ("name", "seats", "plaque__name", *(f"stream__view__{part}" for part in parts))
    tables = Table.objects.filter(room=room_id).order_by().values_list(*columns)
    return sorted((_row(item, held) for item in tables), key=lambda row: natural_order(row.name))


def _row(item: tuple[str, int, str | None, *tuple[object, ...]], held: ReservationMap) -> TableRow:
    name, chairs, plaque, *of_view = item
    table = msgspec.convert(of_view[0], HeadView)
    seats = read_occupants(of_view[1])
    game = msgspec.convert(of_view[2], GameView | None)
    dealer = msgspec.convert(of_view[3], DealerView | None)
    empty = sum(1 for seat in seats if not seat.player)
    reserved = len(reserved_seats(name, seats, held))
    is_open = table.open
    return TableRow(
        name=name,
        is_open=is_open,
        since=moment(table.since),
        close_reason=table.why,
        game=game_name(game) if game and is_open else plaque or "",
        dealer=dealer.name if dealer else "",
        taken=chairs - empty,
        seats=chairs,
        open_seats=empty - reserved if is_open else 0,
        reserved_seats=reserved,
        playing=bool(of_view[4]),
    )
