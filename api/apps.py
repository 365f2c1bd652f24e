"""The app of the API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The room for other programs."""

    name = "api"
    verbose_name = "Other programs"

    def ready(self) -> None:
        """Write down for webhooks what happens."""
        from api.hooks import outbox

        outbox.begin()
