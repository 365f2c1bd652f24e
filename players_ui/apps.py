"""The app of the registry's pages."""

from django.apps import AppConfig


class PlayersUiConfig(AppConfig):
    """The registry's pages."""

    name = "players_ui"
    verbose_name = "Registry of players"
