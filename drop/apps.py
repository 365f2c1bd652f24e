"""The Django app of the drop."""

from django.apps import AppConfig


class DropConfig(AppConfig):
    name = "drop"

    def ready(self) -> None:
        from drop import refusals  # noqa: F401  # imported because it adds the messages
