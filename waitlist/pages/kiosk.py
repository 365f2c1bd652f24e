"""Self check-in on a tablet in the lobby: a browser that a manager authorized puts players on lists without the desk.

The page keeps no data of a player: it resets after 30 seconds without a touch, and the browser key of a request is used
once.
"""

from secrets import token_urlsafe

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from poker.refusal import Refusal
from staff.keys import PLAYER_KIOSK
from staff.models import Room
from tables.short_names import titles_of
from waitlist import messages
from waitlist.actions import load_waitlists
from waitlist.joining import JoinInput, join_request_confirm_present, join_request_make
from waitlist.lobby_screens import Kind
from waitlist.models import JoinRequest
from waitlist.pages.board import room_hours_text
from waitlist.pages.join_page import MAX_GAMES, JoinForm, joinable_games
from waitlist.pages.qr_codes import own_page
from waitlist.pages.room_snapshot import current_room_snapshot
from waitlist.pages.screen_page import is_allowed_screen
from web.messages.refusals import http_status, refusal_message


@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, room: int) -> HttpResponse:
    """Show the keys, and put a player on lists. An unauthorized browser is redirected to its authorization."""
    selected = get_object_or_404(Room, pk=room)
    if not is_allowed_screen(request, room, Kind.KIOSK):
        return redirect("screen:allow", room, Kind.KIOSK)
    return _join(request, selected) if request.method == "POST" else _form(request, selected)


def _join(request: HttpRequest, room: Room) -> HttpResponse:
    now = timezone.now()
    join_request: JoinRequest | None = None
    try:
        form = JoinForm.read(request.POST)
        offered = {game.key for game in current_room_snapshot(room.pk, now).games}
        join_request = join_request_make(
            room=room,
            browser=token_urlsafe(24),
            data=JoinInput(name=form.name, phone=form.phone, games=form.games[:MAX_GAMES]),
            offered=offered,
            now=now,
            is_kiosk=True,
        )
        join_request = join_request_confirm_present(
            request=join_request, actor=PLAYER_KIOSK, now=now
        )
    except Refusal as refusal:
        if join_request is None:
            return _form(request, room, refusal)
        return _done(request, room, join_request)
    return _done(request, room, join_request)


def _form(request: HttpRequest, room: Room, refusal: Refusal | None = None) -> HttpResponse:
    now = timezone.now()
    chosen = request.POST.getlist("games")
    context = {
        "room": room,
        "games": joinable_games(current_room_snapshot(room.pk, now), chosen),
        "name": request.POST.get("name", "")[:400],
        "phone": request.POST.get("phone", "")[:60],
        "hours": room_hours_text(room.opening_hours, now),
        "now": messages.format_public_time(now),
        "refused": refusal_message(refusal) if refusal else "",
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "waitlist/kiosk.html", context, status=status)


def _done(request: HttpRequest, room: Room, join_request: JoinRequest) -> HttpResponse:
    """Show the positions, or that the desk has to decide; the request waits there."""
    lists = load_waitlists(room.pk)
    titles = titles_of({waitlist.key: waitlist.title for waitlist in lists.lists})
    places = [
        (titles[waitlist.key], at)
        for waitlist in lists.lists
        for at, entry in enumerate(waitlist.entries, 1)
        if join_request.token and entry.token == join_request.token
    ]
    context = {
        "room": room,
        "request_name": join_request.name,
        "places": places,
        "code": own_page(request, join_request.token),
        "now": messages.format_public_time(timezone.now()),
    }
    return render(request, "waitlist/kiosk_done.html", context)
