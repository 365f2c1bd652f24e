"""Pages of templates: the list, a new one from a preset or a copy, the editor, retiring."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from msgspec.structs import replace

from poker.refusal import Refusal
from staff.models import Room, Staff
from staff.permissions import may, require
from tournaments.models import ScheduledEvent, TournamentTemplate
from tournaments.pages.plan_access import number_in, plan_page, template_or_404
from tournaments.pages.plan_changes import plan_changes
from tournaments.pages.plan_editor import EditorPage, entry_text
from tournaments.pages.plan_form import PlanForm
from tournaments.presets import PRESETS
from tournaments.rules.plan import PayoutTable, Plan
from tournaments.templates_store import (
    create_template,
    current_templates,
    plan_of,
    restore_template,
    retire_template,
    retired_templates,
    save_template,
    versions_of,
)
from web.guard import for_staff
from web.messages.refusals import http_status, refusal_message
from web.rooms import selected_room, with_room_in_address

COPY = ", copy"
LONGEST_NAME = 60


@require_GET
@for_staff("tournaments.view_event")
@with_room_in_address
def templates(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the templates of a room, and the presets to start from."""
    room, _ = selected_room(request, staff)
    rows = current_templates(room) if room else []
    context = {
        "templates": [(row, plan_of(row), entry_text(plan_of(row)), _used(row)) for row in rows],
        "retired": retired_templates(room) if room else [],
        "presets": [(key, plan, entry_text(plan)) for key, plan in PRESETS.items()],
    }
    return plan_page(request, staff, "templates", room, context)


@require_http_methods(["GET", "POST"])
@for_staff("tournaments.plan_event")
@with_room_in_address
def new_template(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show or save a new template. `?preset=` or `?copy=` has what it starts from."""
    room, _ = selected_room(request, staff)
    if room is None:
        raise Refusal("no_room")
    base = _starting_plan(request, staff)
    if request.method != "POST":
        return _editor(request, staff, PlanForm(base), room)
    form = PlanForm(base, request.POST)
    what = request.POST.get("do", "save")
    if what != "save":
        form.change_rows(what)
        return _editor(request, staff, form, room)
    plan = form.plan()
    if plan is None:
        return _editor(request, staff, form, room, status=422)
    try:
        row = create_template(room=room, plan=plan, by=staff, now=timezone.now())
    except Refusal as refusal:
        form.refuse(refusal)
        return _editor(request, staff, form, room, status=http_status(refusal))
    messages.success(request, f"Saved {row.name}, version 1.")
    return redirect("tournaments:plan-template", row.pk)


@require_http_methods(["GET", "POST"])
@for_staff("tournaments.view_event")
def template(request: HttpRequest, staff: Staff, template: int) -> HttpResponse:
    """Show a version of a template, or save the next one."""
    row = template_or_404(staff, template)
    if request.method != "POST":
        return _editor(request, staff, PlanForm(plan_of(row)), row.room, row)
    require(staff, "tournaments.plan_event")
    base = replace(plan_of(row), payouts=_payouts_of(request, row))
    form = PlanForm(base, request.POST)
    form.fields["name"].value = row.name  # a template keeps its name
    what = request.POST.get("do", "save")
    if what != "save":
        form.change_rows(what)
        return _editor(request, staff, form, row.room, row)
    plan = form.plan()
    if plan is None:
        return _editor(request, staff, form, row.room, row, status=422)
    return _save(request, staff, form, row, plan)


def _save(
    request: HttpRequest, staff: Staff, form: PlanForm, row: TournamentTemplate, plan: Plan
) -> HttpResponse:
    seen = number_in(request.POST.get("seen", ""))
    newest = versions_of(row)[0]
    if plan == plan_of(newest) and newest.version == seen:
        messages.success(request, "Nothing changed, so no version was saved.")
        return redirect("tournaments:plan-template", newest.pk)
    try:
        saved = save_template(
            room=row.room, name=row.name, plan=plan, seen=seen, by=staff, now=timezone.now()
        )
    except Refusal as refusal:
        if refusal.code != "template_moved_on":
            raise
        others = plan_changes(_seen_plan(row, seen), plan_of(newest))
        context = {"others": others, "other": newest, "refused": refusal_message(refusal)}
        return _editor(request, staff, form, row.room, row, context, http_status(refusal))
    messages.success(request, f"Saved version {saved.version}.")
    return redirect("tournaments:plan-template", saved.pk)


def _payouts_of(request: HttpRequest, row: TournamentTemplate) -> PayoutTable:
    """Return the payouts that the form goes with: after another manager saved, those of that version."""
    seen = number_in(request.POST.get("payouts_of", ""))
    version = next((version for version in versions_of(row) if version.version == seen), row)
    return plan_of(version).payouts


def _seen_plan(row: TournamentTemplate, seen: int) -> Plan:
    """Return the plan of the version that the sender saw."""
    version = next((version for version in versions_of(row) if version.version == seen), row)
    return plan_of(version)


@require_POST
@for_staff("tournaments.plan_event")
def retire(request: HttpRequest, staff: Staff, template: int) -> HttpResponse:
    row = template_or_404(staff, template)
    retire_template(room=row.room, name=row.name, by=staff, now=timezone.now())
    messages.success(request, f"Retired {row.name}. Its events stay.")
    return redirect(_list_address(row.room_id))


@require_POST
@for_staff("tournaments.plan_event")
def restore(request: HttpRequest, staff: Staff, template: int) -> HttpResponse:
    row = template_or_404(staff, template)
    restore_template(room=row.room, name=row.name, by=staff, now=timezone.now())
    messages.success(request, f"{row.name} is on the list again.")
    return redirect(_list_address(row.room_id))


def _list_address(room: int) -> str:
    return f"{reverse('tournaments:plan')}?room={room}"


def _starting_plan(request: HttpRequest, staff: Staff) -> Plan:
    """Return the plan that a new template starts from: a copy, a preset, or the first preset."""
    copied = number_in(request.GET.get("copy", ""))
    if copied:
        plan = plan_of(template_or_404(staff, copied))
        return replace(plan, name=f"{plan.name[: LONGEST_NAME - len(COPY)]}{COPY}")
    first = next(iter(PRESETS.values()))
    return PRESETS.get(request.GET.get("preset", ""), first)


def _used(row: TournamentTemplate) -> int:
    """Return how many events were made from a template."""
    return ScheduledEvent.objects.filter(
        template__room=row.room_id, template__name=row.name
    ).count()


def _editor(
    request: HttpRequest,
    staff: Staff,
    form: PlanForm,
    room: Room,
    row: TournamentTemplate | None = None,
    more: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    page = EditorPage(form, room, timezone.now(), row)
    context = {
        "page": page,
        "form": form,
        "template": row,
        "is_read_only": not may(staff, "tournaments.plan_event"),
        **(more or {}),
    }
    return plan_page(request, staff, "editor", room, context, status)
