"""The registry's pages: parse, call one action, show."""

from collections.abc import Callable
from dataclasses import fields
from datetime import datetime, time
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from players import importing
from players.aliases import same
from players.models import Player
from players.registry import PERSONAL, Said, player_change, player_new
from players_ui import pages
from players_ui.deciding import exclusion_decide, forget_decide, merge_decide
from players_ui.roles import may, must
from poker.refusal import Refusal
from rulings.sign_in import staff_of
from rulings.wording.refusals import refusal as sentence
from tables.models import Room, Staff
from tables.visits import alias_free, check_in, check_out

Answer = Callable[..., HttpResponse]
STATUS = {"not_signed_in": 401, "not_allowed": 403, "bad_sign_in": 403, "locked_out": 429}
OTHER = 422


def of_staff(answer: Answer) -> Answer:
    """Only who may look at players; others are asked to sign in, or told that they may not."""

    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        staff = staff_of(request)
        if staff is None:
            if request.method == "POST":  # its address is no page to come back to
                return _page(request, "refused", None, Refusal("not_signed_in"))
            return redirect(f"{reverse('incidents:sign-in')}?next={request.path}")
        try:
            must(staff, "see")
            return answer(request, staff, *args, **named)
        except Refusal as refusal:
            return _page(request, "refused", staff, refusal)

    edged: Answer = never_cache(edge)
    return edged


@require_GET
@of_staff
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Everybody, or whoever is looked for."""
    said = request.GET
    listed = pages.listed(said.get("who", ""), said.get("page", "1"), staff, timezone.now())
    return _page(request, "index", staff, listed=listed, 
                 may_change=may(staff, "change"), legal=may(staff, "legal"))  # fmt: skip


@require_http_methods(["GET", "POST"])
@of_staff
def new(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Write a player down."""
    must(staff, "change")
    refusal = None
    if request.method == "POST":
        try:
            _free_alias(request, staff)
            made = player_new(said=_said(request, staff), by=staff.key, now=timezone.now())
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, f"{made.alias} is written down.")
            return redirect("players:player", made.pk)
    return _form(request, staff, None, refusal)


