"""The Django app of printed documents: templates, no models."""

from django.apps import AppConfig


class PrintingConfig(AppConfig):
    """The Django app of printed documents."""

    name = "printing"
