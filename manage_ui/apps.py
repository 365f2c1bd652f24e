"""The app of the managers' pages."""

from django.apps import AppConfig


class ManageUiConfig(AppConfig):
    """No models: every setting is kept where it is read."""

    name = "manage_ui"
    verbose_name = "Settings"
