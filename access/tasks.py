"""The job of the quarter's first day."""

from celery import shared_task
from django.utils import timezone

from access.reporting import quarter_of, report_make


def quarter_report() -> str:
    """The report of this quarter, once: at its first day, or as soon as the room is open in it."""
    now = timezone.now()
    return str(report_make(by=None, now=now, quarter=quarter_of(now)))


quarter_report_job = shared_task(name="access.quarter_report")(quarter_report)
