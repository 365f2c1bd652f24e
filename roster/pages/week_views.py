"""Views of the manager's week: parse, call one action, render."""

from dataclasses import dataclass
from datetime import date
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from poker.refusal import Refusal
from roster.crew_log import load_crew
from roster.facts import plan_facts
from roster.models import RosterRun, RosterWeek
from roster.pages import local_times as times
from roster.pages.form_fields import unknown_form
from roster.pages.page_context import base_context, render_page, week_or_refuse
from roster.pages.plan_texts import broken_text
from roster.pages.shift_form import ShiftForm
from roster.pages.week_forms import WEEK_FORMS
from roster.pages.week_page import WeekPage
from roster.runs import run_cancel as cancel_run
from roster.solver import is_available
from roster.versions import versions
from roster.week_log import find_week, load_week, open_week, week_execute
from staff.models import Room, Staff
from staff.permissions import Permission, may
from staff.staff_rooms import room_or_404
from web.form_commands import command_id
from web.guard import for_staff
from web.rooms import selected_room, with_room_in_address

OWN_PAGES: dict[Permission, str] = {
    "roster.run_day": "roster:day",
    "roster.own_week": "roster:mine",
    "roster.count_tokes": "tokes:index",
}


@require_GET
@for_staff("roster.plan_week", "roster.run_day", "roster.own_week", "roster.count_tokes")
@with_room_in_address
def week(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show a week to its managers. Others go to their own page of the roster."""
    if not may(staff, "roster.plan_week"):
        name = next(name for permission, name in OWN_PAGES.items() if may(staff, permission))
        query = request.GET.urlencode()
        return redirect(f"{reverse(name)}?{query}" if query else reverse(name))
    room, _ = selected_room(request, staff)
    typed = request.GET.get("week", "")
    today = timezone.localdate(timezone.now())
    monday = times.monday_or_404(typed) if typed else times.monday_of(today)
    return _week(request, staff, room, monday)


@require_POST
@for_staff("roster.plan_week")
def week_open(request: HttpRequest, staff: Staff, room: int, monday: str) -> HttpResponse:
    """Open a week."""
    selected = room_or_404(staff.user, room)
    day = date.fromisoformat(times.monday_or_404(monday))
    open_week(selected, day, actor=staff.key, now=timezone.now())
    return redirect(_address(selected, monday))


@require_POST
@for_staff("roster.plan_week")
def week_act(request: HttpRequest, staff: Staff, room: int, monday: str) -> HttpResponse:
    """Execute a command of a form, and show the week."""
    selected = room_or_404(staff.user, room)
    monday = times.monday_or_404(monday)
    try:
        _execute(request, staff, selected, monday)
    except Refusal as refusal:
        if request.POST.get("page") == "shift":
            return _shift(request, staff, selected, monday, refusal)
        return _week(request, staff, selected, monday, refusal)
    return redirect(_address(selected, monday))


def _execute(request: HttpRequest, staff: Staff, room: Room, monday: str) -> None:
    ask = request.POST.get("ask", "")
    read = WEEK_FORMS.get(ask)
    if read is None:
        raise unknown_form(ask)
    row = week_or_refuse(room, monday)
    posted = request.POST.copy()
    posted["week_start"] = str(load_week(row.pk)[1].start)
    week_execute(
        week_id=row.pk,
        command_id=command_id(request),
        command=read(posted),
        actor=staff.key,
        now=timezone.now(),
    )


@require_GET
@for_staff("roster.plan_week")
def shift(request: HttpRequest, staff: Staff, room: int, monday: str) -> HttpResponse:
    """Show the form of one shift, which the grid shows in a dialog."""
    selected = room_or_404(staff.user, room)
    return _shift(request, staff, selected, times.monday_or_404(monday))


@require_POST
@for_staff("roster.plan_week")
def run_cancel(request: HttpRequest, staff: Staff, room: int, monday: str) -> HttpResponse:
    """End the run, and keep its best plan."""
    selected = room_or_404(staff.user, room)
    row = week_or_refuse(selected, times.monday_or_404(monday))
    run = load_week(row.pk)[1].run
    if run is not None:
        cancel_run(row.pk, run.number)
    return redirect(_address(selected, monday))


def _address(room: Room, monday: str) -> str:
    return f"{reverse('roster:week')}?{urlencode({'room': room.pk, 'week': monday})}"


def _week(
    request: HttpRequest,
    staff: Staff,
    room: Room | None,
    monday: str,
    refusal: Refusal | None = None,
) -> HttpResponse:
    now = timezone.now()
    context = base_context(request, staff, room, "week", refusal)
    context |= {
        "monday": monday,
        "title": f"Week of {times.date_text(monday)}",
        "before": times.weeks_from(monday, -1),
        "after": times.weeks_from(monday, 1),
        "this_week": times.monday_of(timezone.localdate(now)),
    }
    row = find_week(room, date.fromisoformat(monday)) if room else None
    if room is not None and row is not None:
        context |= _week_context(room, row)
    return render_page(request, "week", context, refusal)


def _week_context(room: Room, row: RosterWeek) -> dict[str, Any]:
    _, state = load_week(row.pk)
    page = WeekPage(state, plan_facts(room.pk, state), load_crew(room.pk))
    page.today = timezone.localdate(timezone.now()).isoformat()
    run = state.run
    progress = run_progress(row, run.number) if run and run.status == "running" else None
    return {
        "page": page,
        "progress": progress,
        "planner": planner(),
        "gap": gap(run.cost, run.bound) if run and run.bound else None,
        "versions": versions(row),
    }


def planner() -> str:
    """Return the planner of this installation: the solver if its package is installed."""
    return "cp_sat" if is_available() else "greedy"


@dataclass(frozen=True, slots=True)
class Progress:
    """A run while it plans. gap: of the best plan above the bound, in percent."""

    elapsed: int
    limit: int
    cost: int | None
    bound: int | None
    gap: str
    is_canceled: bool

    @property
    def has_plan(self) -> bool:
        return self.cost is not None


def run_progress(row: RosterWeek, number: int) -> Progress | None:
    """Return how far a run is; None before the worker began."""
    run = RosterRun.objects.filter(week=row, number=number).first()
    if run is None:
        return None
    return Progress(
        int(run.used),
        run.seconds,
        run.cost,
        run.bound,
        gap(run.cost or 0, run.bound or 0),
        run.is_canceled,
    )


def gap(cost: int, bound: int) -> str:
    """Return by how much a plan is above the bound, in percent with one digit."""
    if bound <= 0:
        return "0.0" if cost <= bound else "100+"
    return f"{100 * max(0, cost - bound) / bound:.1f}"


def _shift(
    request: HttpRequest,
    staff: Staff,
    room: Room,
    monday: str,
    refusal: Refusal | None = None,
) -> HttpResponse:
    row = find_week(room, date.fromisoformat(monday))
    if row is None:
        raise Http404("week")
    _, state = load_week(row.pk)
    facts = plan_facts(room.pk, state)
    asked = request.POST if refusal else request.GET
    form = ShiftForm(state, facts, load_crew(room.pk), asked)
    page = WeekPage(state, facts, load_crew(room.pk))
    form.broken = "; ".join(
        broken_text(item, facts)
        for item in page.broken
        if form.shift and item.shift == form.shift.id
    )
    context = base_context(request, staff, room, "week", refusal)
    context |= {"monday": monday, "form": form}
    return render_page(request, "shift", context, refusal)
