"""The Django app of the lineup."""

from django.apps import AppConfig


class LineupConfig(AppConfig):
    """Dealers of the shift."""

    name = "lineup"

    def ready(self) -> None:
        """Add the slice's refusals to the catalogue."""
        from lineup import refusals  # noqa: F401  # imported for what it adds
