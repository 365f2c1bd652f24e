"""The admin site of rooms, tables, staff and drop policies; the tables' logs are only shown."""

from manage_ui.admin import devices, drop_policies, log, plaques, rooms, staff

__all__ = ["devices", "drop_policies", "log", "plaques", "rooms", "staff"]
