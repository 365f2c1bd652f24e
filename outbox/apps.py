"""The Django app of what leaves the house."""

from django.apps import AppConfig


class OutboxConfig(AppConfig):
    """Webhooks, texts, mail and alerts on phones."""

    name = "outbox"
