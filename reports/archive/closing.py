"""Closing of a shift report: a supervisor signs the newest edition once, with badge and PIN."""

from datetime import datetime

from django.db import IntegrityError, transaction

from poker.refusal import Refusal
from reports.models import ArchivedReport, ReportClosing
from staff.audit.recording import record
from staff.permissions import require
from staff.pins import staff_by_pin


def report_close(*, report: ArchivedReport, badge: str, pin: str, now: datetime) -> ReportClosing:
    """Record who closed the report.

    Raises `Refusal`: `bad_sign_in`, `locked_out`, `not_allowed`, `old_edition`, `closed_already`.
    """
    # the attempt counts even if closing is refused
    staff = staff_by_pin(badge=badge, pin=pin, room_id=report.room_id, now=now)
    require(staff, "reports.sign_report")
    if ArchivedReport.objects.filter(before=report).exists():
        raise Refusal("old_edition")
    try:
        with transaction.atomic():
            closing = ReportClosing.objects.create(report=report, by=staff, at=now)
            record(staff, "report_signed", now=now, about=report, room=report.room_id)
    except IntegrityError:
        raise Refusal("closed_already") from None
    return closing
