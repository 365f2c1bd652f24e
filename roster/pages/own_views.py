"""Views of a dealer's own week on the phone. A dealer sends only commands about the own shifts."""

from typing import Annotated, Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from journal.device_context import device
from outbox.phones.keys import public_key
from poker.refusal import Refusal
from roster.calendar_feed import feed_of, renew_feed
from roster.crew_log import crew_execute, load_crew
from roster.notice_address import address_change, address_of
from roster.own_tokes import own_tokes
from roster.pages import local_times as times
from roster.pages.crew_forms import OWN_CREW_FORMS
from roster.pages.form_fields import unknown_form
from roster.pages.own_page import OwnWeekPage
from roster.pages.page_context import (
    base_context,
    load_weeks,
    names_of,
    render_page,
    week_or_refuse,
)
from roster.pages.week_forms import OWN_WEEK_FORMS
from roster.week_log import current_weeks, week_execute, weeks_not_over
from rulings.alerts.phones import phone_allow, phone_remove, phones_of
from staff.models import Room, Staff
from staff.staff_rooms import room_or_404
from web.form_commands import command_id
from web.guard import for_staff
from web.posted import Posted, Text, text
from web.rooms import selected_room, with_room_in_address

NAME_LENGTH = 60
PARTS = {
    "shifts": "My week",
    "offers": "Offers",
    "time-off": "Time off",
    "wishes": "Wishes",
    "more": "More",
    "tokes": "Tokes",
}
TABS = ("shifts", "offers", "time-off", "wishes", "more")
SHORT_NAMES = PARTS | {"shifts": "Shifts"}
HEADINGS = PARTS | {"wishes": "Availability and wishes", "more": "Calendar and contract"}
DONE = {
    "give_up": "Offered to everyone. It stays yours until someone takes it.",
    "propose_swap": "The swap is offered. You keep your shift until it is approved.",
    "take_shift": "Done. If a supervisor has to approve it, you get a notice.",
    "withdraw_request": "Taken back.",
    "call_off": "The floor knows that you can\u2019t come.",
    "ask_early_out": "You\u2019re on the early-out list.",
    "withdraw_early_out": "You\u2019re off the early-out list.",
    "set_availability": "Saved.",
    "set_wishes": "Saved.",
    "set_bid": "Saved.",
    "set_address": "Saved.",
    "ask_time_off": "A manager decides. You see it here.",
    "cancel_time_off": "Taken back.",
}


@require_GET
@for_staff("roster.own_week")
@with_room_in_address
def mine(request: HttpRequest, staff: Staff, part: str = "shifts") -> HttpResponse:
    """Show one part of the own week."""
    if part not in PARTS:
        raise Http404(part)
    room, _ = selected_room(request, staff)
    return _mine(request, staff, room, part)


