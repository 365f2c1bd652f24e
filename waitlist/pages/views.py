"""The desk's views: parse, call one action, render."""

from collections.abc import Callable
from datetime import datetime
from hashlib import blake2b
from urllib.parse import urlencode
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import mark_safe
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from journal.unix_time import milliseconds
from poker.refusal import Refusal
from staff.models import Room, Staff
from staff.permissions import require
from staff.staff_rooms import rooms_of
from tables.game_keys import list_key, list_name, title_of
from tables.opening_hours import opening_state
from waitlist import messages
from waitlist.actions import load_waitlists
from waitlist.adding import Addition, add_to_lists, checked_phone
from waitlist.pages.command_forms import DeskForm, parse_chain, parse_command, parse_seat_request
from waitlist.pages.join_desk import decide, joining_fragment
from waitlist.pages.known_players import known_players
from waitlist.pages.page_fragments import PageFragment, fill_fragment, render_page
from waitlist.pages.pages import DeskQuery
from waitlist.pages.player_lookup import find_player
from waitlist.pages.policy_form import parse_policy
from waitlist.pages.room_snapshot import current_room_snapshot
from waitlist.pages.undo_bar import undo_fragment
from waitlist.rules.commands import (
    AddPlayer,
    ConfirmSeated,
    OpenWaitlist,
    SetPolicy,
    WaitlistCommand,
)
from waitlist.seat_changes import seat_change_list
from waitlist.seatings import waitlist_execute
from web.badge_sign_in import badge_sign_in
from web.guard import for_staff
from web.last_room import remember_room
from web.messages.refusals import http_status, refusal_message
from web.rooms import selected_room


def closed_fragment(hours: str, now: datetime) -> PageFragment:
    """Return the warning as a fragment of the page, empty while the room is open. It changes with the clock."""
    state = opening_state(timezone.localtime(now), hours)
    html = ""
    if not state.is_open:
        text = messages.opening_text(state, now)
        html = format_html(
            '<p class="warned">The room is closed. {}. Tell a player who is on the way.</p>', text
        )
    return PageFragment(html, blake2b(html.encode(), digest_size=6).hexdigest())


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with badge and PIN, for this browser and one shift."""
    return badge_sign_in(
        request,
        area=lambda next_url: "desk",
        default_url=reverse("desk:index"),
        check=lambda staff, next_url: require(staff, "tables.keep_lists"),
    )


@require_GET
@for_staff("tables.keep_lists", area="desk")
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Redirect to the room named by `?room=`, as on the floor, or else to the room used last."""
    room, _ = selected_room(request, staff)
    if room is None:
        raise Refusal("no_room_yet")
    return redirect("desk:room", room.pk)


