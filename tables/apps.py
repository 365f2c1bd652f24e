"""Rooms, tables, plaques, staff and the one way a table changes."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Rooms, tables, plaques, staff and the one way a table changes."""

    name = "tables"
