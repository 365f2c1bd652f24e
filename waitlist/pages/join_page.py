"""Joining a list from a phone: a public page without an account, opened by the QR code on the wall or on the board.

A browser has one open request. Once it is confirmed, the page links to the player's own page.
"""

from collections.abc import Callable
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Annotated

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from poker.refusal import Refusal
from staff.models import Room
from waitlist import messages
from waitlist.actions import load_waitlists
from waitlist.joining import (
    LIFETIME,
    JoinInput,
    join_request_confirm_by_code,
    join_request_make,
    join_request_withdraw,
    requests_of_browser,
)
from waitlist.models import JoinRequest
from waitlist.pages.board import room_hours_text
from waitlist.pages.room_snapshot import GameSummary, RoomSnapshot, current_room_snapshot
from web.messages.refusals import http_status, refusal_message
from web.posted import Posted, every, line, text

COOKIE = "floorbook_join"
COOKIE_SECONDS = 24 * 3600  # as long as a request is kept
MAX_TYPED = 400  # characters read from a field; a longer text is refused by its own rule
MAX_GAMES = 60  # maximum games that are read
SHOWN_GAMES = 4  # games shown; all others open with one tap
State = JoinRequest.State


class JoinForm(Posted):
    """The fields of the page. code: the code on the board, once the request waits."""

    name: Annotated[str, text(MAX_TYPED)]
    phone: Annotated[str, line(60)]
    games: Annotated[list[str], every(line(40))]
    code: Annotated[str, line(20)]


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinableGame:
    """A list that a player may join. title: short; full: the plaque's name, "" if it is the same."""

    key: str
    title: str
    full: str
    state: str  # how many wait, and for how long
    is_chosen: bool = False


@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, room: int) -> HttpResponse:
    """Show the form, this browser's request, or the link to the player's own page. A POST stores a request."""
    selected = get_object_or_404(Room, pk=room)
    browser = request.COOKIES.get(COOKIE, "")[:60]
    last = requests_of_browser(browser, room).first() if browser else None
    if request.method == "POST":
        return _make(request, selected, browser)
    if last is None or "again" in request.GET or last.state == State.ENDED:
        return _form(request, selected)
    if last.state == State.CONFIRMED:
        return (
            redirect("line:page", last.token)
            if _is_listed(room, last.token)
            else _form(request, selected)
        )
    return _waiting(request, selected, last)


@never_cache
@require_POST
def code(request: HttpRequest, room: int) -> HttpResponse:
    """Confirm the request with the code on the board."""

    def work(last: JoinRequest) -> None:
        typed = JoinForm.read(request.POST).code
        join_request_confirm_by_code(request=last, code=typed, now=timezone.now())

    return _act(request, room, work)


@never_cache
@require_POST
def withdraw(request: HttpRequest, room: int) -> HttpResponse:
    """End the request."""
    return _act(request, room, lambda last: join_request_withdraw(request=last, now=timezone.now()))


def joinable_games(snapshot: RoomSnapshot, chosen: list[str]) -> list[JoinableGame]:
    """Return the lists of a room that a player may join, in the order of the desk."""
    return [
        JoinableGame(
            key=game.key,
            title=game.short_title,
            full=game.title if game.short_title != game.title else "",
            state=_state(game),
            is_chosen=game.key in chosen,
        )
        for game in snapshot.games
    ]


def _state(game: GameSummary) -> str:
    """Return the number waiting for a game and the wait: "31 wait, over 60 min", "no one waits"."""
    count = f"{game.waiting} wait{'s' if game.waiting == 1 else ''}" if game.waiting else ""
    if game.names_needed is not None:
        wait = messages.interest_status(game.names_needed)
    else:
        wait = messages.wait_range(game.wait) if game.wait else ""
    return ", ".join(part for part in (count, wait) if part) or "no one waits"


def _is_listed(room_id: int, token: str) -> bool:
    """Return whether the player of a page is still on a list."""
    lists = load_waitlists(room_id)
    return any(entry.token == token for waitlist in lists.lists for entry in waitlist.entries)


def _make(request: HttpRequest, room: Room, browser: str) -> HttpResponse:
    browser = browser or token_urlsafe(24)
    now = timezone.now()
    try:
        form = JoinForm.read(request.POST)
        snapshot = current_room_snapshot(room.pk, now)
        join_request_make(
            room=room,
            browser=browser,
            data=JoinInput(name=form.name, phone=form.phone, games=form.games[:MAX_GAMES]),
            offered={game.key for game in snapshot.games},
            now=now,
        )
    except Refusal as refusal:
        return _form(request, room, refusal)
    answer = redirect("join:room", room.pk)
    answer.set_cookie(
        COOKIE,
        browser,
        max_age=COOKIE_SECONDS,
        path="/join/",
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
    return answer


def _act(request: HttpRequest, room: int, work: Callable[[JoinRequest], None]) -> HttpResponse:
    """Run an action on this browser's request, and show the page, with the message if it was refused."""
    selected = get_object_or_404(Room, pk=room)
    browser = request.COOKIES.get(COOKIE, "")[:60]
    last = requests_of_browser(browser, room).first() if browser else None
    try:
        if last is None:
            raise Refusal("join_closed")
        work(last)
    except Refusal as refusal:
        if last is not None:
            last.refresh_from_db()
        if last is None or last.state != State.WAITING:
            return redirect("join:room", room)
        return _waiting(request, selected, last, refusal)
    return redirect("join:room", room)


def _form(request: HttpRequest, room: Room, refusal: Refusal | None = None) -> HttpResponse:
    now = timezone.now()
    if not room.joins_by_phone:
        refusal = refusal or Refusal("join_off")
        context = {"room": room, "is_off": True, "hours": room_hours_text(room.opening_hours, now)}
        return _rendered(request, "join", context, refusal)
    chosen = request.POST.getlist("games")
    games = joinable_games(current_room_snapshot(room.pk, now), chosen)
    context = {
        "room": room,
        "name": request.POST.get("name", "")[:MAX_TYPED],
        "phone": request.POST.get("phone", "")[:60],
        "games": games[:SHOWN_GAMES],
        "more_games": games[SHOWN_GAMES:],
        "now": messages.format_public_time(now),
        "hours": room_hours_text(room.opening_hours, now),
    }
    return _rendered(request, "join", context, refusal)


def _waiting(
    request: HttpRequest, room: Room, last: JoinRequest, refusal: Refusal | None = None
) -> HttpResponse:
    now = timezone.now()
    titles = current_room_snapshot(room.pk, now).short_titles
    context = {
        "room": room,
        "request_name": last.name,
        "games": [titles.get(key, key) for key in last.games],
        "is_refused": last.state == State.REFUSED,
        "is_late": last.made_at <= now - LIFETIME,
        "is_for_desk": last.tries >= JoinRequest.MAX_TRIES,
        "until": messages.format_public_time(last.made_at + LIFETIME),
        "now": messages.format_public_time(now),
    }
    return _rendered(request, "join_waiting", context, refusal)


def _rendered(
    request: HttpRequest, name: str, context: dict[str, object], refusal: Refusal | None
) -> HttpResponse:
    context["refused"] = refusal_message(refusal) if refusal else ""
    status = http_status(refusal) if refusal else 200
    answer = render(request, f"waitlist/{name}.html", context, status=status)
    answer["X-Robots-Tag"] = "noindex"
    return answer
