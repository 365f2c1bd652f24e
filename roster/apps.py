"""The app of the roster."""

from django.apps import AppConfig


class RosterConfig(AppConfig):
    name = "roster"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        import roster.page_refusals
        import roster.refusals
        import roster.toke_refusals  # noqa: F401
