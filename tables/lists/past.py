"""What the lists' log says of the past."""

from collections.abc import Iterator
from datetime import datetime

from journal.models import Entry
from poker.waiting import codec
from poker.waiting.events import Told
from tables.models import RoomLists, Table


def broken_last(table: Table) -> Entry | None:
    """The last draw for the players of a table that was broken, None where it never was."""
    lists = RoomLists.objects.filter(room=table.room_id).values("pk")
    said = f'"table":"{table.name}"'
    rows = Entry.objects.filter(stream__in=lists, name="table.broken", data__contains=said)
    return rows.order_by("-seq").first()


def whole(room_id: int) -> Iterator[tuple[datetime, Told]]:
    """Everything that was put into the log of a room's lists, the oldest first, with its time."""
    rows = Entry.objects.filter(stream__lists__room=room_id).order_by("seq")
    for name, version, data, at in rows.values_list("name", "version", "data", "at"):
        yield at, codec.decode_told(name, version, data)
