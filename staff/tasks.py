"""The scheduled task of the access report."""

from celery import shared_task
from django.utils import timezone

from staff.access_report import quarter_of, report_make


def quarter_report() -> str:
    """Create this quarter's report once: on its first day, or later as soon as the server runs."""
    now = timezone.now()
    return str(report_make(by=None, now=now, quarter=quarter_of(now)))


quarter_report_job = shared_task(name="access.quarter_report")(quarter_report)
