"""Projection of the starts of hands: a row for each, so that finding a hand doesn't depend on the log's length."""

from collections.abc import Collection, Iterator
from datetime import datetime
from itertools import islice

import msgspec
from django.db import connection
from django.db.models import Count, Max, Min, QuerySet

from journal import projections
from journal.archives import archived_entries
from journal.models import Entry
from journal.projections import LogHead
from journal.store import STORED
from poker import codec
from poker.events import Event, HandStarted
from poker.logs.codec import tag
from tables.models import HandStart, Table
from tables.stored_commands import StoredAtTable

STARTED = tag(HandStarted)
EVENTS: tuple[type[Event], ...] = (HandStarted,)
PAGE = 500  # starts read and stored at a time


# Nothing is inserted if the hand before has no row.
_INSERT = """
INSERT INTO tables_handstart (table_id, seq, number, at)
SELECT %s, %s, %s, %s WHERE %s = 0 OR EXISTS (
    SELECT 1 FROM tables_handstart WHERE table_id = %s AND seq = %s
)"""


def project(stored: StoredAtTable) -> None:
    """Store the row of a hand that starts. An undo removes none: the entries of an undone start stay readable.

    One raw SQL statement, because every hand waits for it. If it finds that an earlier version of the program stored
    hands without rows, theirs are added as well.
    """
    for seq, event in enumerate(stored.events, start=stored.first):
        if not isinstance(event, HandStarted):
            continue
        table, last = stored.stream_id, stored.last_checkpoint
        at = connection.ops.adapt_datetimefield_value(stored.now)
        with connection.cursor() as cursor:
            cursor.execute(_INSERT, [table, seq, event.number, at, last, table, last])
            inserted = cursor.rowcount
        if not inserted:
            _add_missing(table)


# The stream's row tells where the last hand starts.
_IS_BEHIND = """
SELECT 1 FROM journal_stream WHERE id = %s AND base_seq > 0 AND NOT EXISTS (
    SELECT 1 FROM tables_handstart WHERE table_id = journal_stream.id AND seq = base_seq + 1
)"""


def hand_starts(table_id: int) -> QuerySet[HandStart]:
    """Return the starts of a table's hands, in no order.

    During an upgrade, processes of the earlier version store hands without a row. Those rows are added here. That
    costs one short query, which is raw SQL because a page calls this several times.
    """
    with connection.cursor() as cursor:
        cursor.execute(_IS_BEHIND, [table_id])
        is_behind = cursor.fetchone() is not None
    if is_behind:
        _add_missing(table_id)
    return HandStart.objects.filter(table=table_id)


def hands_begun(
    *, room_id: int, since: datetime, until: datetime | None = None, tables: Collection[int] = ()
) -> dict[int, tuple[int, datetime, datetime]]:
    """Return hands started after `since` by table: the count, and the times of the first and the last.

    Of `tables`, or of all tables of the room. Does not depend on the length of the logs. Undone hands are counted, too.
    """
    rows = HandStart.objects.filter(table__room=room_id, at__gt=since)
    rows = rows.filter(at__lte=until) if until else rows
    rows = rows.filter(table__in=tables) if tables else rows
    counts = rows.order_by().values_list("table").annotate(Count("pk"), Min("at"), Max("at"))
    return {pk: (hands, first, last) for pk, hands, first, last in counts}


def _add_missing(table_id: int) -> None:
    """Add the rows of the hands that started after the last row."""
    rows = HandStart.objects.filter(table=table_id).order_by("-seq")
    _store(table_id, since=rows.values_list("seq", flat=True).first() or 0)


def _store(table_id: int, *, since: int = 0) -> None:
    for starts in _pages(table_id, since=since):
        # A request that reads and the command that stores the next hand may add the same row.
        HandStart.objects.bulk_create(starts, ignore_conflicts=True)


class _Numbered(msgspec.Struct):
    """The part of `HandStarted` that is read here: the rest is the whole table."""

    number: int


_numbered = msgspec.json.Decoder(_Numbered)


def _pages(table_id: int, *, since: int = 0, until: int | None = None) -> Iterator[list[HandStart]]:
    """Yield the starts after an entry of the log, page by page, as rows that are not stored."""
    archived = archived_entries(table_id, since=since, until=until, names=(STARTED,))
    while starts := list(islice(archived, PAGE)):
        yield [
            _row(table_id, row.seq, row.at, row.name, row.version, row.stored)  # type: ignore[attr-defined]  # of archives
            for row in starts
        ]
        since = starts[-1].seq
    entries = Entry.objects.filter(stream=table_id, name=STARTED).order_by("seq")
    if until is not None:
        entries = entries.filter(seq__lte=until)
    columns = entries.annotate(stored=STORED).values_list("seq", "at", "name", "version", "stored")
    while page := list(columns.filter(seq__gt=since)[:PAGE]):
        yield [_row(table_id, *start) for start in page]
        if len(page) < PAGE:
            return
        since = page[-1][0]


def _row(table_id: int, seq: int, at: datetime, name: str, version: int, stored: str) -> HandStart:
    """Return the row of a hand by the entry of its start."""
    number = _numbered.decode(codec.TABLE.versions.upcast(name, version, stored)).number
    return HandStart(table_id=table_id, seq=seq, number=number, at=at)


def _compare(log: LogHead) -> str:
    if not Table.objects.filter(pk=log.pk).exists():  # a log without its table
        return ""
    stored = HandStart.objects.filter(table=log.pk, seq__lte=log.seq)
    pages = _pages(log.pk, until=log.seq)
    expected = {(row.seq, row.number, row.at) for page in pages for row in page}
    wrong = expected ^ set(stored.values_list("seq", "number", "at"))
    return f"starts of hands: {len(wrong)} don't match the log" if wrong else ""


def _rebuild(log: LogHead) -> None:
    HandStart.objects.filter(table=log.pk).delete()
    _store(log.pk)


PROJECTION = projections.Projection(_compare, _rebuild)
