"""PDFs that a worker creates on request, with progress, kept for a day."""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID

from celery import current_app
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from poker.refusal import Refusal
from reports.models import ReportFile
from reports.pages.build import report_of
from reports.pages.files import file_of
from reports.pages.report_types import KINDS, ReportType
from staff.models import Room, Staff
from web.messages.refusals import refusal_message

TASK = "reports.file"
KEPT = timedelta(days=1)
# Rollups change every minute: a file requested within this time has the same figures.
REUSED = timedelta(minutes=1)
# A file that is not done by then has failed: the slowest file takes a quarter of this time.
LATEST = timedelta(minutes=2)
FAILED = (
    "The file couldn't be made. Ask again; if it fails again, tell the person who runs the server."
)
LATE = (
    "No worker has made the file in two minutes. Ask again, or tell the person who runs the server."
)
State = ReportFile.State
_log = logging.getLogger("floorbook.reports")


def file_request(
    *, kind: ReportType, room: Room, fields: Mapping[str, str], by: Staff, now: datetime
) -> ReportFile:
    """Return a file for a worker to create, or the same file if it was requested within the last minute.

    Raises `Refusal`: `no_worker` if the task could not be queued.
    """
    same = ReportFile.objects.filter(
        made_for=by, kind=kind.key, room=room, fields=dict(fields), asked_at__gt=now - REUSED
    )
    row = same.exclude(state=State.FAILED).order_by("-asked_at").first()
    if row is not None:
        return row
    row = ReportFile.objects.create(
        made_for=by, kind=kind.key, room=room, fields=dict(fields), asked_at=now
    )
    try:
        current_app.send_task(TASK, [str(row.key)], retry=False, expires=LATEST.total_seconds())
    except BrokerError as error:
        row.delete()
        raise Refusal("no_worker") from error
    return row


def file_make(key: str) -> bool:
    """Create a requested file; return whether it is done. A file that another worker has started is left alone."""
    begun = ReportFile.objects.filter(pk=UUID(key), state=State.WAITING)
    if not begun.update(state=State.READING):
        return False
    row = ReportFile.objects.select_related("made_for", "room").get(pk=UUID(key))
    try:
        _make(row)
    except Refusal as refusal:
        _fail(row, refusal_message(refusal))
    except Exception:
        _fail(row, FAILED)
        _log.exception("couldn't make the PDF of a %s report", row.kind)
    return row.state == State.DONE


def _make(row: ReportFile) -> None:
    now = timezone.now()
    report = report_of(KINDS[row.kind], row.room, row.fields, now)
    row.state = State.DRAWING
    row.save(update_fields=["state"])
    row.name, row.content, _ = file_of(report, "pdf", by=row.made_for.alias, now=now)
    row.state = State.DONE
    row.done_at = timezone.now()
    row.save(update_fields=["state", "name", "content", "done_at"])


def _fail(row: ReportFile, why: str) -> None:
    row.state = State.FAILED
    row.why_failed = why[:300]
    row.content = None
    row.save(update_fields=["state", "why_failed", "content"])


def why_failed(row: ReportFile, now: datetime) -> str:
    """Return why a file will not be created; "" if it exists or may still be created."""
    if row.state == State.FAILED:
        return row.why_failed
    return LATE if row.state != State.DONE and now - row.asked_at > LATEST else ""


def files_remove(now: datetime) -> int:
    """Remove the files requested more than a day ago; return how many."""
    return ReportFile.objects.filter(asked_at__lt=now - KEPT).delete()[0]
