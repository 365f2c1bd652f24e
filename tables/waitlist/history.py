"""Queries of the waitlist log's past."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from journal.models import Entry
from poker.waitlist import codec
from poker.waitlist.events import WaitlistEvent
from tables.models import RoomWaitlistLog, Table


def broken_last(table: Table) -> Entry | None:
    """Return the entry of the last break of a table; None if it was never broken."""
    lists = RoomWaitlistLog.objects.filter(room=table.room_id).values("pk")
    text = f'"table":"{table.name}"'
    rows = Entry.objects.filter(stream__in=lists, name="table.broken", data__contains=text)
    return rows.order_by("-seq").first()


def full_history(room_id: int) -> Iterator[tuple[datetime, WaitlistEvent]]:
    """Yield all events of a room's waitlist log with their times, the oldest first."""
    rows = Entry.objects.filter(stream__lists__room=room_id).order_by("seq")
    for name, version, data, at in rows.values_list("name", "version", "data", "at"):
        yield at, codec.decode_told(name, version, data)


@dataclass(frozen=True, slots=True)
class LoggedEvent:
    """One event of a room's waitlist log; `seq` is its entry, `name` its stable name."""

    seq: int
    at: datetime
    actor: str
    command_id: str
    name: str
    event: WaitlistEvent


def event_at(lists_id: int, seq: int) -> LoggedEvent | None:
    """Return the event of an entry; None if there is no such entry."""
    return next(_events(Entry.objects.filter(stream=lists_id, seq=seq)), None)


def events_at(lists_id: int, seqs: Iterable[int]) -> list[LoggedEvent]:
    """Return the events of these entries, the oldest first."""
    return list(_events(Entry.objects.filter(stream=lists_id, seq__in=list(seqs))))


def events_of_command(lists_id: int, command_id: str) -> list[LoggedEvent]:
    """Return what a command stored, in order."""
    return list(_events(Entry.objects.filter(stream=lists_id, command_id=command_id)))


def events_of_actor(lists_id: int, actor: str, since: datetime) -> list[LoggedEvent]:
    """Return what a person did since a moment, the oldest first."""
    return list(_events(Entry.objects.filter(stream=lists_id, actor=actor, at__gte=since)))


def events_named(lists_id: int, names: Iterable[str], after: int) -> list[LoggedEvent]:
    """Return the events with these names after an entry, the oldest first."""
    rows = Entry.objects.filter(stream=lists_id, seq__gt=after, name__in=list(names))
    return list(_events(rows))


def _events(rows: QuerySet[Entry]) -> Iterator[LoggedEvent]:
    for row in rows.order_by("seq"):
        event = codec.decode_told(row.name, row.version, row.data)
        yield LoggedEvent(row.seq, row.at, row.actor, row.command_id, row.name, event)
