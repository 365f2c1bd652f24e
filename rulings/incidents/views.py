"""Views of incidents and sanctions: parse, call one action, render."""

from collections.abc import Callable
from datetime import datetime

from django.contrib import messages as flash
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
from rulings.guard import for_staff
from rulings.incidents import pages
from rulings.incidents.floor_reports import IncidentInput, incident_report
from rulings.incidents.models import Incident
from rulings.incidents.notes import note_add
from rulings.incidents.sanction_decisions import players_separate, sanction_decide, sanction_end
from rulings.messages.refusals import http_status, refusal_message
from rulings.sign_in import floor_sign_in
from staff.models import Staff
from staff.sign_in_page import sign_in_page

Answer = Callable[..., HttpResponse]
ALIASES_LENGTH = 400  # characters of the aliases of separated players


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign in with badge and PIN."""
    then, text, status = _next(request), "", 200
    if request.method == "POST":
        badge, pin = _badge(request)
        try:
            floor_sign_in(request=request, badge=badge, pin=pin, now=timezone.now())
        except Refusal as refused:
            text, status = refusal_message(refused), http_status(refused)
        else:
            return redirect(then)
    area = "players" if then.startswith(reverse("players:index")) else "incidents"
    return sign_in_page(request, area, next_url=then, refused=text, status=status)


@require_GET
@for_staff("rulings.view_incident", area="incidents")
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the incidents, filtered, newest first."""
    return _page(request, "index", staff, incident_list=pages.incident_list(staff, request.GET))


