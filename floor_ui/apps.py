"""The floor's screens as a Django app."""

from django.apps import AppConfig


class FloorUiConfig(AppConfig):
    """App configuration. There are no models: calls and rulings are stored by `rulings`."""

    name = "floor_ui"

    def ready(self) -> None:
        """Subscribe the map's and the absence notices' pages to table events."""
        from floor_ui import long_absences
        from floor_ui.map import notifications

        notifications.register()
        long_absences.register()
