"""Views of the next two hours: the page, accepting or dismissing a suggestion, the wall display."""

from collections.abc import Callable
from typing import Annotated
from urllib.parse import urlencode

from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from floor_ui import messages
from floor_ui.forecast.page import ForecastPage
from journal.unix_time import milliseconds
from lineup.actions import lineup_execute, load_lineup
from lineup.rules.commands import BeginBreak
from poker.refusal import Refusal
from reports.forecast.dismissals import suggestion_dismiss
from staff.models import Room, Staff
from staff.permissions import may, require
from staff.rooms import works_in
from staff.staff_rooms import room_or_404, rooms_of
from tables.lifecycle import table_open
from tables.models import Table
from waitlist.lobby_screens import Kind
from waitlist.pages.screen_page import is_allowed_screen
from waitlist.seat_draws import SeatDraw, seats_draw
from web.guard import for_staff
from web.messages.refusals import http_status
from web.posted import Posted, choice, command_id, every, line, number
from web.rooms import selected_room, with_room_in_address
from web.sign_in import signed_in_staff

GONE = Refusal("no_suggestion")


class SuggestionForm(Posted):
    """A suggestion. act: what its key does; subject: the table or the dealer; key: of the suggestion."""

    command: Annotated[str, command_id(36)]
    key: Annotated[str, line(200)]
    act: Annotated[str, choice(("open", "begin_break", "dismiss"), GONE)]
    subject: Annotated[str, line(40)]
    number: Annotated[list[int], every(number(11))]  # the waitlist entries of the draw


@require_GET
@for_staff("rulings.view_ruling")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the next two hours of a room, by default of the room used last."""
    room, _ = selected_room(request, staff)
    return _page(request, staff, room)


@require_POST
@for_staff("rulings.view_ruling")
def take(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Carry out a suggestion or dismiss it. A refusal is shown at the top of the page."""
    selected = room_or_404(staff.user, room)
    try:
        require(staff, "tables.supervise")
        form = SuggestionForm.read(request.POST)
        warning = _ACTS[form.act](selected, form, staff)
    except Refusal as refusal:
        return _page(request, staff, selected, refusal)
    if warning is not None:
        flash.warning(request, messages.refusal_message(warning))
    query = urlencode({"room": room, "done": form.act, "subject": form.subject})
    return redirect(f"{reverse('floor:forecast')}?{query}")


def _open(room: Room, form: SuggestionForm, staff: Staff) -> Refusal | None:
    """Draw seats for the players shown to the supervisor and open the table, or neither.

    A table opens only with players. Return the warning of the draw.
    """
    table = Table.objects.filter(room=room, name=form.subject).first()
    if table is None:
        raise GONE
    now = timezone.now()
    if not form.number:
        table_open(table=table, command_id=form.command, seen=None, actor=staff.key, now=now)
        return None
    draw = SeatDraw(numbers=form.number)
    result = seats_draw(
        table=table, draw=draw, command_id=form.command, actor=staff.key, now=now, opens=True
    )
    return result.warning


def _begin_break(room: Room, form: SuggestionForm, staff: Staff) -> None:
    lineup_execute(
        room_id=room.pk,
        command_id=form.command,
        command=BeginBreak(form.subject),
        actor=staff.key,
        now=timezone.now(),
    )


def _dismiss(room: Room, form: SuggestionForm, staff: Staff) -> None:
    suggestion_dismiss(room_id=room.pk, key=form.key, staff=staff, now=timezone.now())


_ACTS: dict[str, Callable[[Room, SuggestionForm, Staff], Refusal | None]] = {
    "open": _open,
    "begin_break": _begin_break,
    "dismiss": _dismiss,
}


def _done(room: Room, done: str, subject: str) -> str:
    """Return the result of the action named in the URL, if it still holds; otherwise ""."""
    if done == "dismiss":
        return "Dismissed for 30 minutes."
    if done == "open":
        table = Table.objects.filter(room=room, name=subject).first()
        is_open = table is not None and table.is_open
        return (
            f"{subject} is open. To close it again, open its page under Tables." if is_open else ""
        )
    dealer = load_lineup(room.pk).find(subject) if done == "begin_break" else None
    if dealer is None or not dealer.until:
        return ""
    return f"{dealer.name} is on break. To call them back, use Back in under Dealers."


def _page(
    request: HttpRequest, staff: Staff, room: Room | None, refusal: Refusal | None = None
) -> HttpResponse:
    now = timezone.now()
    context = {
        "staff": staff,
        "room": room,
        "rooms": list(rooms_of(staff.user)),
        "now": now,
        "page": ForecastPage(room, now) if room else None,
        "may_act": may(staff, "tables.supervise"),
        "done": _done(room, request.GET.get("done", ""), request.GET.get("subject", ""))
        if room
        else "",
        "refused": messages.refusal_message(refusal) if refusal else "",
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "floor_ui/forecast.html", context, status=status)


@require_GET
@never_cache
def wall(request: HttpRequest, room: int) -> HttpResponse:
    """Show the wall display of a room, to an allowed screen or to staff who may see the floor."""
    selected = get_object_or_404(Room, pk=room)
    now = timezone.now()
    staff = signed_in_staff(request)
    is_staff = staff is not None and may(staff, "rulings.view_ruling") and works_in(staff, room)
    if not is_staff and not is_allowed_screen(request, room, Kind.WALL):
        return redirect("screen:allow", room, Kind.WALL)
    context = {"room": selected, "now": milliseconds(now), "page": ForecastPage(selected, now)}
    answer = render(request, "floor_ui/wall.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer
