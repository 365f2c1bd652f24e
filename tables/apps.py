"""Rooms, tables, plaques, staff and the one way a table changes."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Rooms, tables, plaques, staff and the one way a table changes."""

    name = "tables"

    def ready(self) -> None:
        """Keep which seats were left lately beside the tables' logs."""
        from tables.lists import freed

        freed.begin()
