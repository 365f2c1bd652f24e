"""The app of the API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The room for other programs."""

    name = "api"
    verbose_name = "Other programs"

    def ready(self) -> None:
        """Document how a token is shown; write down for webhooks what happens."""
        from api import security  # noqa: F401 - found by being imported
        from api.hooks import outbox

        outbox.begin()
