"""Drop totals between two moments, from the logs. A dedicated index makes them fast even for a shift of all tables."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery

from journal.models import Entry, Stream
from journal.partitions import months_back
from poker import codec
from poker.drop_totals import NOTHING, DropTotals, drop_of
from poker.events import Undone

# The events in the index
EVENT_NAMES = ("command.undone", "hand.rake_taken", "table.time_collected")
CommandKey = tuple[int, str]  # a table and a command id


def dropped(*, since: Mapping[int, datetime | None], until: datetime) -> dict[int, DropTotals]:
    """Return the drop of each table after its start time, up to and including `until`.

    `since` has the start time of each table, None for the beginning of its log. An undone drop is subtracted at the
    time of the undo. Successive boxes therefore add up to the shift, and a counted box never changes.
    """
    totals = dict.fromkeys(since, NOTHING)
    in_period: dict[CommandKey, DropTotals] = {}
    undone: list[CommandKey] = []
    for table, command, name, version, data in _entries(since, until):
        event = codec.decode_event(name, version, data)
        if isinstance(event, Undone):
            undone.append((table, event.command))
            continue
        in_period[table, command] = in_period.get((table, command), NOTHING) + drop_of(event)
        totals[table] += drop_of(event)
    earlier = _earlier_drops([key for key in undone if key not in in_period])
    for key in undone:
        totals[key[0]] -= in_period.get(key) or earlier.get(key, NOTHING)
    return totals


def last_drops(tables: Collection[int], *, until: datetime) -> dict[int, datetime]:
    """Return when each table last had a drop, up to and including `until`, whatever the amount."""
    times: dict[int, datetime] = {}
    if not tables:
        return times
    for months in months_back(min(tables)):  # the first table has the oldest log
        times |= _last_drops(set(tables) - set(times), months, until)
        if len(times) == len(set(tables)):
            break
    return times


def _last_drops(tables: Collection[int], months: Q, until: datetime) -> dict[int, datetime]:
    # One subquery per event name keeps this fast as the log grows.
    newest = {
        f"last_{index}": Subquery(
            Entry.objects.filter(months, stream=OuterRef("pk"), name=name, at__lte=until)
            .order_by("-at")
            .values("at")[:1]
        )
        for index, name in enumerate(EVENT_NAMES[1:])
    }
    rows = Stream.objects.filter(pk__in=tables).annotate(**newest).values_list("pk", *newest)
    times = {table: [at for at in ats if at is not None] for table, *ats in rows}
    return {table: max(ats) for table, ats in times.items() if ats}


def _entries(
    since: Mapping[int, datetime | None], until: datetime
) -> Iterable[tuple[int, str, str, int, str]]:
    moments = [moment for moment in since.values() if moment is not None]
    earliest = min(moments) if moments and len(moments) == len(since) else None
    for name in EVENT_NAMES:
        for at, table, *rest in entries_named(name, earliest, until, list(since)):
            start = since[table]
            if start is None or at > start:
                yield (table, *rest)


def entries_named(
    name: str, after: datetime | None, until: datetime, tables: Collection[int]
) -> QuerySet[Entry, Any]:
    """Return the entries with one event name, because SQLite uses the index only for a single name."""
    rows = Entry.objects.filter(name=name, stream__in=tables, at__lte=until)
    if after is not None:
        rows = rows.filter(at__gt=after)
    return rows.order_by().values_list("at", "stream_id", "command_id", "name", "version", "data")


def _earlier_drops(undone: list[CommandKey]) -> dict[CommandKey, DropTotals]:
    """Return the drops of earlier commands. Most undone commands, such as folds and bets, dropped nothing."""
    by_table: dict[int, list[str]] = {}
    for table, command in undone:
        by_table.setdefault(table, []).append(command)
    drops: dict[CommandKey, DropTotals] = {}
    for table, commands in by_table.items():
        for first in range(0, len(commands), 500):
            rows = Entry.objects.filter(
                stream=table, command_id__in=commands[first : first + 500], name__in=EVENT_NAMES
            )
            for row in rows:
                event = codec.decode_event(row.name, row.version, row.data)
                key = (table, row.command_id)
                drops[key] = drops.get(key, NOTHING) + drop_of(event)
    return drops
