"""Rooms, tables, plaques, staff and the one way a table changes."""
