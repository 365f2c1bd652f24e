"""The app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Acts of people and programs, beside the logs."""

    name = "audit"