@gzip_page
@require_GET
@for_staff("tables.keep_lists", area="desk")
def desk(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Show the waitlists of a room, one of them open."""
    shown = get_object_or_404(Room, pk=room)
    remember_room(request.session, shown)
    return _render_desk(request, staff, shown)


@gzip_page
@require_POST
@for_staff("tables.keep_lists", area="desk")
def do(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Execute one waitlist command: call, hold, seat, pass, move, remove."""

    def work() -> None:
        command = parse_command(request.POST)
        if isinstance(command, ConfirmSeated) and command.transfer:
            require(staff, "tables.supervise")  # chips brought along that are no buy-in (S-003)
        _execute(request, staff, room, command)

    return _run_action(request, staff, get_object_or_404(Room, pk=room), work)


@gzip_page
@require_POST
@for_staff("tables.keep_lists", area="desk")
def joining(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Confirm or refuse the request of a player who asked by phone."""

    def work() -> None:
        decide(request, staff, room)

    return _run_action(request, staff, get_object_or_404(Room, pk=room), work)


@gzip_page
@require_POST
@for_staff("tables.keep_lists", area="desk")
def add(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Add a player at the end of one or several waitlists, all or none. The first entry of a running game opens its
    list.
    """
    form = DeskForm.read(request.POST)

    def work() -> None:
        if form.choice and not form.lists:
            raise Refusal("no_game_chosen")
        player, alias = find_player(form.who)
        add_to_lists(
            room_id=room,
            addition=Addition(
                player=player,
                name=alias,
                keys=list(dict.fromkeys(form.lists)) or [form.list],
                phone=checked_phone(form.phone, timezone.now()),
                here=form.here != "no",
                local=form.local,
            ),
            command_id=form.command,
            actor=staff.key,
            now=timezone.now(),
        )

    return _run_action(request, staff, get_object_or_404(Room, pk=room), work)


@require_GET
@for_staff("tables.keep_lists", area="desk")
def known(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Return the players on file who match a typed alias, as items of a list."""
    get_object_or_404(Room, pk=room)
    now = timezone.now()
    snapshot = current_room_snapshot(room, now)
    players = known_players(request.GET.get("who", "")[:60], snapshot, now)
    return render(request, "waitlist/_known.html", {"players": players})


@gzip_page
@require_POST
@for_staff("tables.keep_lists", area="desk")
def interest(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Open an interest list for a game that does not run."""
    form = DeskForm.read(request.POST)
    title = form.plaque
    number = min(form.wants, 14)

    def work() -> None:
        title_of(list_key(title), room)
        _execute(
            request,
            staff,
            room,
            OpenWaitlist(list_key(title), list_name(title), "interest", number),
        )

    return _run_action(request, staff, get_object_or_404(Room, pk=room), work, list_key(title))


@gzip_page
@require_POST
@for_staff("tables.keep_lists", area="desk")
def policy(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Set the waitlist policy; for supervisors and managers."""

    def work() -> None:
        require(staff, "tables.supervise")
        _execute(
            request,
            staff,
            room,
            SetPolicy(parse_policy(request.POST, load_waitlists(room).policy)),
        )

    return _run_action(request, staff, get_object_or_404(Room, pk=room), work)


@gzip_page
@require_POST
@for_staff("tables.keep_lists", area="desk")
def chain(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Set the must-move chain of a game; for supervisors and managers."""

    def work() -> None:
        require(staff, "tables.supervise")
        _execute(request, staff, room, parse_chain(DeskForm.read(request.POST), staff.key))

    return _run_action(request, staff, get_object_or_404(Room, pk=room), work)


@gzip_page
@require_POST
@for_staff("tables.keep_lists", area="desk")
def change(request: HttpRequest, staff: Staff, room: int) -> HttpResponse:
    """Request a seat change or a table change; the first request opens its list."""

    def work() -> None:
        form = DeskForm.read(request.POST)
        player, alias = find_player(form.who)
        lists = load_waitlists(room)
        line = seat_change_list(room, lists, form.list, form.kind, player, alias)
        if lists.waitlist(line.key) is None:
            _execute(request, staff, room, line, str(uuid4()))
        wish = parse_seat_request(form.wish)
        _execute(request, staff, room, AddPlayer(line.key, player, alias, wish=wish))

    return _run_action(request, staff, get_object_or_404(Room, pk=room), work)


def _execute(
    request: HttpRequest, staff: Staff, room: int, command: WaitlistCommand, command_id: str = ""
) -> None:
    waitlist_execute(
        room_id=room,
        command_id=command_id or DeskForm.read(request.POST).command,
        command=command,
        actor=staff.key,
        now=timezone.now(),
    )


def _run_action(
    request: HttpRequest, staff: Staff, room: Room, work: Callable[[], None], key: str = ""
) -> HttpResponse:
    """Run an action and redirect to the desk; show the page with the message if it was refused."""
    try:
        work()
    except Refusal as refusal:
        return _render_desk(request, staff, room, refusal)
    query = urlencode({"list": key or DeskForm.read(request.POST).list})
    return redirect(f"{reverse('desk:room', args=[room.pk])}?{query}")


def _render_desk(
    request: HttpRequest, staff: Staff, room: Room, refusal: Refusal | None = None
) -> HttpResponse:
    """Render the page. A refresh sends the fingerprints that it has; unchanged fragments stay empty, without a
    fingerprint.
    """
    data = request.POST if request.method == "POST" else request.GET
    query = DeskQuery(*(data.get(name, "")[:60] for name in ("list", "at", "name", "find", "from")))
    rendered = render_page(request, room.pk, query, supervises=staff.supervises)
    now = timezone.now()
    rendered_parts = {
        **rendered.parts,
        "undo": undo_fragment(rendered.page, staff.key, now),
        "joining": joining_fragment(rendered.page, now),
        "closed": closed_fragment(room.opening_hours, now),
    }
    refused = refusal_message(refusal) if refusal else ""
    status = http_status(refusal) if refusal else 200
    token = get_token(request)
    had = set(request.headers.get("X-Parts", "").split())
    changed = {
        name: part
        for name, part in rendered_parts.items()
        if f"{name}.{part.fingerprint}" not in had
    }
    context = {
        "page": rendered.page,
        "rooms": rooms_of(staff.user),
        "staff": staff,
        "refused": refused,
        "at": now,
        "now": milliseconds(now),
        "fingerprints": {_template_name(name): part.fingerprint for name, part in changed.items()},
        "parts": {
            _template_name(name): mark_safe(fill_fragment(part.html, token, now))
            for name, part in changed.items()
        },
    }
    return render(request, "waitlist/desk.html", context, status=status)


def _template_name(name: str) -> str:
    """Return a name that a template accepts."""
    return name.replace("-", "_")
