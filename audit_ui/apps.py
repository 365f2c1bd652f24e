"""The app."""

from django.apps import AppConfig


class AuditUiConfig(AppConfig):
    """Pages of who did what, and of who may get in."""

    name = "audit_ui"
