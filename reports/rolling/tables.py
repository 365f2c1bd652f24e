"""One table's log into its rows: cells of the hour, the sums of its days, its floor calls."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import Any

import msgspec

from reports import models
from reports.rolling import clusters
from reports.rolling.calls import calls_begun
from reports.rolling.days import Calendar
from reports.rolling.fold import KINDS, Cell, Cursor, Sums, Told, advance
from reports.rolling.states import Named
from tables import log
from tables.models import Table

PAGE = 5_000  # entries in one transaction
FIELDS = Sums.__struct_fields__
_KEY = ("hour", "day", "shift", "dealer", "game")


def table_roll(table: Table, until: int, *, calendar: Calendar, named: Named) -> bool:
    """Roll one table's log on; whether there is more. The room's row is locked by the caller.

    A page that is full ends before its last command, which may go on, and at that command's time.
    """
    row, _ = models.Cursor.objects.get_or_create(table=table)
    cursor = read(row)
    page = _entries(table, cursor.seq)
    full = len(page) == PAGE
    if full:
        page = [told for told in page if told.command != page[-1].command]
        until = min(until, page[-1].at)
    if not page and not cursor.now.open:
        return False
    after, deltas = advance(cursor, page, until, calendar=calendar, named=named)
    cells_add(table, deltas.cells.items())
    calls_begun(table, deltas.calls, calendar)
    row.seq, row.until = after.seq, after.until
    row.state = msgspec.to_builtins(after)
    row.save()
    return full and after.seq > cursor.seq


def read(row: models.Cursor) -> Cursor:
    """The fold's cursor of a row."""
    return msgspec.convert(row.state, Cursor)


def cells_add(table: Table, deltas: Iterable[tuple[Cell, Sums]]) -> None:
    """Add to the table's cells, and bring its days up to them. Cells in which nothing is left are none."""
    changed = {cell: sums for cell, sums in deltas if sums != Sums()}
    if not changed:
        return
    hours = {_moment(cell.hour) for cell in changed}
    stored = models.Hour.objects.filter(table=table, hour__in=hours)
    found = {tuple(getattr(row, name) for name in _KEY): row for row in stored}
    new: list[models.Hour] = []
    old: list[models.Hour] = []
    gone: list[int] = []
    for cell, sums in changed.items():
        key = (_moment(cell.hour), date.fromisoformat(cell.day), *cell[2:])
        row = found.get(key) or models.Hour(
            table=table, room_id=table.room_id, **dict(zip(_KEY, key, strict=True))
        )
        for name in FIELDS:
            setattr(row, name, getattr(row, name) + getattr(sums, name))
        if any(getattr(row, name) for name in FIELDS):
            (old if row.pk else new).append(row)
        elif row.pk:
            gone.append(row.pk)
    models.Hour.objects.filter(pk__in=gone).delete()
    models.Hour.objects.bulk_create(new, batch_size=500)
    for row in old:  # one or two; to put many into one statement takes longer
        row.save(update_fields=FIELDS)
    clusters.days_bring(table, changed)


def _entries(table: Table, after: int) -> list[Told]:
    found: list[Any] = log.walked(table.pk, after=after, kinds=KINDS, most=PAGE)
    return [Told(seq, command, int(at.timestamp()), event) for seq, command, at, event in found]


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)
