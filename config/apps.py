"""The app that carries the command `run_room`."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The wiring has no models, only commands."""

    name = "config"

    def ready(self) -> None:
        """Whoever leaves a job leaves it with this application's broker."""
        from config.celery import app

        app.set_default()
