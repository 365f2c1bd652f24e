"""The report of an event, and the report of a range of days, as pages and files."""

from datetime import date, datetime, time, timedelta

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from staff.audit.recording import record
from staff.keys import actor_names
from staff.models import Room, Staff
from tournaments.actions import load_tournament
from tournaments.history import event_log
from tournaments.messages import event_text
from tournaments.models import EventSummary, ScheduledEvent
from tournaments.pages.plan_access import event_or_404, plan_page
from tournaments.pages.plan_calendar import day_in
from tournaments.report import EventReport, reports_total
from tournaments.result_files import range_csv, result_csv
from web.guard import for_staff
from web.printing.pdf import pdf
from web.rooms import selected_room, with_room_in_address

USUAL_DAYS = 28
MOST_DAYS = 400
A_PAGE = 100  # entries of a log


@require_GET
@for_staff("reports.read_shift")
def event_report(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    """Show the report of an event, also while it runs."""
    row = event_or_404(staff, event)
    context = {"report": EventReport(row, timezone.now()), "row": row}
    return plan_page(request, staff, "report", row.room, context)


@require_GET
@for_staff("reports.read_shift")
def event_history(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    """Show the log of an event as sentences, the newest first."""
    row = event_or_404(staff, event)
    _, state = load_tournament(row.pk)
    logged = list(event_log(row))[::-1]
    page = Paginator(logged, A_PAGE).get_page(request.GET.get("page", "1")[:9])
    names = actor_names(entry.by for entry in page)
    lines = [(entry.at, event_text(entry.event, state), names.get(entry.by, "")) for entry in page]
    context = {"row": row, "event": state, "page": page, "lines": lines}
    return plan_page(request, staff, "history", row.room, context)


@require_GET
@for_staff("reports.read_shift")
def result_file(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    """Download the result of an event as CSV. The download is recorded in the audit log."""
    row = event_or_404(staff, event)
    content = result_csv(EventReport(row, timezone.now()))
    _record_download(staff, row, "csv")
    return _file(content, "text/csv; charset=utf-8", f"result-{row.number}.csv")


@require_GET
@for_staff("reports.read_shift")
def report_pdf(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    """Download the report of an event as PDF. The download is recorded in the audit log."""
    row = event_or_404(staff, event)
    now = timezone.now()
    context = {
        "report": EventReport(row, now),
        "row": row,
        "by": staff.alias,
        "now": timezone.localtime(now),
    }
    content = pdf("tournaments/printing/report.html", context)
    _record_download(staff, row, "pdf")
    return _file(content, "application/pdf", f"event-{row.number}.pdf")


@require_GET
@for_staff("reports.read_reports")
@with_room_in_address
def range_report(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the events of a range of days with their sums."""
    room, _ = selected_room(request, staff)
    first, last = _range(request)
    rows = _events(room, first, last) if room else []
    context = {
        "rows": rows,
        "total": reports_total(rows),
        "first": f"{first:%Y-%m-%d}",
        "last": f"{last:%Y-%m-%d}",
    }
    return plan_page(request, staff, "range", room, context)


@require_GET
@for_staff("reports.read_reports")
@with_room_in_address
def range_file(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Download the events of a range of days as CSV. The download is recorded in the audit log."""
    room, _ = selected_room(request, staff)
    first, last = _range(request)
    rows = _events(room, first, last) if room else []
    record(
        staff,
        "report_downloaded",
        now=timezone.now(),
        about=("report", "tournaments.csv"),
        room=room.pk if room else None,
        after={"first": first, "last": last},
    )
    name = f"tournaments-{first:%Y-%m-%d}-{last:%Y-%m-%d}.csv"
    return _file(range_csv(rows), "text/csv; charset=utf-8", name)


def _range(request: HttpRequest) -> tuple[date, date]:
    """Return first and last day of the address: the last four weeks if one is missing or malformed."""
    last = day_in(request.GET.get("last", "")) or timezone.localtime(timezone.now()).date()
    first = day_in(request.GET.get("first", "")) or last - timedelta(days=USUAL_DAYS - 1)
    first, last = min(first, last), max(first, last)
    return max(first, last - timedelta(days=MOST_DAYS)), last


def _events(room: Room, first: date, last: date) -> list[EventSummary]:
    """Return the events of a room that start in a range of local days, without canceled ones, in order of time."""
    start = timezone.make_aware(datetime.combine(first, time()))
    end = timezone.make_aware(datetime.combine(last + timedelta(days=1), time()))
    rows = EventSummary.objects.filter(event__room=room, starts_at__gte=start, starts_at__lt=end)
    counted = rows.exclude(status="canceled").select_related("event")
    return list(counted.order_by("starts_at", "event__number"))


def _record_download(staff: Staff, row: ScheduledEvent, form: str) -> None:
    record(
        staff,
        "report_downloaded",
        now=timezone.now(),
        about=("report", f"tournament.{form}"),
        room=row.room_id,
        after={"event": row.number},
    )


def _file(content: bytes, content_type: str, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)
