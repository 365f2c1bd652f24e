"""What all pages of the roster share: the context, the refusal, the weeks they read."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from poker.refusal import Refusal
from roster.models import RosterWeek
from roster.rules.crew_state import Crew
from roster.rules.week_state import Week
from roster.week_log import load_week
from staff.keys import aliases
from staff.models import Room, Staff
from staff.staff_rooms import rooms_of
from web.messages.refusals import http_status, refusal_message


def base_context(
    request: HttpRequest, staff: Staff, room: Room | None, at: str, refusal: Refusal | None
) -> dict[str, Any]:
    """Return the context of a page. at: the tab of the page."""
    return {
        "staff": staff,
        "room": room,
        "rooms": list(rooms_of(staff.user)),
        "at": at,
        "command": str(uuid4()),
        "refused": refusal_message(refusal) if refusal else "",
        "form_data": request.POST.dict() if refusal else {},
    }


def render_page(
    request: HttpRequest, name: str, context: Mapping[str, Any], refusal: Refusal | None
) -> HttpResponse:
    """Render a page of the roster, with the status of the refusal if there is one."""
    status = http_status(refusal) if refusal else 200
    return render(request, f"roster/{name}.html", dict(context), status=status)


def load_weeks(rows: Iterable[RosterWeek]) -> dict[str, Week]:
    """Return weeks by their Monday, in order."""
    ordered = sorted(rows, key=lambda row: row.monday)
    return {row.monday.isoformat(): load_week(row.pk)[1] for row in ordered}


def week_or_refuse(room: Room, monday: str) -> RosterWeek:
    """Return the week of a Monday. Raises `Refusal`: `roster_no_week`."""
    row = RosterWeek.objects.filter(room=room, monday=date.fromisoformat(monday)).first()
    if row is None:
        raise Refusal("roster_no_week")
    return row


def names_of(crew: Crew, weeks: Mapping[str, Week], others: Iterable[str] = ()) -> dict[str, str]:
    """Return the aliases of the crew, of everyone in these weeks, and of others."""
    keys = {*crew.members, *others}
    for week in weeks.values():
        keys |= {shift.dealer for shift in (*week.draft, *week.published)}
        keys |= {record.dealer for record in week.attendance}
        for request in week.requests:
            keys |= {request.dealer, request.to}
    return aliases(keys - {""})
