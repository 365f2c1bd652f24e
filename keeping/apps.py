"""What is kept, for how long, and what is put aside."""

from django.apps import AppConfig


class KeepingConfig(AppConfig):
    """What is kept, for how long, and what is put aside."""

    name = "keeping"
