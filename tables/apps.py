"""Rooms, tables, plaques, staff, and the execution of table commands."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Configuration of the app of rooms, tables, plaques and staff."""

    name = "tables"

    def ready(self) -> None:
        """Register the projections of table logs: departures, seat sessions, dealer boxes, lock-ups, waitlist
        changes, pace.
        """
        from tables import (
            pace_projection,
            plaques,
            seat_locks,
            seat_session_projection,
            seat_sessions,
        )
        from tables.dealers import table_sync
        from tables.waitlist import change_projection, departures

        departures.register()
        seat_sessions.register()
        table_sync.register()
        seat_locks.register()
        change_projection.register()
        seat_session_projection.register()
        pace_projection.register()
        plaques.register()
