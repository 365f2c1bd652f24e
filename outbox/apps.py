"""The Django app of the outbox."""

from django.apps import AppConfig


class OutboxConfig(AppConfig):
    name = "outbox"
