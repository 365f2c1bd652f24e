"""Retention, anonymizing, backup and restore."""

from django.apps import AppConfig


class OpsConfig(AppConfig):
    """Retention, anonymizing, backup and restore."""

    name = "ops"
