"""The bench as a Django app, installed only by the bench's settings."""

from django.apps import AppConfig


class BenchConfig(AppConfig):
    """One model without migrations: its database exists for one run."""

    name = "bench"
    default_auto_field = "django.db.models.BigAutoField"
