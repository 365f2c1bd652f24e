"""The append-only log."""

from django.apps import AppConfig


class JournalConfig(AppConfig):
    """The append-only log."""

    name = "journal"
