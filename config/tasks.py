"""The task that concerns every package with messages: deleting old ones."""

from celery import shared_task
from django.utils import timezone

from config.outbox import CHANNELS
from outbox.delivery import delete_ended


def delete_old_messages() -> int:
    """Delete the messages of every kind whose retention has passed; return how many."""
    now = timezone.now()
    return sum(delete_ended(channel, now) for channel in CHANNELS)


old_messages = shared_task(name="api.forget")(delete_old_messages)
