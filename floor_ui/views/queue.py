"""The sign-in page and the queue of calls."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from floor_ui import messages
from floor_ui.absences.pages import absences_to_see
from floor_ui.call_queue import held_pots, open_calls, ruled_today
from staff.models import Staff
from staff.permissions import may, require
from waitlist.exclusions import refused_seats
from web.addresses import address
from web.badge_sign_in import badge_sign_in
from web.guard import for_staff
from web.rooms import selected_room, with_room_in_address


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with badge and PIN, for this browser and one shift."""
    return badge_sign_in(request, area=_area, default_url=reverse("floor:index"), check=_enter)


def _area(next_url: str) -> str:
    if next_url.startswith(address("own training record")):
        return "training"
    if next_url.startswith(reverse("roster:week")):
        return "roster"
    if next_url.startswith(reverse("tournaments:events")):
        return "tournaments"
    return "replay" if next_url.startswith(reverse("replay:index")) else "floor"


def _enter(staff: Staff, then: str) -> None:
    """Require floor access: supervisors and managers. Those who count may open the pages of drop and tokes, desk staff
    those of tournaments, dealers their own week, and anyone their own training record.
    """
    if then.startswith(address("own training record")):
        return
    if then.startswith(reverse("roster:week")) and may(staff, "roster.own_week"):
        return
    if then.startswith(reverse("tokes:index")) and may(staff, "roster.count_tokes"):
        return
    if then.startswith(reverse("drop:index")) and may(staff, "tables.view_dropbox"):
        return
    if then.startswith(reverse("tournaments:events")) and may(staff, "tournaments.view_event"):
        return
    require(staff, "rulings.view_ruling")


@require_GET
@for_staff("rulings.view_ruling")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the queue of a room, by default of the room used last."""
    room, rooms = selected_room(request, staff)
    now = timezone.now()
    queued_calls = open_calls(room, staff) if room else []
    only_mine = request.GET.get("mine") == "1"
    context = {
        "staff": staff,
        "room": room,
        "rooms": rooms,
        "now": now,
        "queued_calls": [
            queued_call
            for queued_call in queued_calls
            if queued_call.concerns_viewer or not only_mine
        ],
        "only_mine": only_mine,
        "in_other_sections": sum(not queued_call.concerns_viewer for queued_call in queued_calls),
        "sections": any(queued_call.section for queued_call in queued_calls) or only_mine,
        "rulings": ruled_today(room, now) if room else [],
        "held_pots": held_pots(room) if room else [],
        "refused_seats": refused_seats(room.pk, now) if room else [],
        "absences": absences_to_see(room, now) if room else [],
        "may_answer": may(staff, "tables.supervise"),
        "may_rule": may(staff, "tables.supervise"),
        "decisions": messages.DECISIONS,
    }
    return render(request, "floor_ui/queue.html", context)
