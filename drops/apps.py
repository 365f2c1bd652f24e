"""The Django app of drop boxes."""

from django.apps import AppConfig


class DropsConfig(AppConfig):
    """The Django app of drop boxes, counts and results."""

    name = "drops"
    default_auto_field = "django.db.models.BigAutoField"
