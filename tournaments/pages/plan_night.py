"""*Try a night*: a template's night with a number of entries, before anyone plays it."""

from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from staff.models import Staff
from tournaments.expectations import expected_entries
from tournaments.messages import level_text
from tournaments.pages.plan_access import number_in, plan_page, template_or_404
from tournaments.pages.plan_editor import USUAL_START
from tournaments.rules.plan import Plan
from tournaments.rules.trial_night import NightPart, TrialNight, trial_night
from tournaments.templates_store import plan_of
from web.guard import for_staff

USUAL_ENTRIES = 100
MOST_ENTRIES = 10_000


@dataclass(frozen=True, slots=True)
class NightRow:
    """A level or a break as a line of the page."""

    part: NightPart
    at: datetime
    stakes: str
    is_late: bool


@require_GET
@for_staff("tournaments.view_event")
def night(request: HttpRequest, staff: Staff, template: int) -> HttpResponse:
    """Show the night of a version of a template. `?entries=` and `?start=` have its size and beginning."""
    row = template_or_404(staff, template)
    plan = plan_of(row)
    usual = expected_entries(row.room, plan, timezone.now()) or USUAL_ENTRIES
    entries = number_in(request.GET.get("entries", "")) or usual
    entries = max(2, min(entries, plan.most_entries or MOST_ENTRIES, MOST_ENTRIES))
    start = _start(request.GET.get("start", ""))
    night_of_plan = trial_night(plan, entries)
    context = {
        "template": row,
        "plan": plan,
        "night": night_of_plan,
        "rows": _rows(plan, night_of_plan, start),
        "start": f"{start:%H:%M}",
        "late_at": start + timedelta(minutes=night_of_plan.late_until),
        "ends_at": start + timedelta(minutes=night_of_plan.ends),
        "money_at": start + timedelta(minutes=night_of_plan.money_at),
        "most_entries": plan.most_entries or MOST_ENTRIES,
    }
    return plan_page(request, staff, "night", row.room, context)


def _start(text: str) -> datetime:
    """Return the beginning of a night by its time of day; the usual one for anything else."""
    try:
        at = time.fromisoformat(text)
    except ValueError:
        at = USUAL_START
    return datetime.combine(timezone.localdate(), time(at.hour, at.minute))


def _rows(plan: Plan, night_of_plan: TrialNight, start: datetime) -> list[NightRow]:
    return [
        NightRow(
            part=part,
            at=start + timedelta(minutes=part.begins),
            stakes=level_text(plan.levels[part.level - 1]),
            is_late=part.begins < night_of_plan.late_until,
        )
        for part in night_of_plan.parts
    ]
