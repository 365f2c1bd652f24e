"""The Django app of the drop."""

from django.apps import AppConfig


class DropConfig(AppConfig):
    name = "drop"

    def ready(self) -> None:
        """Add the refusal messages of the drop to the catalogue."""
        from drop import refusals  # noqa: F401  # imported because it adds the messages
