"""The floor's screens as a Django app."""

from django.apps import AppConfig


class FloorUiConfig(AppConfig):
    """No models: calls and rulings are below."""

    name = "floor_ui"
