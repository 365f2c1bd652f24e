"""The floor's screens as a Django app."""

from django.apps import AppConfig


class FloorUiConfig(AppConfig):
    """No models: calls and rulings are below."""

    name = "floor_ui"

    def ready(self) -> None:
        """Tell the map's pages of chairs, dealers and games."""
        from floor_ui import absent
        from floor_ui.map import told

        told.begin()
        absent.begin()
