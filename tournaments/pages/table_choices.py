"""The tables that an event can add."""

from tables.models import Table
from tables.natural_order import natural_order
from tournaments.models import EventTable


def free_tables(room_id: int) -> list[tuple[str, int]]:
    """Return name and seats of the closed tables of a room that no event uses, in natural order."""
    used = EventTable.objects.filter(event__room=room_id).values_list("name", flat=True)
    rows = Table.objects.filter(room=room_id).exclude(name__in=list(used)).select_related("stream")
    free = [(table.name, table.seats) for table in rows if not table.is_open]
    return sorted(free, key=lambda row: natural_order(row[0]))
