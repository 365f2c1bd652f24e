"""The app of the desk's pages."""

from django.apps import AppConfig


class DeskUiConfig(AppConfig):
    """Waiting lists on the desk's screen and on a player's phone."""

    name = "desk_ui"
