"""The scheduled task of retention."""

from celery import shared_task
from django.utils import timezone

from ops.retention import run_retention


def retention() -> int:
    """Run the daily retention job; return how many players were anonymized."""
    return run_retention(timezone.now()).players


daily = shared_task(name="keeping.retention")(retention)
