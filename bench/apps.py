"""The bench as a Django app, known only to its own settings."""

from django.apps import AppConfig


class BenchConfig(AppConfig):
    """One model without migrations: its database lives for one run."""

    name = "bench"
    default_auto_field = "django.db.models.BigAutoField"
