"""Views of the lineup and the sections: parse, call one action, render."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from lineup.actions import lineup_execute
from lineup.pages.command_forms import CommandForm, SectionForm, parse_command, section_of
from lineup.pages.lineup_page import LineupPage
from lineup.pages.sections_page import SectionsPage
from lineup.rules.commands import LineupCommand
from poker.refusal import Refusal
from staff.models import Room, Staff
from staff.permissions import require
from staff.staff_rooms import room_or_404, rooms_of
from web.guard import for_staff
from web.messages.refusals import http_status, refusal_message
from web.rooms import selected_room, with_room_in_address


@require_GET
@for_staff("rulings.view_ruling")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the lineup of a room, by default of the room that was used last."""
    room, rooms = selected_room(request, staff)
    return _lineup_page(request, staff, room, rooms)


@require_POST
@for_staff("rulings.view_ruling")
def ask(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    selected = room_or_404(staff.user, room)

    def work() -> None:
        _ask(request, staff, selected, parse_command(room, request.POST))

    refusal = _refused(staff, work)
    if refusal is not None:
        return _lineup_page(request, staff, selected, list(rooms_of(staff.user)), refusal)
    return redirect(f"{reverse('lineup:dealers')}?{urlencode({'room': room})}")


@require_GET
@for_staff("rulings.view_ruling")
@with_room_in_address
def sections(request: HttpRequest, staff: Staff) -> HttpResponse:
    room, rooms = selected_room(request, staff)
    return _sections(request, staff, room, rooms, request.GET.get("who", ""))


@require_POST
@for_staff("rulings.view_ruling")
def section(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Set the tables of one supervisor."""
    selected = room_or_404(staff.user, room)
    form = SectionForm.read(request.POST)

    def work() -> None:
        _ask(request, staff, selected, section_of(room, form))

    refusal = _refused(staff, work)
    if refusal is not None:
        rooms = list(rooms_of(staff.user))
        return _sections(request, staff, selected, rooms, form.key, refusal, form.table)
    return redirect(f"{reverse('lineup:sections')}?{urlencode({'room': room, 'who': form.key})}")


def _ask(request: HttpRequest, staff: Staff, room: Room, command: LineupCommand) -> None:
    lineup_execute(
        room_id=room.pk,
        command_id=CommandForm.read(request.POST).command,
        command=command,
        actor=staff.key,
        now=timezone.now(),
    )


def _refused(staff: Staff, work: Callable[[], None]) -> Refusal | None:
    """Run `work` if the role allows it; return its refusal, None if it succeeded."""
    try:
        require(staff, "tables.supervise")
        work()
    except Refusal as refusal:
        return refusal
    return None


def _lineup_page(
    request: HttpRequest,
    staff: Staff,
    room: Room | None,
    rooms: list[Room],
    refusal: Refusal | None = None,
) -> HttpResponse:
    now = timezone.now()
    data = request.POST.dict() if refusal else {}
    page = LineupPage(room, staff, now, data) if room else None
    context = {
        "staff": staff,
        "room": room,
        "rooms": rooms,
        "now": now,
        "page": page,
        "form_data": data,
    }
    return _shown(request, "lineup/dealers.html", context, refusal)


def _sections(
    request: HttpRequest,
    staff: Staff,
    room: Room | None,
    rooms: list[Room],
    key: str,
    refusal: Refusal | None = None,
    chosen_tables: list[str] | None = None,
) -> HttpResponse:
    page = SectionsPage(room, staff, key, chosen_tables) if room else None
    now = timezone.now()
    context = {"staff": staff, "room": room, "rooms": rooms, "now": now, "page": page}
    return _shown(request, "lineup/sections.html", context, refusal)


def _shown(
    request: HttpRequest, template: str, context: dict[str, Any], refusal: Refusal | None
) -> HttpResponse:
    context["refused"] = refusal_message(refusal) if refusal else ""
    return render(request, template, context, status=http_status(refusal) if refusal else 200)
