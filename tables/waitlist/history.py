"""Queries of the waitlist log's past."""

from collections.abc import Iterator
from datetime import datetime

from journal.models import Entry
from poker.waitlist import codec
from poker.waitlist.events import WaitlistEvent
from tables.models import RoomLists, Table


def broken_last(table: Table) -> Entry | None:
    """Return the entry of the last break of a table; None if it was never broken."""
    lists = RoomLists.objects.filter(room=table.room_id).values("pk")
    text = f'"table":"{table.name}"'
    rows = Entry.objects.filter(stream__in=lists, name="table.broken", data__contains=text)
    return rows.order_by("-seq").first()


def full_history(room_id: int) -> Iterator[tuple[datetime, WaitlistEvent]]:
    """Yield all events of a room's waitlist log with their times, the oldest first."""
    rows = Entry.objects.filter(stream__lists__room=room_id).order_by("seq")
    for name, version, data, at in rows.values_list("name", "version", "data", "at"):
        yield at, codec.decode_told(name, version, data)
