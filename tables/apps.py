"""Rooms, tables, plaques, staff, and the execution of table commands."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Configuration of the app of rooms, tables, plaques and staff."""

    name = "tables"