@require_http_methods(["GET", "POST"])
@for_staff("rulings.view_incident", area="incidents")
def report(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Record an incident seen on the floor, with its details."""
    refusal = None
    if request.method == "POST":
        try:
            incident = incident_report(
                staff=staff, incident_input=_parse_incident(request), now=timezone.now()
            )
        except Refusal as refused:
            refusal = refused
        else:
            flash.success(request, "Recorded.")
            return redirect("incidents:incident", incident.pk)
    return _page(
        request,
        "report",
        staff,
        refusal,
        form=pages.IncidentForm(staff, request.POST or request.GET),
    )


@require_GET
@for_staff("rulings.view_incident", area="incidents")
def incident(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show an incident with its notes and the next step of the ladder."""
    return _incident(request, staff, pk)


@require_POST
@for_staff("rulings.view_incident", area="incidents")
def note(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Add a note to an incident."""
    incident = get_object_or_404(pages.incidents_of(staff), pk=pk)
    try:
        note_add(
            incident=incident,
            staff=staff,
            text=request.POST.get("text", ""),
            ruling=_parse_number(request.POST.get("ruling", "")),
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _incident(request, staff, pk, refusal)
    flash.success(request, "Added.")
    return redirect("incidents:incident", pk)


@require_POST
@for_staff("rulings.view_incident", area="incidents")
def sanction_for(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Sanction the player for this incident."""
    incident = get_object_or_404(pages.incidents_of(staff), pk=pk)
    try:
        _sanction(request, incident.player, incident)
    except Refusal as refusal:
        return _incident(request, staff, pk, refusal)
    return redirect("incidents:incident", pk)


@require_GET
@for_staff("rulings.view_incident", area="incidents")
def players(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show all players with a standing, or the search matches."""
    found = pages.people(request.GET.get("who", ""), timezone.now())
    return _page(request, "players", staff, people=found, who=request.GET.get("who", ""))


@require_GET
@for_staff("rulings.view_incident", area="incidents")
def player(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show a player: standing, sanctions, incidents."""
    return _player(request, staff, pk)


@require_POST
@for_staff("rulings.view_incident", area="incidents")
def sanction(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Sanction a player."""
    try:
        _sanction(request, get_object_or_404(Player, pk=pk), None)
    except Refusal as refusal:
        return _player(request, staff, pk, refusal)
    return redirect("incidents:player", pk)


@require_POST
@for_staff("rulings.view_incident", area="incidents")
def lift(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Lift a sanction."""
    sanction = get_object_or_404(Sanction.objects.select_related("player"), pk=pk)
    badge, pin = _badge(request)
    try:
        sanction_end(
            sanction=sanction,
            badge=badge,
            pin=pin,
            reason=request.POST.get("reason", ""),
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _player(request, staff, sanction.player_id, refusal)
    flash.success(request, f"Lifted: {sanction.get_kind_display().lower()}.")
    return redirect("incidents:player", sanction.player_id)


@require_POST
@for_staff("rulings.view_incident", area="incidents")
def apart(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Keep players apart, or let two play together again."""
    player = get_object_or_404(Player, pk=pk)
    badge, pin = _badge(request)
    try:
        players_separate(
            player=player,
            others=request.POST.get("other", "")[:ALIASES_LENGTH],
            apart=request.POST.get("apart") == "yes",
            badge=badge,
            pin=pin,
            reason=request.POST.get("apart_reason", ""),
            now=timezone.now(),
        )
    except Refusal as refusal:
        return _player(request, staff, pk, refusal)
    return redirect("incidents:player", pk)


def _sanction(request: HttpRequest, player: Player, for_: Incident | None) -> None:
    badge, pin = _badge(request)
    kind = request.POST.get("kind", "")
    # The form proposes an end, which only a suspension has.
    until = (
        _parse_moment(request.POST.get("until", "")) if kind == Sanction.Kind.SUSPENSION else None
    )
    sanction = sanction_decide(
        player=player,
        badge=badge,
        pin=pin,
        kind=kind,
        until=until,
        reason=request.POST.get("reason", ""),
        incident=for_,
        now=timezone.now(),
    )
    flash.success(request, f"{sanction.get_kind_display()} given to {player.alias}.")


def _incident(
    request: HttpRequest, staff: Staff, pk: int, refusal: Refusal | None = None
) -> HttpResponse:
    incident = get_object_or_404(pages.incidents_of(staff), pk=pk)
    page = pages.IncidentPage(incident, staff, timezone.now(), request.POST.dict())
    return _page(request, "incident", staff, refusal, page=page)


def _player(
    request: HttpRequest, staff: Staff, pk: int, refusal: Refusal | None = None
) -> HttpResponse:
    player = get_object_or_404(Player, pk=pk)
    page = pages.PlayerPage(player, staff, timezone.now(), request.POST.dict())
    return _page(request, "player", staff, refusal, page=page)


def _page(
    request: HttpRequest,
    name: str,
    staff: Staff | None,
    refusal: Refusal | None = None,
    **more: object,
) -> HttpResponse:
    text = refusal_message(refusal) if refusal else ""
    context = {"staff": staff, "refused": text, "at": name, **more}
    status = http_status(refusal) if refusal else 200
    return render(request, f"rulings/incidents/{name}.html", context, status=status)


def _parse_incident(request: HttpRequest) -> IncidentInput:
    """Return the submitted form."""
    return IncidentInput(
        command_id=request.POST.get("command_id", ""),
        table=request.POST.get("table", ""),
        seat=_parse_number(request.POST.get("seat", "")) or 0,
        player=request.POST.get("player", "").strip()[:60],
        category=request.POST.get("category", ""),
        severity=_parse_number(request.POST.get("severity", "")) or 0,
        seen_by=request.POST.get("seen_by", ""),
        hand=_parse_number(request.POST.get("hand", "")),
        note=request.POST.get("note", ""),
    )


def _parse_number(text: str) -> int | None:
    """Return the number of a row; 0, which no row has, if it is not a number."""
    if not text:
        return None
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 18 else 0


def _badge(request: HttpRequest) -> tuple[str, str]:
    return request.POST.get("badge", "").strip()[:40], request.POST.get("pin", "")[:40]


def _next(request: HttpRequest) -> str:
    """Return the URL after the sign-in: a page of this site, never another site's."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(wanted, allowed_hosts=None)
    return wanted if is_ours and wanted.startswith("/") else reverse("incidents:index")


def _parse_moment(text: str) -> datetime | None:
    """Parse a date and time of the room; None if empty. Raises `Refusal` if it is not a date."""
    if not text.strip():
        return None
    try:
        parsed_at = parse_datetime(text.strip())
    except ValueError:
        parsed_at = None
    if parsed_at is None:
        raise Refusal("date_unreadable", "", value=text[:30])
    return parsed_at if timezone.is_aware(parsed_at) else timezone.make_aware(parsed_at)
