"""The floor's pages of conduct: parse, call one action, show."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from players.models import Player, Sanction
from poker.refusal import Refusal
from rulings.incidents import pages, words
from rulings.incidents.deciding import players_part, sanction_decide, sanction_end
from rulings.incidents.models import Incident
from rulings.incidents.notes import note_add
from rulings.incidents.reporting import Said, incident_report
from rulings.incidents.roles import must
from rulings.sign_in import floor_sign_in, staff_of
from tables.models import Staff

Answer = Callable[..., HttpResponse]
LONGEST_SET = 400  # letters of the aliases of those who are kept apart


def of_floor(answer: Answer) -> Answer:
    """Only who may read incidents; others are asked to sign in, or told that they may not."""

    @wraps(answer)
    def edge(request: HttpRequest, *args: object, **named: object) -> HttpResponse:
        staff = staff_of(request)
        if staff is None:
            return redirect(f"{reverse('incidents:sign-in')}?next={request.path}")
        try:
            must(staff, "see")
        except Refusal as refusal:
            return _page(request, "refused", staff, refusal)
        return answer(request, staff, *args, **named)

    edged: Answer = never_cache(edge)
    return edged


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Badge and PIN."""
    refusal = None
    if request.method == "POST":
        badge, pin = _badge(request)
        try:
            floor_sign_in(request=request, badge=badge, pin=pin, now=timezone.now())
        except Refusal as refused:
            refusal = refused
        else:
            return redirect(_next(request))
    return _page(request, "sign_in", None, refusal, next=_next(request))


@require_GET
@of_floor
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """What was reported, the newest first, filtered."""
    return _page(request, "index", staff, listed=pages.listed(request.GET))


@require_http_methods(["GET", "POST"])
@of_floor
def report(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Report what was seen on the floor, with its detail."""
    refusal = None
    if request.method == "POST":
        try:
            made = incident_report(staff=staff, said=_said(request), now=timezone.now())
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, "Recorded.")
            return redirect("incidents:incident", made.pk)
    return _page(request, "report", staff, refusal, form=pages.Form(request.POST or request.GET))


@require_GET
@of_floor
def incident(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """One incident, what was added to it, and what the house would do next."""
    return _incident(request, staff, pk)


@require_POST
@of_floor
def note(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Add to an incident."""
    found = get_object_or_404(Incident, pk=pk)
    try:
        note_add(
            incident=found,
            staff=staff,
            text=request.POST.get("text", ""),
            ruling=_number(request.POST.get("ruling", "")),
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _incident(request, staff, pk, refusal)
    messages.success(request, "Added.")
    return redirect("incidents:incident", pk)


@require_POST
@of_floor
def sanction_for(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Sanction the player for this incident."""
    found = get_object_or_404(Incident.objects.select_related("player"), pk=pk)
    try:
        _sanction(request, found.player, found)
    except Refusal as refusal:
        return _incident(request, staff, pk, refusal)
    return redirect("incidents:incident", pk)


@require_GET
@of_floor
def players(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Everybody who has a standing, or whoever is looked for."""
    found = pages.people(request.GET.get("who", ""), timezone.now())
    return _page(request, "players", staff, people=found, who=request.GET.get("who", ""))


@require_GET
@of_floor
def player(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """One player: standing, sanctions, incidents."""
    return _player(request, staff, pk)


@require_POST
@of_floor
def sanction(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Sanction a player."""
    try:
        _sanction(request, get_object_or_404(Player, pk=pk), None)
    except Refusal as refusal:
        return _player(request, staff, pk, refusal)
    return redirect("incidents:player", pk)


@require_POST
@of_floor
def lift(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Lift a sanction."""
    found = get_object_or_404(Sanction.objects.select_related("player"), pk=pk)
    badge, pin = _badge(request)
    try:
        sanction_end(
            sanction=found,
            badge=badge,
            pin=pin,
            reason=request.POST.get("reason", ""),
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _player(request, staff, found.player_id, refusal)
    messages.success(request, f"Lifted: {found.get_kind_display().lower()}.")
    return redirect("incidents:player", found.player_id)


@require_POST
@of_floor
def apart(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Keep players from sharing a game, or let two of them again."""
    found = get_object_or_404(Player, pk=pk)
    badge, pin = _badge(request)
    try:
        players_part(
            player=found,
            others=request.POST.get("other", "")[:LONGEST_SET],
            apart=request.POST.get("apart") == "yes",
            badge=badge,
            pin=pin,
            reason=request.POST.get("apart_reason", ""),
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _player(request, staff, pk, refusal)
    return redirect("incidents:player", pk)


def _sanction(request: HttpRequest, who: Player, for_: Incident | None) -> None:
    badge, pin = _badge(request)
    kind = request.POST.get("kind", "")
    # The form proposes an end, which only a suspension has.
    until = _moment(request.POST.get("until", "")) if kind == Sanction.Kind.SUSPENSION else None
    given = sanction_decide(
        player=who,
        badge=badge,
        pin=pin,
        kind=kind,
        until=until,
        reason=request.POST.get("reason", ""),
        incident=for_,
        now=timezone.now(),
    )
    messages.success(request, f"{given.get_kind_display()} given to {who.alias}.")


def _incident(
    request: HttpRequest, staff: Staff, pk: int, refusal: Refusal | None = None
) -> HttpResponse:
    found = get_object_or_404(pages.INCIDENTS, pk=pk)
    page = pages.IncidentPage(found, staff, timezone.now(), request.POST.dict())
    return _page(request, "incident", staff, refusal, page=page)


def _player(
    request: HttpRequest, staff: Staff, pk: int, refusal: Refusal | None = None
) -> HttpResponse:
    found = get_object_or_404(Player, pk=pk)
    page = pages.PlayerPage(found, staff, timezone.now(), request.POST.dict())
    return _page(request, "player", staff, refusal, page=page)


def _page(
    request: HttpRequest,
    name: str,
    staff: Staff | None,
    refusal: Refusal | None = None,
    **more: object,
) -> HttpResponse:
    said = words.sentence(refusal) if refusal else ""
    context = {"staff": staff, "refused": said, "at": name, **more}
    status = words.status(refusal) if refusal else 200
    return render(request, f"rulings/incidents/{name}.html", context, status=status)


def _said(request: HttpRequest) -> Said:
    """The form as it was filled in."""
    return Said(
        command_id=request.POST.get("command_id", ""),
        table=request.POST.get("table", ""),
        seat=_number(request.POST.get("seat", "")) or 0,
        player=request.POST.get("player", "").strip()[:60],
        category=request.POST.get("category", ""),
        severity=_number(request.POST.get("severity", "")) or 0,
        seen_by=request.POST.get("seen_by", ""),
        hand=_number(request.POST.get("hand", "")),
        note=request.POST.get("note", ""),
    )


def _number(text: str) -> int | None:
    """The number of a row; 0, which none has, for what is no number."""
    if not text:
        return None
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0


def _badge(request: HttpRequest) -> tuple[str, str]:
    return request.POST.get("badge", "").strip()[:40], request.POST.get("pin", "")[:40]


def _next(request: HttpRequest) -> str:
    """Where to after the sign-in: a page of this room, never another site's."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    here = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if here and wanted.startswith("/") else reverse("incidents:index")


def _moment(text: str) -> datetime | None:
    """A date and time of the room; empty is none. Refuses what is no date."""
    if not text.strip():
        return None
    try:
        found = parse_datetime(text.strip())
    except ValueError:
        found = None
    if found is None:
        raise Refusal("date_unreadable", "", value=text[:30])
    return found if timezone.is_aware(found) else timezone.make_aware(found)
