"""The Django app of the waitlists."""

from django.apps import AppConfig


class WaitlistConfig(AppConfig):
    """Lists, calls and the desk."""

    name = "waitlist"
