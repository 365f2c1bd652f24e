"""The report of what promotions cost by hour of play, as page and CSV."""

import csv
from datetime import date, timedelta
from io import StringIO

from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from promotions.cost import CostDay, cost_days, total_of
from promotions.gaming_days import gaming_day
from promotions.pages.fund_views import base_context, rendered
from staff.audit.recording import record
from staff.models import Room, Staff
from web.guard import for_staff
from web.rooms import selected_room, with_room_in_address

USUAL_DAYS = 28
MOST_DAYS = 400
COLUMNS = ("day", "minutes_played", "paid_from_funds", "rewards_redeemed", "cost_per_hour")


@require_GET
@for_staff("promotions.plan_promotion")
@with_room_in_address
def report(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show what promotions cost in a range of gaming days."""
    room, _ = selected_room(request, staff)
    context = base_context(staff, room, None)
    if room is not None:
        first, last = _range(request, room)
        days = cost_days(room, first, last)
        context |= {"days": days, "total": total_of(days), "first": first, "last": last}
    return rendered(request, "cost", context, None)


@require_GET
@for_staff("promotions.plan_promotion")
@with_room_in_address
def report_file(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Download the report as CSV. The download is recorded in the audit log."""
    room, _ = selected_room(request, staff)
    if room is None:
        raise Http404("no room")
    first, last = _range(request, room)
    record(
        staff,
        "report_downloaded",
        now=timezone.now(),
        about=("report", "promotions.csv"),
        room=room.pk,
        after={"first": first, "last": last},
    )
    name = f"promotions-{first:%Y-%m-%d}-{last:%Y-%m-%d}.csv"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    text = _csv(cost_days(room, first, last))
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=headers)


def _csv(days: list[CostDay]) -> str:
    """Return the days with a last row of sums. Amounts are in the smallest unit."""
    text = StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for row in (*days, total_of(days)):
        day = row.day.isoformat() if row.day else "total"
        writer.writerow([day, row.minutes, row.paid, row.redeemed, row.hourly])
    return text.getvalue()


def _range(request: HttpRequest, room: Room) -> tuple[date, date]:
    """Return first and last gaming day of the address; the last four weeks if one is missing or malformed."""
    today = date.fromisoformat(gaming_day(room, timezone.now()))
    last = _day(request.GET.get("last", "")) or today
    first = _day(request.GET.get("first", "")) or last - timedelta(days=USUAL_DAYS - 1)
    first, last = min(first, last), max(first, last)
    return max(first, last - timedelta(days=MOST_DAYS)), last


def _day(text: str) -> date | None:
    """Return a day of an address, None for anything else or a year that no room has seen."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if 2000 <= day.year <= 9000 else None
