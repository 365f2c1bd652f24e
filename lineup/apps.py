"""The Django app of the lineup."""

from django.apps import AppConfig


class LineupConfig(AppConfig):
    name = "lineup"

    def ready(self) -> None:
        from lineup import refusals  # noqa: F401  # imported because it adds the messages
