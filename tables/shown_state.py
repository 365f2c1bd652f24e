"""Queries for tables by the content of their view, so that pages need not read the views of hundreds of tables."""

from django.db import connection
from django.db.models import QuerySet

from staff.models import Room
from tables.models import Table


def tables_with_long_absences(room: Room) -> QuerySet[Table]:
    """Return the tables of a room that may have a player on a long absence (S-037), with their streams.

    On PostgreSQL it returns only those; SQLite can't search in a list, so there it returns all tables.
    """
    tables = _with_views(room)
    if not connection.features.supports_json_field_contains:
        return tables
    return tables.filter(stream__view__contains={"seats": [{"long": True}]})


def tables_with_held_pots(room: Room) -> QuerySet[Table]:
    """Return the tables of a room with a held pot, with their streams."""
    return _with_views(room).filter(stream__view__impounded__0__isnull=False)


def _with_views(room: Room) -> QuerySet[Table]:
    return room.tables.select_related("stream").defer("stream__state")
