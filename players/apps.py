"""Players, their names and visits."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Players, their names and visits."""

    name = "players"
