"""The Django app of the drop."""

from django.apps import AppConfig


class DropConfig(AppConfig):
    """Drop boxes and their counts."""

    name = "drop"

    def ready(self) -> None:
        """Add the slice's refusals to the catalogue."""
        from drop import refusals  # noqa: F401  # imported for what it adds
