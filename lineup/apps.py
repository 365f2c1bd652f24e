"""The Django app of the lineup."""

from django.apps import AppConfig


class LineupConfig(AppConfig):
    name = "lineup"

    def ready(self) -> None:
        """Add the refusal messages of the lineup to the catalogue."""
        from lineup import refusals  # noqa: F401  # imported because it adds the messages
