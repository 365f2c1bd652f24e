"""The app of the roster."""

from django.apps import AppConfig


class RosterConfig(AppConfig):
    name = "roster"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import roster.page_refusals  # noqa: F401
        import roster.refusals  # noqa: F401 - registers the sentences
        import roster.toke_refusals  # noqa: F401
