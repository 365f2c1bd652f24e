"""The Django app of the command `run_room`."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """An app with commands but no models."""

    name = "config"

    def ready(self) -> None:
        """Make the Celery application the default, so that tasks are queued at its broker."""
        from config.celery import app
        from config.metrics import count_tasks

        app.set_default()
        count_tasks()
