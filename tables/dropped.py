"""What the logs say was dropped between two moments: quick for a shift of all tables, by an index of its own."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from journal.models import Entry, Stream
from poker import codec
from poker.dropped import NOTHING, Dropped, dropped_by
from poker.events import Undone

NAMES = ("command.undone", "hand.rake_taken", "table.time_collected")  # as the index has them
Made = tuple[int, str]  # a table and a command


def dropped(*, since: Mapping[int, datetime | None], until: datetime) -> dict[int, Dropped]:
    """Sums by table: of each, what was dropped after its own moment (None: ever) up to and with `until`.

    What was taken back counts against the moment at which it was taken back, not when it was dropped: so boxes that
    follow each other add up to the shift, and a box that was counted stays as it was.
    """
    sums = dict.fromkeys(since, NOTHING)
    here: dict[Made, Dropped] = {}
    undone: list[Made] = []
    for table, command, name, version, data in _entries(since, until):
        event = codec.decode_event(name, version, data)
        if isinstance(event, Undone):
            undone.append((table, event.command))
            continue
        here[table, command] = here.get((table, command), NOTHING) + dropped_by(event)
        sums[table] += dropped_by(event)
    earlier = _earlier([made for made in undone if made not in here])
    for made in undone:
        sums[made[0]] -= here.get(made) or earlier.get(made, NOTHING)
    return sums


def last_drops(tables: Collection[int], *, until: datetime) -> dict[int, datetime]:
    """When something was last dropped, by table, up to and with `until`; how much is not looked at."""
    # The newest of each kind by itself: as quick after a year as on the first day.
    newest = {
        f"last_{index}": Subquery(
            Entry.objects.filter(stream=OuterRef("pk"), name=name, at__lte=until)
            .order_by("-at")
            .values("at")[:1]
        )
        for index, name in enumerate(NAMES[1:])
    }
    rows = Stream.objects.filter(pk__in=tables).annotate(**newest).values_list("pk", *newest)
    found = {table: [at for at in ats if at is not None] for table, *ats in rows}
    return {table: max(ats) for table, ats in found.items() if ats}


def _entries(
    since: Mapping[int, datetime | None], until: datetime
) -> Iterable[tuple[int, str, str, int, str]]:
    moments = [moment for moment in since.values() if moment is not None]
    earliest = min(moments) if moments and len(moments) == len(since) else None
    for name in NAMES:
        for at, table, *rest in entries_named(name, earliest, until, list(since)):
            begins = since[table]
            if begins is None or at > begins:
                yield (table, *rest)


def entries_named(
    name: str, after: datetime | None, until: datetime, tables: Collection[int]
) -> QuerySet[Entry, Any]:
    """Entries of one kind; SQLite takes the index only where the query names one kind."""
    rows = Entry.objects.filter(name=name, stream__in=tables, at__lte=until)
    if after is not None:
        rows = rows.filter(at__gt=after)
    return rows.order_by().values_list("at", "stream_id", "command_id", "name", "version", "data")


def _earlier(undone: list[Made]) -> dict[Made, Dropped]:
    """What commands of before had dropped; most of them nothing, for folds and bets are taken back too."""
    by_table: dict[int, list[str]] = {}
    for table, command in undone:
        by_table.setdefault(table, []).append(command)
    found: dict[Made, Dropped] = {}
    for table, commands in by_table.items():
        for first in range(0, len(commands), 500):
            rows = Entry.objects.filter(
                stream=table, command_id__in=commands[first : first + 500], name__in=NAMES
            )
            for row in rows:
                event = codec.decode_event(row.name, row.version, row.data)
                made = (table, row.command_id)
                found[made] = found.get(made, NOTHING) + dropped_by(event)
    return found