@require_GET
@of_staff
def player(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """One player: standing, visits, who changed what."""
    return _player(request, staff, pk)


@require_http_methods(["GET", "POST"])
@of_staff
def edit(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Change a player."""
    must(staff, "change")
    found, refusal = get_object_or_404(Player, pk=pk), None
    if request.method == "POST":
        try:
            _free_alias(request, staff, found)
            said = _said(request, staff)
            made = player_change(player=found, said=said, by=staff.key, now=timezone.now())
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, "Changed." if made else "Nothing was other than it is.")
            return redirect("players:player", pk)
    return _form(request, staff, found, refusal)


@require_POST
@of_staff
def come_in(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Check in."""
    must(staff, "change")
    found = get_object_or_404(Player, pk=pk)
    room = get_object_or_404(Room, pk=_number(request.POST.get("room", "")))
    return _done(
        request, staff, pk,
        lambda: check_in(player=found, room=room, by=staff.key, now=timezone.now()),
        "Checked in.",
    )  # fmt: skip


@require_POST
@of_staff
def go_out(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Check out."""
    must(staff, "change")
    found = get_object_or_404(Player, pk=pk)
    return _done(
        request, staff, pk,
        lambda: check_out(player=found, by=staff.key, now=timezone.now()),
        "Checked out.",
    )  # fmt: skip


@require_POST
@of_staff
def exclude(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Write a self-exclusion down."""
    found, said = get_object_or_404(Player, pk=pk), request.POST
    badge, pin = _badge(request)
    return _done(
        request, staff, pk,
        lambda: exclusion_decide(
            player=found, since=_day(said.get("since", "")), until=_day(said.get("until", "")),
            for_good=said.get("for_good") == "yes", badge=badge, pin=pin, now=timezone.now(),
        ),
        "Written down. No seat is given anywhere before its end.",
    )  # fmt: skip


@require_POST
@of_staff
def merge(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Another player is this one."""
    found, said = get_object_or_404(Player, pk=pk), request.POST
    badge, pin = _badge(request)
    return _done(
        request, staff, pk,
        lambda: merge_decide(
            player=found, other=said.get("other", ""), reason=said.get("reason", ""),
            badge=badge, pin=pin, now=timezone.now(),
        ),
        "They are one player now.",
    )  # fmt: skip


@require_POST
@of_staff
def forget(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Nothing is known of the person any more; two managers agree."""
    found, said = get_object_or_404(Player, pk=pk), request.POST
    badge, pin = _badge(request)
    return _done(
        request, staff, pk,
        lambda: forget_decide(
            player=found, staff=staff, reason=said.get("reason", ""), badge=badge, pin=pin,
            now=timezone.now(),
        ),
        "Nothing is known of this person any more.",
    )  # fmt: skip


@require_http_methods(["GET", "POST"])
@of_staff
def import_file(request: HttpRequest, staff: Staff) -> HttpResponse:
    """A dry run of a file, and the import."""
    must(staff, "import")
    refusal, found = None, None
    if request.method == "POST":
        sent = request.FILES.get("file")
        data = sent.read(importing.MOST_BYTES + 1) if sent else b""
        try:
            found = importing.read(data, timezone.now())
            if request.POST.get("commit") == "yes" and not found.bad:
                count = importing.commit(data, by=staff.key, now=timezone.now())
                messages.success(request, f"{importing.players(count)} came in.")
                return redirect("players:index")
        except Refusal as refused:
            refusal = refused
    bad = [(row.line, sentence(row.refusal)) for row in found.bad] if found else []
    return _page(request, "import", staff, refusal, found=found, bad=bad,
                 columns=", ".join(importing.COLUMNS))  # fmt: skip


def _done(
    request: HttpRequest, staff: Staff, pk: int, act: Callable[[], object], said: str
) -> HttpResponse:
    try:
        act()
    except Refusal as refusal:
        return _player(request, staff, pk, refusal)
    messages.success(request, said)
    return redirect("players:player", pk)


def _player(
    request: HttpRequest, staff: Staff, pk: int, refusal: Refusal | None = None
) -> HttpResponse:
    found = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
    if found.merged_into is not None:
        return redirect("players:player", found.merged_into.pk)
    page = pages.PlayerPage(found, staff, timezone.now(), request.POST.dict())
    return _page(request, "player", staff, refusal, page=page)


def _form(
    request: HttpRequest, staff: Staff, found: Player | None, refusal: Refusal | None
) -> HttpResponse:
    shown = pages.form_of(found, request.POST.dict(), staff)
    taken = refusal is not None and refusal.code == "alias_taken"
    return _page(request, "form", staff, refusal, fields=shown, player=found, taken=taken)


def _said(request: HttpRequest, staff: Staff) -> Said:
    """What was typed, without what this person may not even see."""
    names = [field.name for field in fields(Said)]
    if not may(staff, "legal"):
        names = [name for name in names if name not in PERSONAL]
    return Said(**{name: request.POST.get(name) for name in names})


def _free_alias(request: HttpRequest, staff: Staff, but: Player | None = None) -> None:
    """Where it was asked for, the alias of somebody who is not here is given to this player."""
    if request.POST.get("free") != "yes":
        return
    key = same(request.POST.get("alias", ""))
    holder = Player.objects.filter(alias_key=key).first() if key else None
    if holder is not None and holder != but:
        alias_free(player=holder, by=staff.key, now=timezone.now())


def _page(
    request: HttpRequest,
    name: str,
    staff: Staff | None,
    refusal: Refusal | None = None,
    **more: object,
) -> HttpResponse:
    said = sentence(refusal) if refusal else ""
    may_import = staff is not None and may(staff, "import")
    context = {"staff": staff, "refused": said, "at": name, "may_import": may_import, **more}
    status = STATUS.get(refusal.code, OTHER) if refusal else 200
    return render(request, f"players_ui/{name}.html", context, status=status)


def _badge(request: HttpRequest) -> tuple[str, str]:
    return request.POST.get("badge", "").strip()[:40], request.POST.get("pin", "")[:40]


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0


def _day(text: str) -> datetime | None:
    """The beginning of a day in the room; None for what is none."""
    try:
        day = parse_date(text)
    except ValueError:
        return None
    return timezone.make_aware(datetime.combine(day, time.min)) if day else None
