"""Pages of stored reports: the list by day, one report, its PDF, closing it, and its mails."""

from collections.abc import Iterable
from datetime import date
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from audit.recording import record
from poker.refusal import Refusal
from reports.models import Mailing, StoredReport
from reports.pages.asking import remembered, room_of
from reports.pages.files import FORMS
from reports.pages.roles import may as may_read
from reports.pages.roles import must as must_read
from reports.pages.views import NO_ROOM, of_reports, page
from reports.stored.files import content_as
from reports.stored.mailing import WAITS, addresses_of, mail_again
from reports.stored.paper import context_of, name_of
from reports.stored.signing import may, must, report_close
from tables.models import Room, Staff

DAYS = 14  # of one page


@require_GET
@of_reports
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """What is stored, by day, the newest first."""
    return _index(request, staff)


@require_GET
@of_reports
def report(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """One report as it was stored."""
    return _report(request, staff, _found(staff, pk))


@require_GET
@of_reports
def file(request: HttpRequest, staff: Staff, pk: int, form: str) -> HttpResponse:
    """It as PDF, which is stored, too, or as CSV or XLSX. That somebody took it is kept."""
    if form not in FORMS:
        raise Http404
    found = _found(staff, pk)
    content = content_as(found, form)
    if content is None:
        raise Refusal("no_pdf_library")
    record(
        staff,
        "report_downloaded",
        now=timezone.now(),
        about=found,
        room=found.room_id,
        after={"form": form},
    )
    answer = HttpResponse(content, content_type=FORMS[form])
    answer["Content-Disposition"] = f'attachment; filename="{name_of(found)}.{form}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


@require_POST
@of_reports
def close(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Badge and PIN of whoever closes it."""
    found = _found(staff, pk)
    badge, pin = (request.POST.get(name, "")[:20] for name in ("badge", "pin"))
    try:
        closing = report_close(report=found, badge=badge, pin=pin, now=timezone.now())
    except Refusal as refusal:
        return _report(request, staff, found, refusal, badge=badge)
    messages.success(request, f"Closed by {closing.by.alias}.")
    return redirect("reports:stored-report", found.pk)


@require_POST
@of_reports
def again(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """A mail that was given up is sent again."""
    mailing = get_object_or_404(Mailing.objects.select_related("report"), pk=pk)
    must(staff, "mail")
    now = timezone.now()
    try:
        mail_again(mailing=mailing, now=now)
    except Refusal as refusal:
        return _report(request, staff, mailing.report, refusal)
    record(staff, "report_mailed", now=now, about=mailing, room=mailing.report.room_id)
    messages.success(request, f"{mailing.address} is next.")
    return redirect("reports:stored-report", mailing.report_id)


def _index(request: HttpRequest, staff: Staff) -> HttpResponse:
    room = room_of(remembered(request, {"room": request.GET.get("room", "")}))
    if room is None:
        return page(request, "stored", staff, empty=NO_ROOM)
    rows = StoredReport.objects.filter(room=room).defer("content", "basis", "differs")
    if not may_read(staff, "all"):
        rows = rows.exclude(shift="")
    last = _day(request.GET.get("until", ""))
    rows = rows.filter(day__lte=last) if last else rows
    days = list(rows.order_by("-day").values_list("day", flat=True).distinct()[: DAYS + 1])
    older = days.pop() if len(days) > DAYS else None
    shown = rows.filter(day__in=days).select_related("closing__by")
    return page(
        request,
        "stored",
        staff,
        room=room,
        keep=urlencode({"room": room.pk}),
        rooms=Room.objects.order_by("pk"),
        days=_by_day(shown.prefetch_related("mailings")),
        older=older,
        may_mail=may(staff, "mail"),
        addresses=addresses_of(room),
    )


def _report(
    request: HttpRequest,
    staff: Staff,
    found: StoredReport,
    refusal: Refusal | None = None,
    **more: object,
) -> HttpResponse:
    same = StoredReport.objects.filter(room=found.room, day=found.day, shift=found.shift)
    editions = list(same.defer("content", "basis", "differs").select_related("closing__by"))
    days = {"room": found.room_id, "shift": found.shift}
    days |= dict.fromkeys(("day", "first", "last"), f"{found.day}")
    return page(
        request,
        "stored_report",
        staff,
        refusal,
        keep=urlencode({name: value for name, value in days.items() if value}),
        **context_of(found),
        editions=editions,
        newest=editions[0],
        mailings=found.mailings.all(),
        tries=len(WAITS) + 1,
        may_close=editions[0].pk == found.pk and not hasattr(found, "closing"),
        may_mail=may(staff, "mail"),
        **more,
    )


def _found(staff: Staff, pk: int) -> StoredReport:
    rows = StoredReport.objects.select_related("room", "before", "closing__by")
    found = get_object_or_404(rows, pk=pk)
    must_read(staff, "shift" if found.shift else "all")
    return found


def _by_day(rows: Iterable[StoredReport]) -> list[tuple[date, list[StoredReport]]]:
    days: dict[date, list[StoredReport]] = {}
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
