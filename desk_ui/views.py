"""The desk's pages: parse, call one action, show."""

from collections.abc import Callable
from urllib.parse import urlencode
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from desk_ui import words
from desk_ui.asks import ask_of, chain_of, wishes
from desk_ui.guard import must, of_desk
from desk_ui.house import policy_of
from desk_ui.pages import Asked
from desk_ui.parts import filled, made
from desk_ui.players import player_written
from poker.refusal import Refusal
from poker.waiting.commands import AddName, Ask, OpenLine, Seated, SetPolicy
from rulings.sign_in import floor_sign_in, floor_sign_out
from tables.lists.asking import lists_ask, lists_now
from tables.lists.changing import change_line
from tables.lists.games import key_of, title_of
from tables.models import Room, Staff


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Badge and PIN, for this browser and one shift."""
    sent = request.POST if request.method == "POST" else request.GET
    then = _next(request, sent.get("next", ""))
    if request.method == "GET":
        return render(request, "desk_ui/sign_in.html", {"next": then})
    badge, pin = sent.get("badge", "").strip()[:10], sent.get("pin", "")[:8]
    try:
        must(floor_sign_in(request=request, badge=badge, pin=pin, now=timezone.now()))
    except Refusal as refusal:
        floor_sign_out(request)
        context = {"next": then, "badge": badge, "refused": words.sentence(refusal)}
        return render(request, "desk_ui/sign_in.html", context, status=words.status(refusal))
    return redirect(then)


def _next(request: HttpRequest, wanted: str) -> str:
    """Where to after the sign-in: a page of this room, else the desk."""
    fine = url_has_allowed_host_and_scheme(wanted, allowed_hosts={request.get_host()})
    return wanted if fine and wanted.startswith("/") else reverse("desk:index")


@require_GET
@of_desk
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """To the first room."""
    room = Room.objects.order_by("pk").first()
    if room is None:
        return render(request, "desk_ui/refused.html", {"refused": "There is no room yet."})
    return redirect("desk:room", room.pk)


@gzip_page
@require_GET
@of_desk
def desk(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """The lists of a room, one of them open."""
    return _desk(request, staff, get_object_or_404(Room, pk=room))


@gzip_page
@require_POST
@of_desk
def do(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Call, hold, seat, pass, move, take off: one command to the lists."""

    def work() -> None:
        asked = ask_of(request.POST.dict())
        if isinstance(asked, Seated) and asked.transfer:
            _must_supervise(staff)  # who brings a stake that is no buy-in (S-003)
        _ask(request, staff, room, asked)

    return _done(request, staff, get_object_or_404(Room, pk=room), work)


@gzip_page
@require_POST
@of_desk
def add(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """A player is put down, last; the list of a game that runs is opened by its first name."""
    key = request.POST.get("list", "")[:40]

    def work() -> None:
        player, alias = player_written(request.POST.get("who", ""))
        if lists_now(room).lists.line(key) is None:
            _ask(request, staff, room, OpenLine(key, title_of(key, room)), str(uuid4()))
        here, local = request.POST.get("here") != "no", request.POST.get("local") == "yes"
        _ask(request, staff, room, AddName(key, player, alias, here, local))

    return _done(request, staff, get_object_or_404(Room, pk=room), work)


@gzip_page
@require_POST
@of_desk
def interest(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """An interest list for a game that does not run."""
    title = request.POST.get("plaque", "")[:60]
    wants = request.POST.get("wants", "")
    number = int(wants) if wants.isascii() and wants.isdecimal() and len(wants) < 3 else 0

    def work() -> None:
        title_of(key_of(title), room)
        _ask(request, staff, room, OpenLine(key_of(title), title, "interest", min(number, 14)))

    return _done(request, staff, get_object_or_404(Room, pk=room), work, key_of(title))


@gzip_page
@require_POST
@of_desk
def policy(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """How the house runs its lists, from now on; supervisors and managers set it."""

    def work() -> None:
        _must_supervise(staff)
        _ask(
            request,
            staff,
            room,
            SetPolicy(policy_of(request.POST.dict(), lists_now(room).lists.policy)),
        )

    return _done(request, staff, get_object_or_404(Room, pk=room), work)


@gzip_page
@require_POST
@of_desk
def chain(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """The must-move chain of a game; supervisors and managers set it."""

    def work() -> None:
        _must_supervise(staff)
        key = request.POST.get("list", "")[:40]
        _ask(request, staff, room, chain_of(key, request.POST.dict(), staff.key))

    return _done(request, staff, get_object_or_404(Room, pk=room), work)


@gzip_page
@require_POST
@of_desk
def change(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Another seat at the table, or another table of the game; the list of it is opened by its first name."""

    def work() -> None:
        key, said = request.POST.get("list", "")[:40], request.POST
        player, alias = player_written(said.get("who", ""))
        line = change_line(room, key, said.get("kind", ""), player, alias)
        if lists_now(room).lists.line(line.key) is None:
            _ask(request, staff, room, line, str(uuid4()))
        wish = wishes(said.get("wish", ""))
        _ask(request, staff, room, AddName(line.key, player, alias, wish=wish))

    return _done(request, staff, get_object_or_404(Room, pk=room), work)


def _must_supervise(staff: Staff) -> None:
    if not staff.supervises:
        raise Refusal("not_a_supervisor", "S-012", name=staff.alias)


def _ask(request: HttpRequest, staff: Staff, room: int, command: Ask, command_id: str = "") -> None:
    lists_ask(
        room_id=room,
        command_id=command_id or request.POST.get("command", "")[:64] or str(uuid4()),
        command=command,
        actor=staff.key,
        now=timezone.now(),
    )


def _done(
    request: HttpRequest, staff: Staff, room: Room, work: Callable[[], None], key: str = ""
) -> HttpResponse:
    """The desk after an action; where it is refused, with the sentence and as it was."""
    try:
        work()
    except Refusal as refusal:
        return _desk(request, staff, room, refusal)
    query = urlencode({"list": key or request.POST.get("list", "")})
    return redirect(f"{reverse('desk:room', args=[room.pk])}?{query}")


def _desk(
    request: HttpRequest, staff: Staff, room: Room, refusal: Refusal | None = None
) -> HttpResponse:
    """The page; for its own script, which says what it has, only the parts that are others."""
    sent = request.POST if request.method == "POST" else request.GET
    asked = Asked(*(sent.get(name, "")[:60] for name in ("list", "at", "name", "find", "from")))
    made_, now = made(request, room.pk, asked, supervises=staff.supervises), timezone.now()
    refused = words.sentence(refusal) if refusal else ""
    status = words.status(refusal) if refusal else 200
    token, unix = get_token(request), int(now.timestamp() * 1000)
    if "X-Parts" in request.headers:
        had = set(request.headers["X-Parts"].split())
        parts = {
            name: [part.sum, filled(part.html, token, now)]
            for name, part in made_.parts.items()
            if f"{name}.{part.sum}" not in had
        }
        said = {"now": unix, "clock": words.clock(now), "refused": refused, "parts": parts}
        return JsonResponse(said, status=status)
    context = {
        "page": made_.page,
        "staff": staff,
        "refused": refused,
        "at": now,
        "now": unix,
        "sums": {_plain(name): part.sum for name, part in made_.parts.items()},
        "parts": {
            _plain(name): mark_safe(filled(part.html, token, now))
            for name, part in made_.parts.items()
        },
    }
    return render(request, "desk_ui/desk.html", context, status=status)


def _plain(name: str) -> str:
    """As a template can write it."""
    return name.replace("-", "_")
