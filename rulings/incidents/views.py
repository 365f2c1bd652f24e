"""Views of incidents and sanctions: parse, call one action, render."""

from collections.abc import Callable
from typing import Annotated

import msgspec
from django.contrib import messages as flash
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from players.models import Player, Sanction
from poker.refusal import Refusal
from rulings.incidents import pages
from rulings.incidents.floor_reports import IncidentInput, incident_report
from rulings.incidents.models import Incident
from rulings.incidents.notes import note_add
from rulings.incidents.sanction_decisions import players_separate, sanction_decide, sanction_end
from staff.models import Staff
from staff.staff_rooms import rooms_of
from web.addresses import address
from web.badge_sign_in import badge_sign_in
from web.guard import for_staff
from web.last_room import chosen_room, remember_room
from web.messages.refusals import http_status, refusal_message
from web.posted import Flag, Moment, Number, Posted, UncutSigned, Verbatim, number, optional, text

Answer = Callable[..., HttpResponse]
ALIASES_LENGTH = 400  # characters of the aliases of separated players


class ReportForm(Posted):
    """An incident: the fields of `IncidentInput`."""

    command_id: Verbatim
    table: Verbatim
    seat: Number
    player: Annotated[str, text(60)]
    category: Verbatim
    severity: Number
    seen_by: Verbatim
    hand: Annotated[int | None, optional(number())]
    note: Verbatim


class NoteForm(Posted):
    """A note, and the ruling it is about."""

    text: Verbatim
    ruling: Annotated[int | None, optional(number())]


class ReasonForm(UncutSigned):
    """A signed decision with its reason."""

    reason: Verbatim


class SanctionForm(ReasonForm):
    """A sanction."""

    kind: Verbatim


class SuspensionForm(Posted):
    """The end of a suspension; the page proposes one for other sanctions, too, although they have no end."""

    until: Moment


class SeparationForm(UncutSigned):
    """The aliases of the players to keep apart or to let play together again."""

    other: Annotated[str, text(ALIASES_LENGTH, strip=False)]
    apart: Flag
    apart_reason: Verbatim


@never_cache
@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest) -> HttpResponse:
    return badge_sign_in(
        request,
        area=_area,
        default_url=reverse("incidents:index"),
        check=lambda staff, next_url: None,
    )


def _area(next_url: str) -> str:
    return "players" if next_url.startswith(address("players")) else "incidents"


@require_GET
@for_staff("rulings.view_incident", area="incidents")
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show the incidents of a room, filtered, newest first; of all rooms on demand."""
    choice = _room_choice(request, staff)
    incident_list = pages.incident_list(staff, request.GET, choice)
    return _page(request, "index", staff, None, incident_list=incident_list, **choice.context)


@require_http_methods(["GET", "POST"])
@for_staff("rulings.view_incident", area="incidents")
def report(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Record an incident seen on the floor, with its details."""
    refusal = None
    if request.method == "POST":
        try:
            data = IncidentInput(**msgspec.structs.asdict(ReportForm.read(request.POST)))
            incident = incident_report(staff=staff, incident_input=data, now=timezone.now())
        except Refusal as refused:
            refusal = refused
        else:
            flash.success(request, "Recorded.")
            return redirect("incidents:incident", incident.pk)
    choice = _room_choice(request, staff)
    form = pages.IncidentForm(staff, request.POST or request.GET, choice)
    return _page(request, "report", staff, refusal, form=form, **choice.context)


@require_GET
@for_staff("rulings.view_incident", area="incidents")
def incident(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show an incident with its notes and the next step of the ladder."""
    return _incident(request, staff, pk)


@require_POST
@for_staff("rulings.view_incident", area="incidents")
def note(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    incident = get_object_or_404(pages.incidents_of(staff), pk=pk)
    form = NoteForm.read(request.POST)
    now = timezone.now()
    try:
        note_add(incident=incident, staff=staff, text=form.text, ruling=form.ruling, now=now)
    except Refusal as refusal:
        return _incident(request, staff, pk, refusal)
    flash.success(request, "Added.")
    return redirect("incidents:incident", pk)


@require_POST
@for_staff("rulings.view_incident", area="incidents")
def sanction_for(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
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
    people = pages.people(request.GET.get("who", ""), timezone.now())
    return _page(request, "players", staff, people=people, who=request.GET.get("who", ""))


@require_GET
@for_staff("rulings.view_incident", area="incidents")
def player(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show a player: standing, sanctions, incidents."""
    return _player(request, staff, pk)


@require_POST
@for_staff("rulings.view_incident", area="incidents")
def sanction(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    try:
        _sanction(request, get_object_or_404(Player, pk=pk), None)
    except Refusal as refusal:
        return _player(request, staff, pk, refusal)
    return redirect("incidents:player", pk)


@require_POST
@for_staff("rulings.view_incident", area="incidents")
def lift(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    sanction = get_object_or_404(Sanction.objects.select_related("player"), pk=pk)
    form = ReasonForm.read(request.POST)
    try:
        sanction_end(sanction=sanction, reason=form.reason, now=timezone.now(), **form.signature)
    except Refusal as refusal:
        return _player(request, staff, sanction.player_id, refusal)
    flash.success(request, f"Lifted: {sanction.get_kind_display().lower()}.")
    return redirect("incidents:player", sanction.player_id)


@require_POST
@for_staff("rulings.view_incident", area="incidents")
def apart(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Keep players apart, or let two play together again."""
    player = get_object_or_404(Player, pk=pk)
    form = SeparationForm.read(request.POST)
    try:
        players_separate(
            player=player,
            others=form.other,
            apart=form.apart,
            reason=form.apart_reason,
            now=timezone.now(),
            **form.signature,
        )
    except Refusal as refusal:
        return _player(request, staff, pk, refusal)
    return redirect("incidents:player", pk)


def _room_choice(request: HttpRequest, staff: Staff) -> pages.RoomChoice:
    """Return the requested room, otherwise the one used last, and whether all rooms were requested."""
    rooms = list(rooms_of(staff.user))
    room = chosen_room(request, rooms) or next(iter(rooms), None)
    if room is not None:
        remember_room(request.session, room)
    return pages.RoomChoice(room, rooms, shows_all=request.GET.get("room") == pages.ALL_ROOMS)


def _sanction(request: HttpRequest, player: Player, for_: Incident | None) -> None:
    form = SanctionForm.read(request.POST)
    is_suspension = form.kind == Sanction.Kind.SUSPENSION
    sanction = sanction_decide(
        player=player,
        kind=form.kind,
        until=SuspensionForm.read(request.POST).until if is_suspension else None,
        reason=form.reason,
        incident=for_,
        now=timezone.now(),
        **form.signature,
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
