"""The admin site of rooms, tables and staff. What happens at a table is in the log and only shown here."""

from tables.admin import devices, log, plaques, rooms, staff

__all__ = ["devices", "log", "plaques", "rooms", "staff"]
