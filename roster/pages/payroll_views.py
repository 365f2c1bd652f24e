"""Views of the payroll: the period, its export, a page for each dealer, and a dealer's own page."""

from datetime import date

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from poker.refusal import Refusal
from roster.own_tokes import own_statement, own_tokes
from roster.pages.toke_context import base_context, execute_form, redirect_done, rendered
from roster.pages.toke_forms import PAYROLL_FORMS
from roster.pages.toke_page import PayrollPage
from roster.toke_export import payroll_csv
from roster.toke_payroll import statement_of
from staff.audit.recording import record
from staff.keys import staff_of
from staff.models import Room, Staff
from staff.staff_rooms import room_or_404
from web.guard import for_staff
from web.rooms import selected_room, with_room_in_address

DONE = {
    "adjust_hours": "The hours are adjusted. Splits proposed before keep the hours that they had.",
    "close_payroll": "The payroll is closed. Its figures no longer change.",
}


@require_GET
@for_staff("roster.split_tokes")
@with_room_in_address
def payroll(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the payroll of a pay period."""
    room, _ = selected_room(request, staff)
    return _payroll(request, staff, room)


@require_POST
@for_staff("roster.split_tokes")
def act(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Adjust hours, or close the payroll of a period."""
    selected = room_or_404(staff.user, room)
    ask = request.POST.get("ask", "")
    read = PAYROLL_FORMS.get(ask)
    try:
        if read is None:
            raise Refusal("unknown_ask", "", name=ask[:40])
        execute_form(request, staff, selected, read(request.POST))
    except Refusal as refusal:
        return _payroll(request, staff, selected, refusal)
    shown = _day(request.POST.get("shown", ""))
    address = f"{reverse('tokes:payroll')}?room={selected.pk}"
    if shown:
        address += f"&day={shown.isoformat()}"
    return redirect_done(request, address, DONE[ask])


@require_GET
@for_staff("roster.split_tokes")
@with_room_in_address
def payroll_file(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Download the payroll of a pay period as CSV. The download is recorded in the audit log."""
    room, _ = selected_room(request, staff)
    if room is None:
        raise Http404("no room")
    now = timezone.now()
    page = PayrollPage(room, now, _day(request.GET.get("day", "")))
    period = {"first": page.period.first.isoformat(), "last": page.period.last.isoformat()}
    record(
        staff,
        "report_downloaded",
        now=now,
        about=("report", "payroll.csv"),
        room=room.pk,
        after=period,
    )
    name = f"payroll-{period['first']}-{period['last']}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(
        payroll_csv(page.payroll), content_type="text/csv; charset=utf-8", headers=headers
    )


@require_GET
@for_staff("roster.split_tokes")
def dealer(request: HttpRequest, staff: Staff, room: int, key: str) -> HttpResponse:
    """Show what a dealer gets for a pay period, line by line."""
    selected = room_or_404(staff.user, room)
    now = timezone.now()
    page = PayrollPage(selected, now, _day(request.GET.get("day", "")))
    if page.payroll.row(key) is None and staff_of(key) is None:
        raise Http404("dealer")
    context = base_context(request, staff, selected, "payroll", None)
    context["page"] = page
    context["statement"] = statement_of(selected, page.tokes, key, page.period, now)
    return rendered(request, "dealer", context, None)


@require_GET
@for_staff("roster.own_week")
@with_room_in_address
def mine(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show a dealer's own tokes, on the phone."""
    room, _ = selected_room(request, staff)
    context = base_context(request, staff, room, "mine", None)
    if room is not None:
        now = timezone.now()
        first = _day(request.GET.get("first", ""))
        context["own_tokes"] = own_tokes(staff, room, now)
        context["closed"] = own_statement(staff, room, first, now) if first else None
    return rendered(request, "mine", context, None)


def _payroll(
    request: HttpRequest, staff: Staff, room: Room | None, refusal: Refusal | None = None
) -> HttpResponse:
    context = base_context(request, staff, room, "payroll", refusal)
    if room is not None:
        day = request.GET.get("day") or request.POST.get("shown", "")
        context["page"] = PayrollPage(room, timezone.now(), _day(day))
    return rendered(request, "payroll", context, refusal)


def _day(text: str) -> date | None:
    """Return a day of an address, None for anything else or a year that no room has seen."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 2000 <= day.year <= 9000 else None
