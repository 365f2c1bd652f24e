"""Views of the day for supervisors: parse, call one action, render."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from urllib.parse import urlencode

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from poker.refusal import Refusal
from roster.crew_log import load_crew
from roster.local_days import midnight
from roster.models import RosterWeek, ShiftRecord
from roster.pages import local_times as times
from roster.pages.day_page import Absence, DayPage
from roster.pages.form_fields import unknown_form
from roster.pages.page_context import (
    base_context,
    load_weeks,
    names_of,
    render_page,
    week_or_refuse,
)
from roster.pages.week_forms import DAY_FORMS
from roster.week_log import week_execute, weeks_not_over
from staff.models import Room, Staff
from staff.staff_rooms import room_or_404
from web.form_commands import command_id
from web.guard import for_staff
from web.rooms import selected_room, with_room_in_address


@require_GET
@for_staff("roster.run_day")
@with_room_in_address
def day(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show a day, by default today."""
    room, _ = selected_room(request, staff)
    return _day(request, staff, room, request.GET.get("day", ""))


@require_POST
@for_staff("roster.run_day")
def day_act(request: HttpRequest, staff: Staff, room: int, monday: str) -> HttpResponse:
    """Execute a command of a form, and show the day it came from."""
    selected = room_or_404(staff.user, room)
    shown = request.POST.get("day", "")
    try:
        _execute(request, staff, selected, times.monday_or_404(monday))
    except Refusal as refusal:
        return _day(request, staff, selected, shown, refusal)
    query: dict[str, object] = {"room": room}
    if shown and shown != timezone.localdate(timezone.now()).isoformat():
        query["day"] = shown
    return redirect(f"{reverse('roster:day')}?{urlencode(query)}")


def _execute(request: HttpRequest, staff: Staff, room: Room, monday: str) -> None:
    ask = request.POST.get("ask", "")
    read = DAY_FORMS.get(ask)
    if read is None:
        raise unknown_form(ask)
    week_execute(
        week_id=week_or_refuse(room, monday).pk,
        command_id=command_id(request),
        command=read(request.POST),
        actor=staff.key,
        now=timezone.now(),
    )


def _day(
    request: HttpRequest,
    staff: Staff,
    room: Room | None,
    typed: str,
    refusal: Refusal | None = None,
) -> HttpResponse:
    now = timezone.now()
    shown = _shown_day(typed)
    context = base_context(request, staff, room, "day", refusal)
    context |= {
        "day": shown.isoformat(),
        "before": (shown - timedelta(days=1)).isoformat(),
        "after": (shown + timedelta(days=1)).isoformat(),
        "is_today": shown == timezone.localdate(now),
    }
    if room is not None:
        monday = date.fromisoformat(times.monday_of(shown))
        shown_mondays = (monday, monday - timedelta(weeks=1))
        rows = set(RosterWeek.objects.filter(room=room, monday__in=shown_mondays))
        rows |= set(weeks_not_over(room.pk, now))
        weeks = load_weeks(rows)
        crew = load_crew(room.pk)
        has_plan = any(week.published or week.attendance for week in weeks.values())
        absences = _absences(room, shown)
        names = names_of(crew, weeks, {absence.dealer for absence in absences})
        context["page"] = (
            DayPage(weeks, crew, names, absences, _worked(rows), shown.isoformat(), now)
            if has_plan
            else None
        )
    return render_page(request, "day", context, refusal)


def _absences(room: Room, day: date) -> list[Absence]:
    """Return who called off or did not come on a local day, by the start of their shifts."""
    is_absent = Q(called_off__isnull=False) | Q(no_show__isnull=False)
    begin = midnight(day)
    rows = ShiftRecord.objects.filter(
        is_absent, week__room=room, start__gte=begin, start__lt=midnight(day + timedelta(days=1))
    )
    return [
        Absence(
            row.dealer,
            timezone.localtime(row.start) if row.start else None,
            timezone.localtime(row.end) if row.end else None,
            row.no_show is not None,
        )
        for row in rows.order_by("start", "pk")
    ]


def _worked(weeks: Iterable[RosterWeek]) -> dict[tuple[str, str], int]:
    """Return the minutes that dealers worked until they clocked out, by Monday and dealer.

    The state of a week has only the last dealer of each shift.
    """
    rows = ShiftRecord.objects.filter(
        week__in=weeks, clocked_in__isnull=False, clocked_out__isnull=False
    )
    columns = ("week__monday", "dealer", "clocked_in", "clocked_out")
    worked: dict[tuple[str, str], int] = defaultdict(int)
    for monday, dealer, start, end in rows.values_list(*columns):
        worked[monday.isoformat(), dealer] += int((end - start).total_seconds()) // 60
    return worked


def _shown_day(typed: str) -> date:
    """Return a day of an address, today for a text that isn't one."""
    return times.calendar_day(typed) or timezone.localdate(timezone.now())
