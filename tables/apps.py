"""Rooms, tables, plaques, staff and the one way a table changes."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Rooms, tables, plaques, staff and the one way a table changes."""

    name = "tables"

    def ready(self) -> None:
        """Keep beside the tables' logs which seats were left lately, who sat where, which are kept, who deals where."""
        from tables import locks, pace_rebuilding, rebuilding, sittings
        from tables.dealers import following
        from tables.lists import changes, freed

        freed.begin()
        sittings.begin()
        following.begin()
        locks.begin()
        changes.begin()
        rebuilding.begin()
        pace_rebuilding.begin()
