"""The scheduled task of the school."""

from celery import shared_task
from django.utils import timezone

from school.records.anonymizing import run_retention


def retention() -> int:
    """Anonymize the training records of people who left long ago; return how many."""
    return run_retention(timezone.now())


daily = shared_task(name="school.retention")(retention)
