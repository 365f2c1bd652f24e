"""The set-up pages. What happens at a table is in the log and is only shown here."""

from tables.admin import devices, log, plaques, rooms, staff

__all__ = ["devices", "log", "plaques", "rooms", "staff"]
