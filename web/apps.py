"""App configuration."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """What every page shares."""

    name = "web"
