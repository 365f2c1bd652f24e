"""The tables of a room in a list: open, short or closed, since when and why."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from floor_ui.map.tiles import SHORT, place
from rulings.wording.game import game_name
from tables.chairs import keeping, kept_at
from tables.lists.asking import lists_now
from tables.models import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One table. since: None where the log has no time of it; open_seats: chairs that anybody may be given."""

    name: str
    is_open: bool
    since: datetime | None
    why: str
    game: str
    dealer: str
    taken: int
    chairs: int
    open_seats: int
    kept: int
    playing: bool

    @property
    def is_short(self) -> bool:
        """Whether so few sit that it is named: the house's own measure."""
        return short(self.is_open, self.taken, self.chairs)


def short(is_open: bool, taken: int, chairs: int) -> bool:
    """Whether so few of the chairs of an open table are taken that it is called short."""
    return is_open and taken * 100 <= SHORT * chairs


def moment(milliseconds: int) -> datetime | None:
    """A time of the log; None for one that it did not keep."""
    return datetime.fromtimestamp(milliseconds / 1000, tz=UTC) if milliseconds else None


def rows(room_id: int) -> list[Row]:
    """All tables of a room, T2 before T10; two questions to the database."""
    held = keeping(lists_now(room_id).lists)
    parts = ("table", "seats", "game", "dealer", "hand__started")
    asked = ("name", "seats", "plaque__name", *(f"stream__view__{part}" for part in parts))
    found = Table.objects.filter(room=room_id).order_by().values_list(*asked)
    return sorted((_row(one, held) for one in found), key=lambda row: place(row.name))


def _row(one: tuple[Any, ...], held: Any) -> Row:
    name, chairs, plaque, table, seats, game, dealer, started = one
    empty = sum(1 for seat in seats if not seat["player"])
    kept = len(kept_at(name, seats, held))
    is_open = bool(table["open"])
    return Row(
        name=name,
        is_open=is_open,
        since=moment(table.get("since", 0)),
        why=table.get("why", ""),
        game=game_name(game) if game and is_open else plaque or "",
        dealer=dealer["name"] if dealer else "",
        taken=chairs - empty,
        chairs=chairs,
        open_seats=empty - kept if is_open else 0,
        kept=kept,
        playing=bool(started),
    )
