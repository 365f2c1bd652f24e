"""Pages to request a PDF from a worker, watch its progress and download it."""

from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from poker.refusal import Refusal
from reports.models import ReportFile
from reports.pages.file_jobs import file_request, why_failed
from reports.pages.report_query import room_of
from reports.pages.report_types import KINDS
from reports.pages.views import page, query_fields, report_type_of
from staff.audit.recording import record
from staff.models import Staff
from staff.permissions import require
from staff.staff_rooms import rooms_of
from web.guard import for_staff

State = ReportFile.State
STEPS = (State.WAITING, State.READING, State.DRAWING, State.DONE)


@require_POST
@for_staff("reports.read_shift", area="reports")
def make(request: HttpRequest, staff: Staff, kind: str) -> HttpResponse:
    """Request a report's PDF from a worker, and show its progress."""
    report_type = report_type_of(kind)
    require(staff, report_type.permission)
    fields = query_fields(request.GET)
    room = room_of(fields, staff)
    if room is None:
        raise Refusal("no_room")
    row = file_request(kind=report_type, room=room, fields=fields, by=staff, now=timezone.now())
    return redirect("reports:job", row.key)


@require_GET
@for_staff("reports.read_shift", area="reports")
def page_of_file(request: HttpRequest, staff: Staff, key: UUID) -> HttpResponse:
    """Show the progress of a file; the page's script polls until it is done."""
    row = _own(staff, key)
    return page(
        request,
        "job",
        staff,
        file=row,
        file_query=urlencode(row.fields),
        title=KINDS[row.kind].title,
        step=STEPS.index(State(row.state)) if row.state in STEPS else 0,
        steps=len(STEPS) - 1,
        why=why_failed(row, timezone.now()),
        is_done=row.state == State.DONE,
    )


@require_GET
@for_staff("reports.read_shift", area="reports")
def download(request: HttpRequest, staff: Staff, key: UUID) -> HttpResponse:
    """Download a finished file. The download is recorded in the audit log."""
    row = _own(staff, key)
    if row.state != State.DONE or row.content is None:
        raise Http404
    record(
        staff,
        "report_downloaded",
        now=timezone.now(),
        about=("report", f"{row.kind}.pdf"),
        room=row.room_id,
        after=row.fields,
    )
    answer = HttpResponse(bytes(row.content), content_type="application/pdf")
    answer["Content-Disposition"] = f'attachment; filename="{row.name}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def _own(staff: Staff, key: UUID) -> ReportFile:
    """Return a file that this person requested and may still read. Raises Http404 for any other."""
    row = ReportFile.objects.filter(pk=key, made_for=staff).first()
    if row is None or not rooms_of(staff.user).filter(pk=row.room_id).exists():
        raise Http404
    require(staff, KINDS[row.kind].permission)
    return row
