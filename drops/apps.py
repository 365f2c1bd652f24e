"""The app of drop boxes."""

from django.apps import AppConfig


class DropsConfig(AppConfig):
    """Boxes, counts, what came of them."""

    name = "drops"
    default_auto_field = "django.db.models.BigAutoField"
