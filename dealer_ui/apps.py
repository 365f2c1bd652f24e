"""The Django app of the dealer's tablet."""

from django.apps import AppConfig


class DealerUiConfig(AppConfig):
    """App configuration of the dealer's tablet."""

    name = "dealer_ui"
