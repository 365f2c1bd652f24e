"""Closing of a shift report: a supervisor signs the newest edition once, with badge and PIN."""

from datetime import datetime
from typing import Literal

from django.db import IntegrityError, transaction

from poker.refusal import Refusal
from reports.models import ArchivedReport, ReportClosing
from staff.audit.recording import record
from staff.models import Staff
from staff.pins import staff_by_pin

Action = Literal["close", "mail"]

# The permission of each action, and who has it, as a message says it.
PERMISSIONS: dict[Action, tuple[str, str]] = {
    "close": ("reports.sign_report", "supervisors and managers"),
    "mail": ("reports.mail_reports", "managers"),
}


def is_allowed(staff: Staff, action: Action) -> bool:
    """Return whether the staff member is allowed the action."""
    return staff.user.is_active and staff.user.has_perm(PERMISSIONS[action][0])


def require_allowed(staff: Staff, action: Action) -> None:
    """Check that the action is allowed. Raises `Refusal`: `not_allowed`."""
    if not is_allowed(staff, action):
        raise Refusal("not_allowed", "S-012", name=staff.alias, who=PERMISSIONS[action][1])


def report_close(*, report: ArchivedReport, badge: str, pin: str, now: datetime) -> ReportClosing:
    """Record who closed the report.

    Raises `Refusal`: `bad_sign_in`, `locked_out`, `not_allowed`, `old_edition`, `closed_already`.
    """
    # the attempt counts also if the closing is refused
    staff = staff_by_pin(badge=badge, pin=pin, room_id=report.room_id, now=now)
    require_allowed(staff, "close")
    if ArchivedReport.objects.filter(before=report).exists():
        raise Refusal("old_edition")
    try:
        with transaction.atomic():
            closing = ReportClosing.objects.create(report=report, by=staff, at=now)
            record(staff, "report_signed", now=now, about=report, room=report.room_id)
    except IntegrityError:
        raise Refusal("closed_already") from None
    return closing
