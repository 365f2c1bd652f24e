"""Roll up one table's log: hourly cells, the sums of its days, its floor calls."""

from collections.abc import Iterable
from datetime import UTC, date, datetime

import msgspec

from reports import models
from reports.rollups.calls import calls_begun
from reports.rollups.gaming_days import Calendar
from reports.rollups.log_reducer import KINDS, CellKey, CellSums, Cursor, LogEntry, advance
from reports.rollups.table_state import Named
from tables import table_log
from tables.models import Table

PAGE = 5_000  # entries in one transaction
FIELDS = CellSums.__struct_fields__
_KEY = ("hour", "day", "shift", "dealer", "game")


def table_roll(
    table: Table, until: int, *, calendar: Calendar, named: Named
) -> tuple[bool, list[CellKey]]:
    """Roll up one table's log; return whether there is more, and the cells that changed.

    The caller has locked the room's row, and refreshes the days of the cells in the same transaction.
    A full page ends before its last command, which may be incomplete, and at that command's time.
    """
    row, _ = models.LogCursor.objects.get_or_create(table=table)
    cursor = read(row)
    page = _entries(table, cursor.seq)
    full = len(page) == PAGE
    if full:
        page = [log_entry for log_entry in page if log_entry.command != page[-1].command]
        until = min(until, page[-1].at)
    if not page and not cursor.now.open:
        return False, []
    after, deltas = advance(cursor, page, until, calendar=calendar, named=named)
    changed = cells_add(table, deltas.cells.items())
    calls_begun(table, deltas.calls, calendar)
    row.seq, row.until = after.seq, after.until
    row.state = msgspec.to_builtins(after)
    row.save()
    return full and after.seq > cursor.seq, changed


def read(row: models.LogCursor) -> Cursor:
    """Return the reducer's cursor of a row."""
    return msgspec.convert(row.state, Cursor)


def cells_add(table: Table, deltas: Iterable[tuple[CellKey, CellSums]]) -> list[CellKey]:
    """Add to the table's cells; return those that changed. Cells whose sums are all zero are deleted."""
    changed = {cell: sums for cell, sums in deltas if sums != CellSums()}
    if not changed:
        return []
    hours = {_moment(cell.hour) for cell in changed}
    stored = models.TableHour.objects.filter(table=table, hour__in=hours)
    rows_by_key = {tuple(getattr(row, name) for name in _KEY): row for row in stored}
    new: list[models.TableHour] = []
    old: list[models.TableHour] = []
    gone: list[int] = []
    for cell, sums in changed.items():
        key = (_moment(cell.hour), date.fromisoformat(cell.day), *cell[2:])
        row = rows_by_key.get(key) or models.TableHour(
            table=table, room_id=table.room_id, **dict(zip(_KEY, key, strict=True))
        )
        for name in FIELDS:
            setattr(row, name, getattr(row, name) + getattr(sums, name))
        if any(getattr(row, name) for name in FIELDS):
            (old if row.pk else new).append(row)
        elif row.pk:
            gone.append(row.pk)
    models.TableHour.objects.filter(pk__in=gone).delete()
    models.TableHour.objects.bulk_create(new, batch_size=500)
    for row in old:  # one or two rows; a bulk update takes longer
        row.save(update_fields=FIELDS)
    return list(changed)


def _entries(table: Table, after: int) -> list[LogEntry]:
    entries = table_log.events_after(table.pk, after=after, kinds=KINDS, limit=PAGE)
    return [
        LogEntry(seq, command, int(at.timestamp()), event) for seq, command, at, event in entries
    ]


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)
