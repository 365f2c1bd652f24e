"""What the manager's pages of tournaments share: their rows, and the values of the light pages."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from staff.models import Room, Staff
from staff.permissions import may
from staff.staff_rooms import room_or_404, rooms_of
from tournaments.models import ScheduledEvent, TournamentTemplate


def template_or_404(staff: Staff, pk: int) -> TournamentTemplate:
    """Return a version of a template in a room where the person works."""
    row = TournamentTemplate.objects.select_related("room").filter(pk=pk).first()
    if row is None:
        raise Http404(f"template {pk}")
    room_or_404(staff.user, row.room_id)
    return row


def event_or_404(staff: Staff, pk: int) -> ScheduledEvent:
    """Return an event in a room where the person works."""
    row = ScheduledEvent.objects.select_related("room", "template").filter(pk=pk).first()
    if row is None:
        raise Http404(f"event {pk}")
    room_or_404(staff.user, row.room_id)
    return row


def plan_page(
    request: HttpRequest,
    staff: Staff,
    name: str,
    room: Room | None,
    context: Mapping[str, Any],
    status: int = 200,
) -> HttpResponse:
    """Render a page below /tournaments/plan/."""
    shared = {
        "staff": staff,
        "room": room,
        "rooms": list(rooms_of(staff.user)),
        "may_plan": may(staff, "tournaments.plan_event"),
        "may_report": may(staff, "reports.read_reports"),
        "at": name,
    }
    return render(request, f"tournaments/plan/{name}.html", {**shared, **context}, status=status)


def number_in(text: str) -> int:
    """Return a number of an address or a form, 0 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
