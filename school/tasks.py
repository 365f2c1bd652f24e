"""The scheduled tasks of the school."""

from celery import shared_task
from django.utils import timezone

from school.lessons.taught import prepare_for_all
from school.records.anonymizing import run_retention


def retention() -> int:
    """Anonymize the training records that are due, and return their number."""
    return run_retention(timezone.now())


def prepare() -> int:
    """Prepare the lessons of every rulebook in force, so that no page waits for them. Return their number."""
    return prepare_for_all(timezone.now())


daily = shared_task(name="school.retention")(retention)
every_minute = shared_task(name="school.prepare")(prepare)
