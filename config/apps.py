"""The app that carries the command `run_room`."""

from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """The wiring has no models, only commands."""

    name = "config"
