"""The Django app of the audit and access pages."""

from django.apps import AppConfig


class AuditUiConfig(AppConfig):
    """The Django app of the audit and access pages."""

    name = "audit_ui"
