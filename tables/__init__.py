"""Rooms, tables, plaques, staff, and the execution of table commands."""
