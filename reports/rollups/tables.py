"""Roll up the logs of tables: hourly cells, kinds of hands and floor calls."""

from collections.abc import Callable, Collection, Iterable
from datetime import UTC, date, datetime

import msgspec

from reports import models
from reports.rollups.calls import calls_begun
from reports.rollups.clusters import ChangedCells, upsert
from reports.rollups.gaming_days import Calendar
from reports.rollups.hand_kinds import kinds_add
from reports.rollups.log_reducer import (
    KINDS,
    CellKey,
    CellSums,
    Cursor,
    KindCell,
    KindSums,
    LogEntry,
    advance,
)
from reports.rollups.table_state import Named
from tables import new_events
from tables.models import Table

PAGE = 5_000  # entries of one log in one transaction
ENTRIES = 20_000  # entries of all logs in one transaction, during which taps wait on SQLite; the rest comes later
FEW = 500  # logs with at most this many new entries are read together
FIELDS = CellSums.__struct_fields__
_KEY = ("table_id", "hour", "day", "shift", "dealer", "game")


def logs_roll(
    tables: Collection[Table], ends: Callable[[Table], int], *, calendar: Calendar, named: Named
) -> tuple[list[Table], ChangedCells]:
    """Roll up the logs of tables of one room; return the tables that are not done, and the cells that changed.

    ends: returns the moment up to which a table is rolled up, in Unix seconds. The caller has locked the room's row,
    and refreshes the days of the cells in the same transaction. A full page ends before its last command, which may be
    incomplete, at that command's time.
    """
    stored = _stored_cursors(tables)
    cursors = {table.pk: stored.get(table.pk, Cursor()) for table in tables}
    seqs = {table_id: cursor.seq for table_id, cursor in cursors.items()}
    pages = new_events.few_new_events(seqs, kinds=KINDS, most=FEW)
    behind: list[Table] = []
    rows: list[models.LogCursor] = []
    deltas: list[tuple[Table, CellKey, CellSums]] = []
    kinds: list[tuple[Table, KindCell, KindSums]] = []
    count = 0
    for table in tables:
        if count >= ENTRIES:
            behind.append(table)
            continue
        cursor = cursors[table.pk]
        until = ends(table)
        page = _entries(pages.get(table.pk), table, cursor.seq)
        count += len(page)
        full = len(page) == PAGE
        if full:
            page = [log_entry for log_entry in page if log_entry.command != page[-1].command]
            until = min(until, page[-1].at)
        if not page and not cursor.now.open:
            if table.pk not in stored:  # a rebuild goes as far as each log's cursor
                rows.append(models.LogCursor(table=table))
            continue
        after, of_table = advance(cursor, page, until, calendar=calendar, named=named)
        deltas += [(table, cell, sums) for cell, sums in of_table.cells.items()]
        kinds += [(table, at, sums) for at, sums in of_table.kinds.items()]
        calls_begun(table, of_table.calls, calendar)
        state = msgspec.to_builtins(after)
        rows.append(models.LogCursor(table=table, seq=after.seq, until=after.until, state=state))
        if full and after.seq > cursor.seq:
            behind.append(table)
    models.LogCursor.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["table"],
        update_fields=["seq", "until", "state"],
    )
    kinds_add(kinds)
    return behind, cells_add(deltas)


def cells_add(deltas: Iterable[tuple[Table, CellKey, CellSums]]) -> ChangedCells:
    """Add to the cells of tables; return those that changed. Cells with only zeros are deleted."""
    changed = [(table, cell, sums) for table, cell, sums in deltas if sums != CellSums()]
    if not changed:
        return []
    stored = models.TableHour.objects.filter(
        table__in={table.pk for table, _, _ in changed},
        hour__in={_moment(cell.hour) for _, cell, _ in changed},
    )
    rows_by_key = {tuple(getattr(row, name) for name in _KEY): row for row in stored}
    changed_rows: list[models.TableHour] = []
    gone: list[int] = []
    for table, cell, sums in changed:
        key = (table.pk, _moment(cell.hour), date.fromisoformat(cell.day), *cell[2:])
        row = rows_by_key.get(key) or models.TableHour(
            room_id=table.room_id, **dict(zip(_KEY, key, strict=True))
        )
        for name in FIELDS:
            setattr(row, name, getattr(row, name) + getattr(sums, name))
        if any(getattr(row, name) for name in FIELDS):
            changed_rows.append(row)
        elif row.pk:
            gone.append(row.pk)
    if gone:
        models.TableHour.objects.filter(pk__in=gone).delete()
    upsert(models.TableHour, changed_rows, FIELDS)
    return [(table, cell) for table, cell, _ in changed]


def _stored_cursors(tables: Iterable[Table]) -> dict[int, Cursor]:
    rows = models.LogCursor.objects.filter(table__in=tables).values_list("table_id", "state")
    return {table_id: msgspec.convert(state, Cursor) for table_id, state in rows}


def _entries(
    page: Iterable[new_events.EventRow] | None, table: Table, after: int
) -> list[LogEntry]:
    """Return at most `PAGE` entries of a log after an entry. page: entries that were read together with those of other
    logs.
    """
    if page is None:
        page = new_events.events_after(table.pk, after=after, kinds=KINDS, limit=PAGE)
    return [LogEntry(seq, command, int(at.timestamp()), event) for seq, command, at, event in page]


def _moment(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, tz=UTC)
