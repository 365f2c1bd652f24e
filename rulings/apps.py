"""The Django app of the rulebook."""

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    name = "rulings"
    verbose_name = "House rules"
