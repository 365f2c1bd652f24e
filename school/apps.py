"""The Django app of the dealer school."""

from django.apps import AppConfig


class SchoolConfig(AppConfig):
    name = "school"

    def ready(self) -> None:
        """Add the refusal messages of the school to the catalogue."""
        from school import refusals  # noqa: F401  # imported because it adds the messages
