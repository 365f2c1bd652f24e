"""The Django app of the waitlists."""

from django.apps import AppConfig


class WaitlistConfig(AppConfig):
    name = "waitlist"

    def ready(self) -> None:
        from waitlist import refusals  # noqa: F401  # imported because it adds the messages
