"""The page of a template's payout table."""

from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods
from msgspec.structs import replace

from poker.refusal import Refusal
from staff.models import Staff
from staff.permissions import may, require
from tournaments.expectations import expected_entries
from tournaments.models import TournamentTemplate
from tournaments.pages.plan_access import number_in, plan_page, template_or_404
from tournaments.pages.plan_payout_form import PayoutForm
from tournaments.presets import PRESETS
from tournaments.rules.plan import PayoutTable
from tournaments.templates_store import current_templates, plan_of, save_template, versions_of
from web.guard import for_staff
from web.messages.refusals import http_status, refusal_message

USUAL_ENTRIES = 100
PRESET = "preset-"


@require_http_methods(["GET", "POST"])
@for_staff("tournaments.view_event")
def payouts(request: HttpRequest, staff: Staff, template: int) -> HttpResponse:
    """Show the payout table of a version of a template, or save the template's next version with another one."""
    row = template_or_404(staff, template)
    plan = plan_of(row)
    if request.method != "POST":
        return _page(request, staff, row, PayoutForm(plan))
    require(staff, "tournaments.plan_event")
    what = request.POST.get("do", "save")
    if what == "copy":
        copied = _copied_table(staff, request.POST.get("from", ""))
        return _page(request, staff, row, PayoutForm(replace(plan, payouts=copied or plan.payouts)))
    form = PayoutForm(plan, request.POST)
    if what != "save":
        form.change(what)
        return _page(request, staff, row, form)
    return _save(request, staff, row, form)


def _save(
    request: HttpRequest, staff: Staff, row: TournamentTemplate, form: PayoutForm
) -> HttpResponse:
    table = form.table()
    if table is None:
        return _page(request, staff, row, form, status=422)
    seen = number_in(request.POST.get("seen", ""))
    newest = versions_of(row)[0]
    base = plan_of(newest) if newest.version == seen else form.plan
    try:
        saved = save_template(
            room=row.room,
            name=row.name,
            plan=replace(base, payouts=table),
            seen=seen,
            by=staff,
            now=timezone.now(),
        )
    except Refusal as refusal:
        context = {"other": newest, "refused": refusal_message(refusal)}
        return _page(request, staff, row, form, context, http_status(refusal))
    messages.success(request, f"Saved version {saved.version} with this payout table.")
    return redirect("tournaments:plan-payouts", saved.pk)


def _copied_table(staff: Staff, source: str) -> PayoutTable | None:
    """Return the payout table of a template or a preset, None for neither."""
    if source.startswith(PRESET):
        plan = PRESETS.get(source.removeprefix(PRESET))
        return plan.payouts if plan else None
    number = number_in(source)
    return plan_of(template_or_404(staff, number)).payouts if number else None


def _page(
    request: HttpRequest,
    staff: Staff,
    row: TournamentTemplate,
    form: PayoutForm,
    more: Mapping[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    typed = number_in(request.POST.get("entries", "") or request.GET.get("entries", ""))
    expected = expected_entries(row.room, form.plan, timezone.now()) or USUAL_ENTRIES
    entries = min(typed or expected, 20_000)
    presets = [(f"{PRESET}{key}", plan.name) for key, plan in PRESETS.items()]
    others = [other for other in current_templates(row.room) if other.name != row.name]
    newest = versions_of(row)[0]
    context = {
        "template": row,
        "form": form,
        "plan": form.plan,
        "trial": form.trial(entries),
        "entries": entries,
        "newest": newest,
        "sources": [(str(other.pk), other.name) for other in others] + presets,
        "is_read_only": not may(staff, "tournaments.plan_event"),
        **(more or {}),
    }
    return plan_page(request, staff, "payouts", row.room, context, status)
