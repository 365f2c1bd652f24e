"""The Django app of the tables."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tables"
