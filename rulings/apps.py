"""The app of the rulebook."""

from django.apps import AppConfig


class RulingsConfig(AppConfig):
    """Rulebooks and their versions."""

    name = "rulings"
    verbose_name = "House rules"

    def ready(self) -> None:
        """Keep a picture of floor calls beside the tables' logs."""
        from rulings.calls import watching

        watching.begin()
