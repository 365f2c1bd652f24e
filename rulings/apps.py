"""The app of the rulebook."""

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    """Rulebooks and their versions."""

    name = "rulings"
    verbose_name = "House rules"
