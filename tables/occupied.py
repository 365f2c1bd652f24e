"""Who sits at the tables of a room, read again only where a table has moved on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tables.models import Table

Seats = Sequence[Mapping[str, Any]]  # of a table's picture
MANY = 500  # tables in one question to the database
_SAID = ("name", "plaque__name", "stream__hash")
_PICTURE = ("stream__view__table__open", "stream__view__table__since", "stream__view__seats")
_OF_A_SEAT = ("seat", "player", "name", "lock")  # stacks move with each hand


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits at a table, as its picture has it."""

    table_id: int
    name: str
    title: str
    is_open: bool
    seats: Seats
    since: int = 0  # unix milliseconds of when it was opened or closed last, 0 when not known


_READ: dict[int, tuple[list[str], Seating]] = {}  # by table: what it was read of, and the value


def seatings(room_id: int) -> list[Seating]:
    """All tables of a room that have a plaque, by name: the very same values as long as nobody comes or goes.

    A table is read again when its log has another last entry: of 600, those that moved on since the last time.
    """
    rows = Table.objects.filter(room=room_id, plaque__isnull=False).order_by("name")
    stands = {pk: said for pk, *said in rows.values_list("pk", *_SAID)}
    moved = [pk for pk, said in stands.items() if pk not in _READ or _READ[pk][0] != said]
    for start in range(0, len(moved), MANY):
        some = Table.objects.filter(pk__in=moved[start : start + MANY]).order_by()
        for pk, is_open, since, seats, *said in some.values_list("pk", *_PICTURE, *_SAID):
            sit = tuple({name: seat.get(name) for name in _OF_A_SEAT} for seat in seats or ())
            now = Seating(pk, said[0], said[1], bool(is_open), sit, int(since or 0))
            before = _READ.get(pk)
            _READ[pk] = (said, before[1] if before and before[1] == now else now)
    return [_READ[pk][1] for pk in stands]
