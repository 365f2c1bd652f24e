"""New events of tables' logs, for rollups: from one log page by page, or from many logs together."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from itertools import islice
from typing import Any

from django.db.models import Case, F, QuerySet, Value, When

from journal.archives import archived_end, archived_entries, last_archived
from journal.models import Entry, PersonalJsonField, Stream
from journal.partitions import in_ranges
from poker import codec
from poker.events import Event, HandStarted
from poker.logs.codec import tag

LOGS_IN_QUERY = 25  # PostgreSQL plans such a query in 14 ms
# One event of a log: number, command, time, and the event, which is None for the start of a hand. The start contains
# the whole table and is not decoded.
EventRow = tuple[int, str, datetime, Event | None]


def events_after(
    table_id: int, *, after: int, kinds: Iterable[type[Event]], limit: int
) -> list[EventRow]:
    """Return at most `limit` events of these kinds after an entry."""
    names = [tag(kind) for kind in kinds]
    started = tag(HandStarted)
    entries = [
        (
            row.seq,
            row.command_id,
            row.at,
            row.name,
            row.version,
            "" if row.name == started else row.data,
        )
        for row in islice(_archived_after(table_id, after, names), limit)
    ]
    last = entries[-1][0] if entries else after
    rows = Entry.objects.filter(stream=table_id, seq__gt=last, name__in=names).order_by("seq")
    entries += _without_starts(rows)[: limit - len(entries)]
    return [_row(*row) for row in entries]


def few_new_events(
    after: Mapping[int, int], *, kinds: Iterable[type[Event]], most: int
) -> dict[int, list[EventRow]]:
    """Return the events of these kinds after an entry in each log, by table, for logs with at most `most` new entries.

    after: the number of that entry, by table. One query reads several logs. Logs with more new entries, or with new
    ones in an archive, are left out: `events_after` reads those.
    """
    names = [tag(kind) for kind in kinds]
    heads = dict(Stream.objects.filter(pk__in=after).values_list("pk", "seq"))
    archived = last_archived(after)
    events_by_table: dict[int, list[EventRow]] = {
        table: []
        for table, seq in after.items()
        if archived.get(table, 0) <= seq and heads[table] - seq <= most
    }
    ranges = [
        (table, after[table], heads[table])
        for table in events_by_table
        if after[table] < heads[table]
    ]
    for begin in range(0, len(ranges), LOGS_IN_QUERY):
        some = ranges[begin : begin + LOGS_IN_QUERY]
        rows = in_ranges(Entry.objects.filter(name__in=names), some)
        for table, *row in _without_starts(rows, "stream_id"):
            events_by_table[table].append(_row(*row))
    return events_by_table


def _without_starts(rows: QuerySet[Entry], *columns: str) -> QuerySet[Any, tuple[Any, ...]]:
    """Return these columns of entries, then those of `_row`, without the data of starts of hands."""
    when = When(name=tag(HandStarted), then=Value(""))
    annotated = rows.annotate(read=Case(when, default=F("data"), output_field=PersonalJsonField()))
    return annotated.values_list(*columns, "seq", "command_id", "at", "name", "version", "read")


def _row(seq: int, command: str, at: datetime, name: str, version: int, data: str) -> EventRow:
    return seq, command, at, codec.decode_event(name, version, data) if data else None


def _archived_after(table_id: int, after: int, names: Collection[str]) -> Iterator[Entry]:
    """Yield the archived entries with these names after an entry."""
    if after < archived_end(table_id)[0]:
        yield from archived_entries(table_id, since=after, names=names)
