"""A supervisor closes the report of a shift with badge and PIN: once, and the edition that counts."""

from datetime import datetime
from typing import Literal

from django.db import IntegrityError, transaction

from audit.recording import record
from poker.refusal import Refusal
from reports.models import Closing, StoredReport
from tables.models import Staff
from tables.pins import staff_by_pin

Action = Literal["close", "mail"]

# What is asked for: the permission, and who has it as a sentence says it.
MAY: dict[Action, tuple[str, str]] = {
    "close": ("reports.sign_report", "supervisors and managers"),
    "mail": ("reports.mail_reports", "managers"),
}


def may(staff: Staff, action: Action) -> bool:
    """Whether somebody who works here may."""
    return staff.user.is_active and staff.user.has_perm(MAY[action][0])


def must(staff: Staff, action: Action) -> None:
    """Refuses `not_allowed`."""
    if not may(staff, action):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=MAY[action][1])


def report_close(*, report: StoredReport, badge: str, pin: str, now: datetime) -> Closing:
    """Write down who closed it. Refuses `bad_sign_in`, `locked_out`, `not_allowed`, `old_edition`, `closed_already`."""
    staff = staff_by_pin(badge=badge, pin=pin, now=now)  # a try is counted for good, whatever comes
    must(staff, "close")
    if StoredReport.objects.filter(before=report).exists():
        raise Refusal("old_edition")
    try:
        with transaction.atomic():
            closing = Closing.objects.create(report=report, by=staff, at=now)
            record(staff, "report_signed", now=now, about=report, room=report.room_id)
    except IntegrityError:
        raise Refusal("closed_already") from None
    return closing
