"""Rebuild rollups from the logs and projections, and compare them with the stored ones."""

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime

from django.db import transaction
from django.db.models import Model

from reports.models import (
    CallFact,
    DealerDay,
    DealerMonth,
    FillMonth,
    HandKindDay,
    HandKindHour,
    IncidentDay,
    LogCursor,
    OutageHour,
    RollupProgress,
    RoomDay,
    SeatUseCursor,
    TableDay,
    TableHour,
    TableMonth,
    WaitDay,
)
from reports.rollups.room import fill_long_sums, locked, projections_roll_up, tables_roll
from staff.models import Room
from tables.models import GameHalfHour

KINDS: tuple[type[Model], ...] = (
    TableHour,
    TableDay,
    TableMonth,
    RoomDay,
    DealerDay,
    DealerMonth,
    HandKindHour,
    HandKindDay,
    CallFact,
    WaitDay,
    IncidentDay,
    OutageHour,
    GameHalfHour,
    FillMonth,
)


def rebuild(room: Room) -> None:
    """Rebuild a room's rollups from its logs, each up to its cursor; write nothing on failure."""
    with transaction.atomic(), locked(room) as progress:
        until = datetime.fromtimestamp(progress.until, tz=UTC)
        rows = LogCursor.objects.filter(table__room=room)
        tables = dict(rows.values_list("table_id", "until"))
        for kind in KINDS:
            kind._default_manager.filter(room=room).delete()
        rows.delete()
        SeatUseCursor.objects.filter(room=room).delete()
        RollupProgress.objects.filter(pk=room.pk).update(until=0, lists_seq=0, silence=0)
        tables_roll(room, until=tables, usual=progress.until)
        projections_roll_up(room, until=until)


def find_mismatches(room: Room) -> Iterator[str]:
    """Yield a line for each model with rows that a rebuild would change. Writes nothing."""
    with transaction.atomic(), locked(room) as progress:
        # Refresh first: a changed call or incident is not a mismatch, nor are sums that an earlier
        # version did not have.
        fill_long_sums(room)
        projections_roll_up(room, until=datetime.fromtimestamp(progress.until, tz=UTC))
        before = {kind: _rows(kind, room) for kind in KINDS}
        rebuild(room)
        after = {kind: _rows(kind, room) for kind in KINDS}
        transaction.set_rollback(True)
    for kind in KINDS:
        counts = before[kind] - after[kind]
        new = after[kind] - before[kind]
        if counts or new:
            name = kind._meta.object_name
            yield f"{name}: {counts.total()} rows don't match the logs; {new.total()} expected"


def _rows(kind: type[Model], room: Room) -> Counter[tuple[object, ...]]:
    names = [field.attname for field in kind._meta.concrete_fields if not field.primary_key]
    rows = kind._default_manager.filter(room=room).values_list(*names)
    return Counter(tuple(_plain(value) for value in row) for row in rows)


def _plain(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value
