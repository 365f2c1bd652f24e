"""Pages of archived reports: the list by day, one report, its PDF, closing it, and its emails."""

from collections.abc import Iterable
from datetime import date
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from poker.refusal import Refusal
from reports import chain_status
from reports.archive.closing import report_close
from reports.archive.content import read
from reports.archive.mailing import WAITS, addresses_of, mail_retry
from reports.archive.pdf import context_of, log_of, name_of, paper_of, title_of
from reports.export.csv_file import csv_bytes
from reports.export.display_values import dated
from reports.export.xlsx_file import xlsx_bytes
from reports.models import ArchivedReport, ReportEmail
from reports.pages.files import FORMS
from reports.pages.report_query import remember_room, room_of
from reports.pages.views import NO_ROOM, page
from staff.audit.recording import record
from staff.models import Staff
from staff.permissions import may, require
from staff.staff_rooms import rooms_of
from web.guard import for_staff
from web.posted import UncutSigned

DAYS = 14  # days on one page


@require_GET
@for_staff("reports.read_shift", area="reports")
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the archived reports by day, newest first."""
    return _index(request, staff)


@require_GET
@for_staff("reports.read_shift", area="reports")
def report(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show one archived report."""
    return _report(request, staff, _readable_report(staff, pk))


@require_GET
@for_staff("reports.read_shift", area="reports")
def file(request: HttpRequest, staff: Staff, pk: int, form: str) -> HttpResponse:
    """Download an archived report as PDF (also stored), CSV or XLSX. The download is recorded in the audit log."""
    if form not in FORMS:
        raise Http404
    report = _readable_report(staff, pk)
    content = _content_as(report, form)
    if content is None:
        raise Refusal("no_pdf_library")
    record(
        staff,
        "report_downloaded",
        now=timezone.now(),
        about=report,
        room=report.room_id,
        after={"form": form},
    )
    answer = HttpResponse(content, content_type=FORMS[form])
    answer["Content-Disposition"] = f'attachment; filename="{name_of(report)}.{form}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@require_POST
@for_staff("reports.read_shift", area="reports")
def close(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Close the report with a badge and PIN."""
    report = _readable_report(staff, pk)
    form = UncutSigned.read(request.POST)
    try:
        closing = report_close(report=report, now=timezone.now(), **form.signature)
    except Refusal as refusal:
        return _report(request, staff, report, refusal, badge=form.badge)
    messages.success(request, f"Closed by {closing.by.alias}.")
    return redirect("reports:stored-report", report.pk)


@require_POST
@for_staff("reports.read_shift", area="reports")
def again(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Retry a failed email."""
    rows = ReportEmail.objects.select_related("report")
    mailing = get_object_or_404(rows.filter(report__room__in=rooms_of(staff.user)), pk=pk)
    require(staff, "reports.mail_reports")
    now = timezone.now()
    try:
        mail_retry(mailing=mailing, now=now)
    except Refusal as refusal:
        return _report(request, staff, mailing.report, refusal)
    record(staff, "report_mailed", now=now, about=mailing, room=mailing.report.room_id)
    messages.success(request, f"Sending to {mailing.address} again.")
    return redirect("reports:stored-report", mailing.report_id)


def _index(request: HttpRequest, staff: Staff) -> HttpResponse:
    room = room_of(remember_room(request, staff, {"room": request.GET.get("room", "")}), staff)
    if room is None:
        return page(request, "archive", staff, empty=NO_ROOM)
    rows = ArchivedReport.objects.filter(room=room).defer("content", "basis", "differs")
    if not may(staff, "reports.read_reports"):
        rows = rows.exclude(shift="")
    last = _day(request.GET.get("until", ""))
    rows = rows.filter(day__lte=last) if last else rows
    days = list(rows.order_by("-day").values_list("day", flat=True).distinct()[: DAYS + 1])
    older = days.pop() if len(days) > DAYS else None
    reports = rows.filter(day__in=days).select_related("closing__by")
    return page(
        request,
        "archive",
        staff,
        room=room,
        range_query=urlencode({"room": room.pk}),
        rooms=rooms_of(staff.user).order_by("pk"),
        days=_by_day(reports.prefetch_related("mailings")),
        older=older,
        may_mail=may(staff, "reports.mail_reports"),
        addresses=addresses_of(room),
    )


def _report(
    request: HttpRequest,
    staff: Staff,
    report: ArchivedReport,
    refusal: Refusal | None = None,
    **more: object,
) -> HttpResponse:
    same = ArchivedReport.objects.filter(room=report.room, day=report.day, shift=report.shift)
    editions = list(same.defer("content", "basis", "differs").select_related("closing__by"))
    days = {"room": report.room_id, "shift": report.shift}
    days |= dict.fromkeys(("day", "first", "last"), f"{report.day}")
    return page(
        request,
        "stored_report",
        staff,
        refusal,
        range_query=urlencode({name: value for name, value in days.items() if value}),
        **context_of(report),
        editions=editions,
        newest=editions[0],
        mailings=report.mailings.all(),
        tries=len(WAITS) + 1,
        may_close=editions[0].pk == report.pk and not hasattr(report, "closing"),
        may_mail=may(staff, "reports.mail_reports"),
        **more,
    )


def _readable_report(staff: Staff, pk: int) -> ArchivedReport:
    rows = ArchivedReport.objects.select_related("room", "before", "closing__by")
    report = get_object_or_404(rows.filter(room__in=rooms_of(staff.user)), pk=pk)
    require(staff, "reports.read_shift" if report.shift else "reports.read_reports")
    return report


def _by_day(rows: Iterable[ArchivedReport]) -> list[tuple[date, list[ArchivedReport]]]:
    days: dict[date, list[ArchivedReport]] = {}
    for row in rows:
        days.setdefault(row.day, []).append(row)
    return sorted(days.items(), reverse=True)


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Http404 from None


def _content_as(report: ArchivedReport, form: str) -> bytes | None:
    """Return the report as csv, xlsx or pdf; None if the PDF library is not installed."""
    if form == "pdf":
        paper = paper_of(report)
        return bytes(paper.content) if paper else None
    chain = chain_status.from_json(report.proof)
    sheets = (*read(report.content), *((chain_status.heads_sheet(chain),) if chain else ()))
    write = csv_bytes if form == "csv" else xlsx_bytes
    return write(sheets, _facts_of(report))


def _facts_of(report: ArchivedReport) -> tuple[tuple[str, str], ...]:
    """Return the facts for the head of the file."""
    edition = f"{report.edition}"
    if report.before is not None:
        edition += f", corrects edition {report.before.edition} of {dated(report.before.made_at)}"
    return (
        ("Report", title_of(report)),
        ("Room", report.room.name),
        ("Of", f"{report.day:%a, %b %-d, %Y}"),
        ("Over at", dated(report.ends_at)),
        ("Edition", edition),
        ("Stored", f"{dated(report.made_at)}, definitions {report.definitions}"),
        ("Log", log_of(report)),
    )
