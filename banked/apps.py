"""The app of house-banked games."""

from django.apps import AppConfig


class BankedConfig(AppConfig):
    name = "banked"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import banked.refusals  # noqa: F401 - registers the sentences
