"""Django app of the registry pages."""

from django.apps import AppConfig


class PlayersUiConfig(AppConfig):
    """The registry pages."""

    name = "players_ui"
    verbose_name = "Player registry"
