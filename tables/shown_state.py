"""Queries for tables by the content of their view, so that pages need not read the views of hundreds of tables."""

from django.db.models import QuerySet

from staff.models import Room
from tables.models import Table


def tables_with_held_pots(room: Room) -> QuerySet[Table]:
    """Return the tables of a room with a held pot, with their streams."""
    rows = room.tables.select_related("stream").defer("stream__state")
    return rows.filter(stream__view__impounded__0__isnull=False)
