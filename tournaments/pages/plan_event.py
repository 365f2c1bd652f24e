"""The page of an event's plan: start, name and levels, changed before the first entry; later levels after it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from journal.unix_time import from_milliseconds, milliseconds
from poker.refusal import Refusal
from staff.models import Staff
from staff.permissions import may, require
from tournaments.actions import TournamentResult, load_tournament, tournament_execute
from tournaments.models import ScheduledEvent
from tournaments.pages.plan_access import event_or_404, number_in, plan_page
from tournaments.pages.plan_editor import EditorPage
from tournaments.pages.plan_form import PlanForm
from tournaments.pages.plan_schedule import start_in
from tournaments.rules.commands import (
    CancelEvent,
    ChangeLevels,
    ScheduleEvent,
    TournamentCommand,
)
from tournaments.rules.plan import Plan
from tournaments.rules.state import Tournament
from tournaments.templates_store import current_templates, plan_of
from web.guard import for_staff
from web.messages.refusals import http_status, refusal_message

REASON_LENGTH = 200
START_REFUSALS = ("schedule_start", "start_past", "start_missing")


@require_http_methods(["GET", "POST"])
@for_staff("tournaments.view_event")
def event_plan(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    """Show the plan of an event, or change it."""
    row = event_or_404(staff, event)
    seq, state = load_tournament(row.pk)
    if request.method != "POST":
        loaded = _replacing_plan(request, row) or state.plan
        return _page(request, staff, row, PlanForm(loaded))
    require(staff, "tournaments.plan_event")
    form = PlanForm(_base(request, row, state), request.POST, only_levels=state.sold > 0)
    what = request.POST.get("do", "save")
    if what != "save":
        form.change_rows(what)
        return _page(request, staff, row, form)
    if number_in(request.POST.get("seen", "")) != seq:
        return _refused(request, staff, row, form, Refusal("event_changed"))
    plan = form.plan()
    if plan is None:
        return _page(request, staff, row, form, status=422)
    try:
        command = _command(request, state, plan)
        # The id is that of what the page showed, so that only one of two managers saves.
        result = _execute(row, command, staff, f"plan.{row.pk}.{seq}")
        if result.repeated and result.state.plan != plan:
            raise Refusal("event_changed")
    except Refusal as refusal:
        return _refused(request, staff, row, form, refusal)
    messages.success(request, "Saved the event's plan.")
    return redirect("tournaments:plan-event", row.pk)


@require_POST
@for_staff("tournaments.plan_event")
def cancel_event(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    """Cancel an event without entries; with `series`, the later events of its series without entries, too."""
    row = event_or_404(staff, event)
    reason = request.POST.get("reason", "").strip()[:REASON_LENGTH]
    _execute(row, CancelEvent(reason), staff)
    count = 1
    if request.POST.get("series") == "yes" and row.series:
        count += _cancel_later(row, reason, staff)
    text = "Canceled the event." if count == 1 else f"Canceled {count} events."
    messages.success(request, text)
    return redirect("tournaments:plan-event", row.pk)


def _cancel_later(row: ScheduledEvent, reason: str, staff: Staff) -> int:
    """Cancel the later events of a series, and return how many. Those with entries stay."""
    later = ScheduledEvent.objects.filter(
        room=row.room_id,
        series=row.series,
        summary__status="scheduled",
        summary__entries=0,
        summary__starts_at__gt=row.summary.starts_at,
    )
    count = 0
    for event in later:
        try:
            _execute(event, CancelEvent(reason), staff)
        except Refusal:  # sold an entry a moment ago
            continue
        count += 1
    return count


def _execute(
    row: ScheduledEvent, command: TournamentCommand, staff: Staff, command_id: str = ""
) -> TournamentResult:
    return tournament_execute(
        event_id=row.pk,
        command_id=command_id or str(uuid4()),
        command=command,
        actor=staff.key,
        now=timezone.now(),
    )


def _command(request: HttpRequest, state: Tournament, plan: Plan) -> TournamentCommand:
    if state.sold:
        return ChangeLevels(plan)
    start = start_in(request.POST.get("day", ""), request.POST.get("time", ""), _earliest(state))
    return ScheduleEvent(plan, milliseconds(start))


def _earliest(state: Tournament) -> datetime:
    """Return the moment from which a start is accepted: a start in the past may stay as it is."""
    return min(timezone.now(), from_milliseconds(state.starts_at))


def _replacing_plan(request: HttpRequest, row: ScheduledEvent) -> Plan | None:
    """Return the plan of the template in the address, which the manager loads into the editor."""
    number = request.GET.get("template", "")
    rows = current_templates(row.room)
    template = next((template for template in rows if str(template.pk) == number), None)
    return plan_of(template) if template else None


def _base(request: HttpRequest, row: ScheduledEvent, state: Tournament) -> Plan:
    loaded = None if state.sold else _replacing_plan(request, row)
    return loaded or state.plan


def _refused(
    request: HttpRequest, staff: Staff, row: ScheduledEvent, form: PlanForm, refusal: Refusal
) -> HttpResponse:
    text = refusal_message(refusal)
    more: dict[str, Any] = {"refused": text}
    if refusal.code in START_REFUSALS:
        more = {"start_error": text}
    return _page(request, staff, row, form, more, http_status(refusal))


def _page(
    request: HttpRequest,
    staff: Staff,
    row: ScheduledEvent,
    form: PlanForm,
    more: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    seq, state = load_tournament(row.pk)
    start = from_milliseconds(state.starts_at)
    local = timezone.localtime(start)
    is_fixed = state.status == "closed"
    context = {
        "page": EditorPage(form, row.room, timezone.now(), None, start),
        "form": form,
        "row": row,
        "event": state,
        "seen": seq,
        "day": request.POST.get("day", "") or f"{local:%Y-%m-%d}",
        "time": request.POST.get("time", "") or f"{local:%H:%M}",
        "templates": current_templates(row.room),
        "is_read_only": is_fixed or not may(staff, "tournaments.plan_event"),
        "only_levels": state.sold > 0,
        **(more or {}),
    }
    return plan_page(request, staff, "event", row.room, context, status)
