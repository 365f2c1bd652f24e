"""Views of desk and director: parse, call one action, render."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from poker.refusal import Refusal
from staff.models import Staff
from staff.permissions import may, require
from staff.staff_rooms import room_or_404, rooms_of
from tournaments.actions import load_tournament, tournament_execute
from tournaments.models import ScheduledEvent
from tournaments.pages.command_forms import parse_command, permission_for
from tournaments.pages.director_page import DirectorPage, EventPage
from tournaments.pages.events_page import EventsPage
from tournaments.pages.money_page import BagsPage, DealPage, PayoutsPage
from tournaments.pages.register_page import RegisterPage
from tournaments.pages.table_choices import free_tables
from tournaments.papers import payout_slip_pdf, seat_card_pdf
from tournaments.rules.commands import Enter
from tournaments.rules.state import Entry, Tournament
from web.form_commands import command_id
from web.guard import for_staff
from web.messages.refusals import http_status, refusal_message
from web.rooms import selected_room, with_room_in_address

Pages = Callable[[ScheduledEvent, Staff, HttpRequest], EventPage]


@require_GET
@for_staff("tournaments.view_event")
@with_room_in_address
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the events of a room: running, today, to come, closed."""
    room, rooms = selected_room(request, staff)
    page = EventsPage(room, staff, timezone.now()) if room else None
    context = {"staff": staff, "room": room, "rooms": rooms, "page": page}
    return render(request, "tournaments/events.html", context)


@require_GET
@for_staff("tournaments.view_event")
def director(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    return _page(request, staff, event, "director")


@require_GET
@for_staff("tournaments.view_event")
def register(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    return _page(request, staff, event, "register")


@require_GET
@for_staff("tournaments.view_event")
def tables(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    return _page(request, staff, event, "tables")


@require_GET
@for_staff("tournaments.view_event")
def payouts(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    return _page(request, staff, event, "payouts")


@require_GET
@for_staff("tournaments.view_event")
def deal(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    return _page(request, staff, event, "deal")


@require_GET
@for_staff("tournaments.view_event")
def bags(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    return _page(request, staff, event, "bags")


@require_POST
@for_staff("tournaments.view_event")
def act(request: HttpRequest, staff: Staff, event: int) -> HttpResponse:
    """Execute a command of a form, and show the page it came from."""
    row = _event_or_404(staff, event)
    at = request.POST.get("page", "director")
    try:
        require(staff, permission_for(request.POST.get("ask", "")))
        _, state = load_tournament(row.pk)
        by_director = may(staff, "tournaments.direct_event")
        command = parse_command(request.POST, state, by_director=by_director)
        result = tournament_execute(
            event_id=row.pk,
            command_id=command_id(request),
            command=command,
            actor=staff.key,
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _page(request, staff, event, at, refusal)
    address = reverse(f"tournaments:{at if at in PAGES else 'director'}", args=[row.pk])
    if isinstance(command, Enter):
        return redirect(f"{address}?done={len(result.state.entries)}")
    if at == "deal" and (left := request.POST.get("left")):
        return redirect(f"{address}?{urlencode({'left': left})}")
    return redirect(address)


@require_GET
@for_staff("tournaments.sell_entry")
def card(request: HttpRequest, staff: Staff, event: int, entry: int) -> HttpResponse:
    """Return the seat card of an entry as PDF."""
    row = _event_or_404(staff, event)
    state, sold = _entry_or_404(row, entry)
    url = request.build_absolute_uri(_public_page(row, sold))
    size = request.GET.get("size", "80mm")
    paper = seat_card_pdf(row=row, event=state, entry=sold, url=url, size=size, now=timezone.now())
    return _pdf(paper, f"seat-{row.number}-{entry}")


@require_GET
@for_staff("tournaments.direct_event")
def slip(request: HttpRequest, staff: Staff, event: int, entry: int) -> HttpResponse:
    """Return the slip of a payout as PDF. Every print after the payment is a copy."""
    row = _event_or_404(staff, event)
    state, sold = _entry_or_404(row, entry)
    if not any(payout.entry == entry and not payout.held for payout in state.paid):
        raise Http404(f"entry {entry} was not paid")
    paper = payout_slip_pdf(
        row=row, event=state, entry=sold, copy=True, by=staff.alias, now=timezone.now()
    )
    return _pdf(paper, f"payout-{row.number}-{entry}")


def _public_page(row: ScheduledEvent, entry: Entry) -> str:
    """Return the address of the player's own page; of the wall for an entry without a token."""
    if entry.token:
        return reverse("public-tournaments:entry", args=[entry.token])
    return reverse("public-tournaments:wall", args=[row.pk])


def _entry_or_404(row: ScheduledEvent, number: int) -> tuple[Tournament, Entry]:
    _, state = load_tournament(row.pk)
    entry = state.find(number)
    if entry is None:
        raise Http404(f"entry {number}")
    return state, entry


def _pdf(paper: bytes, name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return HttpResponse(paper, content_type="application/pdf", headers=headers)


def _event_or_404(staff: Staff, event: int) -> ScheduledEvent:
    """Return an event in a room where the person works."""
    row = ScheduledEvent.objects.select_related("room", "template").filter(pk=event).first()
    if row is None:
        raise Http404(f"event {event}")
    room_or_404(staff.user, row.room_id)
    return row


def _page(
    request: HttpRequest, staff: Staff, event: int, at: str, refusal: Refusal | None = None
) -> HttpResponse:
    row = _event_or_404(staff, event)
    name = at if at in PAGES else "director"
    context: dict[str, Any] = {
        "staff": staff,
        "room": row.room,
        "rooms": list(rooms_of(staff.user)),
        "page": PAGES[name](row, staff, request),
        "at": name,
        "command": str(uuid4()),
        "form_data": request.POST.dict() if refusal else {},
        "refused": refusal_message(refusal) if refusal else "",
    }
    if name == "tables":
        context["free_tables"] = free_tables(row.room_id)
    status = http_status(refusal) if refusal else 200
    return render(request, f"tournaments/{name}.html", context, status=status)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 7 else 0


def _register(row: ScheduledEvent, staff: Staff, request: HttpRequest) -> EventPage:
    done = _number(request.GET.get("done", ""))
    return RegisterPage(row, staff, timezone.now(), done, request.GET.get("search", ""))


def _deal(row: ScheduledEvent, staff: Staff, request: HttpRequest) -> EventPage:
    return DealPage(row, staff, timezone.now(), left=request.GET.get("left", ""))


PAGES: dict[str, Pages] = {
    "director": lambda row, staff, request: DirectorPage(row, staff, timezone.now()),
    "tables": lambda row, staff, request: DirectorPage(row, staff, timezone.now()),
    "payouts": lambda row, staff, request: PayoutsPage(row, staff, timezone.now()),
    "bags": lambda row, staff, request: BagsPage(row, staff, timezone.now()),
    "register": _register,
    "deal": _deal,
}
