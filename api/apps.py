"""The Django app of the API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The Django app of the API."""

    name = "api"
    verbose_name = "Integrations"
