"""The app of replay: pages and files, no tables."""

from django.apps import AppConfig


class ReplayConfig(AppConfig):
    """Hands read again."""

    name = "replay"
