"""The public pages of tournaments: wall, schedule, a player's own page. There is no sign-in."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from staff.models import Room
from tournaments.models import ScheduledEvent, TournamentEntry
from tournaments.pages.entry_page import TABS, EntryPage
from tournaments.pages.schedule_page import DAYS, schedule
from tournaments.pages.wall_page import WallPage
from waitlist.messages import format_public_time

TOKEN = re.compile(r"[A-Za-z0-9_-]{20,40}")


@require_GET
@never_cache
def wall(request: HttpRequest, event: int) -> HttpResponse:
    """Show the clock of an event for everyone in the room; `wall.js` keeps fetching it."""
    rows = ScheduledEvent.objects.select_related("room__board_settings")
    now = timezone.now()
    page = WallPage(get_object_or_404(rows, pk=event), now)
    moves = page.moves if page.has_begun else []
    context = {"page": page, "moves": moves, "time": format_public_time(now)}
    answer = render(request, "tournaments/wall.html", context)
    answer["X-Robots-Tag"] = "noindex"
    return answer


@require_GET
@never_cache
def schedule_index(request: HttpRequest) -> HttpResponse:
    """Redirect to the first room's schedule."""
    room = Room.objects.order_by("pk").first()
    if room is None:
        raise Http404
    return redirect("public-tournaments:schedule", room.pk)


@require_GET
@never_cache
def schedule_of_room(request: HttpRequest, room: int) -> HttpResponse:
    """Show the events of the next days, on a phone and on paper."""
    selected = get_object_or_404(Room, pk=room)
    now = timezone.now()
    context = {
        "room": selected,
        "days": schedule(selected, now),
        "most_days": DAYS,
        "now": format_public_time(now),
    }
    return render(request, "tournaments/schedule.html", context)


@require_GET
@never_cache
def entry(request: HttpRequest, token: str, tab: str = "seat") -> HttpResponse:
    """Show the page of the entry with this token; `entry.js` keeps fetching it."""
    if not TOKEN.fullmatch(token) or tab not in dict(TABS):
        raise Http404
    rows = TournamentEntry.objects.select_related("event__room")
    row = get_object_or_404(rows, token=token)
    now = timezone.now()
    page = EntryPage(row.event, row.number, now)
    context = {
        "page": page,
        "room": row.event.room,
        "token": token,
        "tab": "seat" if page.takes_whole_page else tab,
        "tabs": TABS,
        "now": format_public_time(now),
    }
    answer = render(request, "tournaments/entry.html", context)
    # The address alone opens the page.
    answer["X-Robots-Tag"] = "noindex"
    answer["Referrer-Policy"] = "same-origin"
    return answer
