"""Screens in the lobby: a browser becomes a board, kiosk or wall display by badge and PIN; the page that lists them."""

from dataclasses import dataclass
from typing import Annotated

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from poker.refusal import Refusal
from staff.keys import actor_names
from staff.models import Room, Staff
from waitlist import messages
from waitlist.lobby_screens import Kind, is_screen, screen_allow, screen_remove
from waitlist.models import LobbyScreen
from waitlist.pages.qr_codes import join_url
from web.guard import for_staff
from web.messages.refusals import http_status, refusal_message
from web.posted import Posted, Signed, number

COOKIE = "floorbook_screen_{kind}"
COOKIE_SECONDS = 400 * 24 * 3600  # the longest time that browsers keep a cookie
_PAGES = {Kind.BOARD: "board:room", Kind.KIOSK: "kiosk:room", Kind.WALL: "wall:room"}


class RemoveForm(Posted):
    screen: Annotated[int, number(18)]


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenRow:
    pk: int
    title: str
    by: str
    made: str


def is_allowed_screen(request: HttpRequest, room: int, kind: str = Kind.BOARD) -> bool:
    """Return whether this browser was authorized as such a screen of the room."""
    return is_screen(room, kind, request.COOKIES.get(COOKIE.format(kind=kind), "")[:60])


@never_cache
@require_http_methods(["GET", "POST"])
def allow(request: HttpRequest, room: int, kind: str) -> HttpResponse:
    """Make this browser a screen of the room, with badge and PIN; no one is signed in here."""
    if kind not in Kind.values:
        raise Http404
    selected = get_object_or_404(Room, pk=room)
    refusal = None
    if request.method == "POST":
        try:
            form = Signed.read(request.POST)
            key = screen_allow(room=selected, kind=kind, now=timezone.now(), **form.signature)
        except Refusal as error:
            refusal = error
        else:
            answer = redirect(_PAGES[Kind(kind)], room)
            answer.set_cookie(
                COOKIE.format(kind=kind),
                key,
                max_age=COOKIE_SECONDS,
                secure=request.is_secure(),
                httponly=True,
                samesite="Lax",
            )
            return answer
    context = {
        "room": selected,
        "kind": kind,
        "badge": request.POST.get("badge", "")[:10],
        "refused": refusal_message(refusal) if refusal else "",
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "waitlist/screen.html", context, status=status)


@require_GET
@for_staff("tables.keep_lists", area="desk")
def lobby(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Show the ways to join without the desk: the addresses, the sheet for the wall, the screens."""
    return _lobby(request, staff, get_object_or_404(Room, pk=room))


@require_POST
@for_staff("tables.keep_lists", area="desk")
def remove(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Remove a screen; for supervisors and managers."""
    selected = get_object_or_404(Room, pk=room)
    try:
        number = RemoveForm.read(request.POST).screen
        screen_remove(room=selected, number=number, staff=staff, now=timezone.now())
    except Refusal as refusal:
        return _lobby(request, staff, selected, refusal)
    return redirect("desk:lobby", room)


def _lobby(
    request: HttpRequest, staff: Staff, room: Room, refusal: Refusal | None = None
) -> HttpResponse:
    screens = list(LobbyScreen.objects.filter(room=room))
    names = actor_names(screen.by for screen in screens)
    context = {
        "room": room,
        "staff": staff,
        "supervises": staff.supervises,
        "refused": refusal_message(refusal) if refusal else "",
        "join_url": join_url(request, room.pk),
        "addresses": [
            (kind.label, request.build_absolute_uri(reverse("screen:allow", args=[room.pk, kind])))
            for kind in Kind
        ],
        "screens": [
            ScreenRow(
                pk=screen.pk,
                title=screen.get_kind_display(),
                by=names.get(screen.by, ""),
                made=f"{timezone.localtime(screen.made_at):%b %-d, %Y}, {messages.format_time(screen.made_at)}",
            )
            for screen in screens
        ],
    }
    status = http_status(refusal) if refusal else 200
    return render(request, "waitlist/lobby.html", context, status=status)
