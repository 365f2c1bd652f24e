"""The app of tournaments."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import tournaments.refusals  # noqa: F401 - registers the sentences
