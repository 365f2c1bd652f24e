"""PDFs that a worker makes: asked for by a page, with progress, kept for a day."""

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
from reports.pages.files import made
from reports.pages.report_types import KINDS, ReportType
from staff.models import Room, Staff
from web.messages.refusals import refusal_message

TASK = "reports.file"
KEPT = timedelta(days=1)
# Rollups move every minute: a file that was asked for within it has the same figures.
REUSED = timedelta(minutes=1)
# After this a file that is not done is taken as failed: a worker makes the longest in a quarter of it.
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
    """Return a file that a worker is to make, or the same one if it was asked for within a minute.

    Raises `Refusal`: `no_worker` if the task could not be handed over.
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
    """Make a requested file; return whether it is done. A file that another worker has begun is left to it."""
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
    row.name, row.content, _ = made(report, "pdf", by=row.made_for.alias, now=now)
    row.state, row.done_at = State.DONE, timezone.now()
    row.save(update_fields=["state", "name", "content", "done_at"])


def _fail(row: ReportFile, why: str) -> None:
    row.state, row.why_failed, row.content = State.FAILED, why[:300], None
    row.save(update_fields=["state", "why_failed", "content"])


def why_failed(row: ReportFile, now: datetime) -> str:
    """Return why a file will not come; "" if it is there or may still come."""
    if row.state == State.FAILED:
        return row.why_failed
    return LATE if row.state != State.DONE and now - row.asked_at > LATEST else ""


def files_remove(now: datetime) -> int:
    """Remove the files that were asked for more than a day ago; return how many."""
    return ReportFile.objects.filter(asked_at__lt=now - KEPT).delete()[0]
