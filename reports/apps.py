"""The reports app: rollups derived from the logs, and the figures computed from them."""

from django.apps import AppConfig


class ReportsConfig(AppConfig):
    name = "reports"
