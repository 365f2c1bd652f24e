"""The Django app of replay: pages and files, no models."""

from django.apps import AppConfig


class ReplayConfig(AppConfig):
    """The Django app of replay."""

    name = "replay"
