"""Rollups made anew from the logs and the rows beside them, and what differs from those that are stored."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from django.db import transaction
from django.db.models import Model

from reports.models import (
    CallFact,
    Cursor,
    DayDealer,
    DayTable,
    Hour,
    IncidentDay,
    MonthDealer,
    Rolled,
    SilentHour,
    WaitDay,
)
from reports.rolling.room import beside_roll, locked, tables_roll
from tables.models import Room

KINDS: tuple[type[Model], ...] = (
    Hour,
    DayTable,
    DayDealer,
    MonthDealer,
    CallFact,
    WaitDay,
    IncidentDay,
    SilentHour,
)


def rebuild(room: Room) -> None:
    """Make a room's rollups what its logs say, each up to where it was; nothing is written when it fails."""
    with transaction.atomic(), locked(room) as rolled:
        until = datetime.fromtimestamp(rolled.until, tz=UTC)
        rows = Cursor.objects.filter(table__room=room)
        tables = dict(rows.values_list("table_id", "until"))
        for kind in KINDS:
            kind._default_manager.filter(room=room).delete()
        rows.delete()
        Rolled.objects.filter(pk=room.pk).update(until=0, lists_seq=0, silence=0)
        tables_roll(room, until=tables, usual=rolled.until)
        beside_roll(room, until=until)


def differing(room: Room) -> Iterator[str]:
    """A line for each kind of rows that a rebuild would change. Nothing is written."""
    with transaction.atomic(), locked(room) as rolled:
        # How calls and incidents stand by now is no difference.
        beside_roll(room, until=datetime.fromtimestamp(rolled.until, tz=UTC))
        before = {kind: _rows(kind, room) for kind in KINDS}
        rebuild(room)
        after = {kind: _rows(kind, room) for kind in KINDS}
        transaction.set_rollback(True)
    for kind in KINDS:
        gone, new = before[kind] - after[kind], after[kind] - before[kind]
        if gone or new:
            name = kind._meta.object_name
            yield f"{name}: {gone.total()} rows are not what the logs say, {new.total()} should be there"


def _rows(kind: type[Model], room: Room) -> Counter[tuple[Any, ...]]:
    names = [field.attname for field in kind._meta.concrete_fields if not field.primary_key]
    rows = kind._default_manager.filter(room=room).values_list(*names)
    return Counter(tuple(_plain(value) for value in row) for row in rows)


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
