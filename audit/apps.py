"""App configuration."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Configuration of the audit log's app."""

    name = "audit"
