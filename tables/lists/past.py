"""What the lists' log says of the past."""

from journal.models import Entry
from tables.models import RoomLists, Table


def broken_last(table: Table) -> Entry | None:
    """The last draw for the players of a table that was broken, None where it never was."""
    lists = RoomLists.objects.filter(room=table.room_id).values("pk")
    said = f'"table":"{table.name}"'
    rows = Entry.objects.filter(stream__in=lists, name="table.broken", data__contains=said)
    return rows.order_by("-seq").first()
