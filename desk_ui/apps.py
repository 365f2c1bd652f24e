"""The Django app of the desk's pages."""

from django.apps import AppConfig


class DeskUiConfig(AppConfig):
    """Waitlists on the desk's screen and the player's phone."""

    name = "desk_ui"
