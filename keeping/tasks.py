"""Jobs of what is kept."""

from celery import shared_task
from django.utils import timezone

from keeping.retention import retain


def retention() -> int:
    """Once a day; how many players were anonymised."""
    return retain(timezone.now()).players


daily = shared_task(name="keeping.retention")(retention)
