"""The app of promotions."""

from django.apps import AppConfig


class PromotionsConfig(AppConfig):
    name = "promotions"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import promotions.refusals  # noqa: F401 - registers the sentences
