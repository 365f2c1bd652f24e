"""Figures of the room: rollups beside the logs, and everything that is asked of them."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    """Figures of the room: rollups beside the logs, and everything that is asked of them."""

    name = "reports"
