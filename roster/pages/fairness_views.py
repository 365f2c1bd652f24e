"""The page of fairness: each dealer's share of nights, weekends, early outs and games, with its interval."""

from datetime import timedelta

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_GET

from roster.fairness import room_fairness
from roster.local_days import monday_of
from roster.pages.fairness_page import fairness_rows, house_row, titles
from roster.pages.page_context import base_context, render_page
from staff.models import Staff
from web.guard import for_staff
from web.rooms import selected_room, with_room_in_address

CHOICES = (4, 8, 12)


@require_GET
@for_staff("roster.plan_week")
@with_room_in_address
def fairness(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the shares over the last weeks, this one included."""
    room, _ = selected_room(request, staff)
    typed = request.GET.get("weeks", "")
    weeks = int(typed) if typed in map(str, CHOICES) else CHOICES[0]
    last = monday_of(timezone.now())
    first = last - timedelta(weeks=weeks - 1)
    context = base_context(request, staff, room, "fairness", None)
    context |= {
        "weeks": weeks,
        "choices": CHOICES,
        "first": first.isoformat(),
        "last": (last + timedelta(days=6)).isoformat(),
        "titles": titles(),
    }
    if room is not None:
        shares = room_fairness(room, first, last)
        context |= {"rows": fairness_rows(shares), "house": house_row(shares)}
    return render_page(request, "fairness", context, None)
