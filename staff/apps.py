"""The Django app of staff."""

from django.apps import AppConfig


class StaffConfig(AppConfig):
    """Accounts, sign-in, and the audit trail."""

    name = "staff"
