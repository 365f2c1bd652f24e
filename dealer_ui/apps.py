"""The Django app of the dealer's tablet."""

from django.apps import AppConfig


class DealerUiConfig(AppConfig):
    name = "dealer_ui"
