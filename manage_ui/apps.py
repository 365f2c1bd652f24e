"""Django app of the settings pages."""

from django.apps import AppConfig


class ManageUiConfig(AppConfig):
    """An app without models: each setting is stored in the package that uses it."""

    name = "manage_ui"
    verbose_name = "Settings"
