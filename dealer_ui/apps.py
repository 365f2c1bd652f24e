"""The dealer's tablet."""

from django.apps import AppConfig


class DealerUiConfig(AppConfig):
    """The dealer's tablet."""

    name = "dealer_ui"
