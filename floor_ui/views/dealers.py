"""The line-up and the sections: parse, call one action, show."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from floor_ui.dealers import words
from floor_ui.dealers.asks import ask_of, section_of
from floor_ui.dealers.page import LineUp
from floor_ui.dealers.sections_page import SectionsPage
from floor_ui.guard import of_floor
from floor_ui.rooms import chosen
from poker.lineup.commands import Ask
from poker.refusal import Refusal
from rulings.calls.roles import must
from tables.dealers.asking import dealers_ask
from tables.models import Room, Staff


@require_GET
@of_floor
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """The line-up of a room; where there are several rooms, of the one that is asked for."""
    room, rooms = chosen(request)
    return _line_up(request, staff, room, rooms)


@require_POST
@of_floor
def ask(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """One command to the line-up."""
    found = get_object_or_404(Room, pk=room)

    def work() -> None:
        _ask(request, staff, found, ask_of(request.POST.dict()))

    refusal = _refused(staff, work)
    if refusal is not None:
        return _line_up(request, staff, found, list(Room.objects.order_by("name")), refusal)
    return redirect(f"{reverse('floor:dealers')}?{urlencode({'room': room})}")


@require_GET
@of_floor
def sections(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Whose tables are whose."""
    room, rooms = chosen(request)
    return _sections(request, staff, room, rooms, request.GET.get("who", ""))


@require_POST
@of_floor
def section(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """The tables of one supervisor, from now on."""
    found = get_object_or_404(Room, pk=room)
    key, tables = request.POST.get("key", ""), request.POST.getlist("table")

    def work() -> None:
        _ask(request, staff, found, section_of(room, key, tables, request.POST.getlist("before")))

    refusal = _refused(staff, work)
    if refusal is not None:
        rooms = list(Room.objects.order_by("name"))
        return _sections(request, staff, found, rooms, key, refusal, tables)
    return redirect(f"{reverse('floor:sections')}?{urlencode({'room': room, 'who': key})}")


def _ask(request: HttpRequest, staff: Staff, room: Room, command: Ask) -> None:
    dealers_ask(
        room_id=room.pk,
        command_id=request.POST.get("command", "")[:64] or str(uuid4()),
        command=command,
        actor=staff.key,
        now=timezone.now(),
    )


def _refused(staff: Staff, work: Callable[[], None]) -> Refusal | None:
    """Carry it out if the role allows; why not, where it does not."""
    try:
        must(staff, "dealers")
        work()
    except Refusal as refusal:
        return refusal
    return None


def _line_up(
    request: HttpRequest,
    staff: Staff,
    room: Room | None,
    rooms: list[Room],
    refusal: Refusal | None = None,
) -> HttpResponse:
    now = timezone.now()
    sent = request.POST.dict() if refusal else {}
    page = LineUp(room, staff, now, sent) if room else None
    context = {"staff": staff, "room": room, "rooms": rooms, "now": now, "page": page, "sent": sent}
    return _shown(request, "floor_ui/dealers.html", context, refusal)


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
    return _shown(request, "floor_ui/sections.html", context, refusal)


def _shown(
    request: HttpRequest, template: str, context: dict[str, Any], refusal: Refusal | None
) -> HttpResponse:
    context["refused"] = words.sentence(refusal) if refusal else ""
    return render(request, template, context, status=words.status(refusal) if refusal else 200)
