"""The floor's screens as a Django app."""

from django.apps import AppConfig


class FloorUiConfig(AppConfig):
    """There are no models: calls and rulings are stored by `rulings`."""

    name = "floor_ui"