@require_POST
@for_staff("roster.own_week")
def mine_act(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Execute a command about the own week, and show the part it came from."""
    selected = room_or_404(staff.user, room)
    part = request.POST.get("part", "")
    ask = request.POST.get("ask", "")
    try:
        _execute(request, staff, selected, ask)
    except Refusal as refusal:
        return _mine(request, staff, selected, part if part in PARTS else "shifts", refusal)
    query = urlencode({"room": room, "done": ask})
    name = part if part in PARTS else "shifts"
    return redirect(f"{_address(name)}?{query}")


def _address(part: str) -> str:
    """Return the address of a part. A form that answers with another address reloads the page."""
    return reverse("roster:mine") if part == "shifts" else reverse("roster:mine-part", args=[part])


def _execute(request: HttpRequest, staff: Staff, room: Room, ask: str) -> None:
    """Run the command of a form for the signed-in dealer, whoever the form names."""
    posted = request.POST.copy()
    posted["dealer"] = staff.key
    posted["member"] = staff.key
    options: dict[str, Any] = {
        "command_id": command_id(request),
        "actor": staff.key,
        "now": timezone.now(),
    }
    if ask in OWN_CREW_FORMS:
        command = OWN_CREW_FORMS[ask](posted)
        crew_execute(room_id=room.pk, command=command, **options)
        return
    read = OWN_WEEK_FORMS.get(ask)
    if read is None:
        raise unknown_form(ask)
    week = week_or_refuse(room, times.monday_or_404(posted.get("monday", "")))
    week_execute(week_id=week.pk, command=read(posted), **options)


@require_GET
@for_staff("roster.own_week")
def mine_swap(
    request: HttpRequest, staff: Staff, room: int, monday: str, shift: int
) -> HttpResponse:
    """Show the shifts for which an own shift can be swapped, by day."""
    selected = room_or_404(staff.user, room)
    page = _page(selected, staff)
    week = page.weeks.get(times.monday_or_404(monday))
    own = week.shift(shift) if week else None
    if week is None or own is None or own.dealer != staff.key or own.start <= page.ms:
        raise Http404("shift")
    days = [day for day in times.days_of(monday) if day >= times.local_day(page.ms)]
    day = request.GET.get("day", "")
    day = day if day in days else own.day
    choices = [
        {"shift": choice, "name": name} for choice, name in page.swap_choices(monday, own, day)
    ]
    context = _context(request, staff, selected, page, "shifts", None)
    context |= {
        "own": own,
        "monday": monday,
        "days": [(key, times.day_text(key)) for key in days],
        "day": day,
        "choices": choices,
        "needs_approval": page.crew.rules.approves_swaps,
    }
    return render_page(request, "swap", context, None)


@require_POST
@for_staff("roster.own_week")
def notice_address(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Set where notices about the own shifts go. Blank is nowhere."""
    selected = room_or_404(staff.user, room)
    try:
        address_change(
            staff=staff, phone=request.POST.get("phone", ""), email=request.POST.get("email", "")
        )
    except Refusal as refusal:
        return _mine(request, staff, selected, "more", refusal)
    query = urlencode({"room": room, "done": "set_address"})
    return redirect(f"{_address('more')}?{query}")


class PhoneForm(Posted):
    """The subscription at the browser's push service; "remove" ends that of this browser."""

    act: Annotated[str, text(10)]
    endpoint: Text
    public_key: Annotated[str, text(200)]
    auth_secret: Annotated[str, text(200)]


@require_POST
@for_staff("roster.own_week")
def phone(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Let this browser show notices about the own shifts, or stop that."""
    selected = room_or_404(staff.user, room)
    form = PhoneForm.read(request.POST)
    now = timezone.now()
    try:
        if form.act == "remove":
            for row in phones_of(staff).filter(session=request.session.session_key):
                phone_remove(phone=row, now=now)
        else:
            phone_allow(
                staff=staff,
                session_key=request.session.session_key or "",
                endpoint=form.endpoint,
                public_key=form.public_key,
                auth_secret=form.auth_secret,
                name=device().partition(" · ")[0][:NAME_LENGTH],
                now=now,
            )
    except Refusal as refusal:
        return _mine(request, staff, selected, "more", refusal)
    return redirect(f"{_address('more')}?{urlencode({'room': room, 'done': 'set_address'})}")


@require_POST
@for_staff("roster.own_week")
def calendar_renew(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Make a calendar link. The old one stops working."""
    renew_feed(staff, timezone.now())
    return redirect(f"{reverse('roster:mine-part', args=['more'])}?{urlencode({'room': room})}")


def _page(room: Room, staff: Staff, typed: dict[str, str] | None = None) -> OwnWeekPage:
    now = timezone.now()
    crew = load_crew(room.pk)
    rows = {*current_weeks(room.pk, now), *weeks_not_over(room.pk, now)}
    weeks = load_weeks(rows)
    return OwnWeekPage(room, staff, now, crew, weeks, names_of(crew, weeks), typed or {})


def _context(
    request: HttpRequest,
    staff: Staff,
    room: Room | None,
    page: OwnWeekPage | None,
    part: str,
    refusal: Refusal | None,
) -> dict[str, Any]:
    context = base_context(request, staff, room, "mine", refusal)
    open_offers = [offer for offer in page.offers if not offer.broken] if page else []
    context |= {
        "page": page,
        "part": part,
        "heading": HEADINGS[part],
        "parts": [
            (key, _address(key), name, len(open_offers) if key == "offers" else 0)
            for key, name in SHORT_NAMES.items()
            if key in TABS
        ],
        "tab": part if part in TABS else "more",
        "done": DONE.get(request.GET.get("done", ""), ""),
    }
    return context


def _mine(
    request: HttpRequest,
    staff: Staff,
    room: Room | None,
    part: str,
    refusal: Refusal | None = None,
) -> HttpResponse:
    typed = request.POST.dict() if refusal else {}
    page = _page(room, staff, typed) if room else None
    context = _context(request, staff, room, page, part, refusal)
    if part == "tokes" and room is not None:
        context["own_tokes"] = own_tokes(staff, room)
    if part == "more":
        context |= {
            "address": typed or address_of(staff),
            "public_key": public_key(timezone.now()),
            "has_phone": phones_of(staff).filter(session=request.session.session_key).exists(),
        }
        feed = feed_of(staff)
        path = reverse("roster:calendar", args=[feed.token]) if feed else ""
        url = request.build_absolute_uri(path) if feed else ""
        context |= {
            "calendar_url": url,
            "calendar_webcal": f"webcal://{url.partition('://')[2]}" if feed else "",
        }
    return render_page(request, "mine", context, refusal)
