"""The Django app of what the pages share."""

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The Django app of what the pages share."""

    name = "web"
