"""The Django app of the rulebook."""

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    """Rulebooks, their versions, calls and rulings."""

    name = "rulings"
    verbose_name = "House rules"
