"""The app."""

from django.apps import AppConfig


class AccessConfig(AppConfig):
    """How people who work here get in."""

    name = "access"
