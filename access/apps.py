"""App configuration."""

from django.apps import AppConfig


class AccessConfig(AppConfig):
    """Configuration of the staff access app."""

    name = "access"
