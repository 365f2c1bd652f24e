"""Queries of the waitlist log's past."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet

from journal import store
from journal.models import Entry, Stream
from journal.partitions import months_back
from tables.models import Table
from tables.table_names import names_over_time
from waitlist.models import RoomWaitlistLog
from waitlist.rules import codec
from waitlist.rules.events import TableBroken, TableRenamed, WaitlistEvent

_RENAMED = str(TableRenamed.__struct_config__.tag)


def broken_last(table: Table) -> Entry | None:
    """Return the last entry that broke a table, under any of its names; None if it was never broken."""
    lists = RoomWaitlistLog.objects.filter(room=table.room_id).values("pk")
    rows = Entry.objects.filter(stream__in=lists, name="table.broken").order_by("-seq")
    names = Q()
    for name, since, until in (periods := names_over_time(table)):
        named = Q(data__contains=f'"table":{json.dumps(name, ensure_ascii=False)}')
        named &= Q(at__gt=since) if since else Q()
        names |= named & (Q(at__lte=until) if until else Q())
    for months in months_back(table.pk):  # a table was not broken before the first entry of its log
        for row in rows.filter(names, months):
            event = codec.decode_event(row.name, row.version, row.data)
            # The query also matches a break that moved players to this table.
            if isinstance(event, TableBroken) and event.table == _name_at(periods, row.at):
                return row
    return None


def _name_at(periods: list[tuple[str, datetime | None, datetime | None]], at: datetime) -> str:
    """Return the name of a table at a time. periods: as `names_over_time` returns them."""
    return next(name for name, since, _ in periods if since is None or at > since)


def renames_since(lists_id: int, seq: int) -> list[tuple[str, str]]:
    """Return the old and new names of the tables that were renamed after an entry, in order."""
    events = (entry.event for entry in events_named(lists_id, [_RENAMED], seq))
    return [(event.table, event.to) for event in events if isinstance(event, TableRenamed)]


def full_history(room_id: int) -> Iterator[tuple[datetime, WaitlistEvent]]:
    """Yield all events of a room's waitlist log with their times, the oldest first."""
    for stream in Stream.objects.filter(lists__room=room_id):
        for row in store.entries(stream=stream):
            yield row.at, codec.decode_event(row.name, row.version, row.data)


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of a room's waitlist log; `seq` is its entry, `name` its stable name."""

    seq: int
    at: datetime
    actor: str
    command_id: str
    name: str
    event: WaitlistEvent


def events_after(room_id: int, seq: int) -> Iterator[LoggedEvent]:
    """Yield the events of a room's waitlist log after an entry, the oldest first, page by page."""
    for stream in Stream.objects.filter(lists__room=room_id):
        for row in store.entries(stream=stream, since=seq):
            event = codec.decode_event(row.name, row.version, row.data)
            yield LoggedEvent(row.seq, row.at, row.actor, row.command_id, row.name, event)


def event_at(lists_id: int, seq: int) -> LoggedEvent | None:
    """Return the event of an entry; None if the entry does not exist."""
    return next(_events(Entry.objects.filter(stream=lists_id, seq=seq)), None)


def events_at(lists_id: int, seqs: Iterable[int]) -> list[LoggedEvent]:
    """Return the events of these entries, the oldest first."""
    return list(_events(Entry.objects.filter(stream=lists_id, seq__in=list(seqs))))


def events_of_command(lists_id: int, command_id: str) -> list[LoggedEvent]:
    """Return the events that a command stored, in order."""
    return list(_events(Entry.objects.filter(stream=lists_id, command_id=command_id)))


def events_of_actor(lists_id: int, actor: str, since: datetime) -> list[LoggedEvent]:
    """Return the events of a person since a moment, the oldest first."""
    return list(_events(Entry.objects.filter(stream=lists_id, actor=actor, at__gte=since)))


def events_named(lists_id: int, names: Iterable[str], after: int) -> list[LoggedEvent]:
    """Return the events with these names after an entry, the oldest first."""
    rows = Entry.objects.filter(stream=lists_id, seq__gt=after, name__in=list(names))
    return list(_events(rows))


def _events(rows: QuerySet[Entry]) -> Iterator[LoggedEvent]:
    for row in rows.order_by("seq"):
        event = codec.decode_event(row.name, row.version, row.data)
        yield LoggedEvent(row.seq, row.at, row.actor, row.command_id, row.name, event)
