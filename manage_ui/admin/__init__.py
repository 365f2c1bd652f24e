"""Django admin for rooms, tables, staff and drop policies, with a read-only view of the logs."""

from manage_ui.admin import devices, drop_policies, log, plaques, rooms, staff

__all__ = ["devices", "drop_policies", "log", "plaques", "rooms", "staff"]
