"""Registry pages: parse, call one action, render."""

from collections.abc import Callable
from dataclasses import fields
from datetime import datetime, time
from typing import Annotated

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.dateparse import parse_date
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from floor_ui.players import pages
from floor_ui.players.manager_decisions import (
    anonymize_decide,
    employment_decide,
    exclusion_decide,
    merge_decide,
)
from players import importing
from players.models import Player
from players.registry import PERSONAL, PlayerInput, player_new
from poker.refusal import Refusal
from staff.aliases import canonical_alias
from staff.models import Staff
from staff.permissions import may, require
from staff.rooms import require_room
from staff.staff_rooms import room_or_404
from waitlist.player_aliases import player_edit
from waitlist.visits import alias_free, check_in, check_out, open_visit
from web.guard import for_staff
from web.messages.refusals import http_status, refusal_message
from web.posted import Flag, Number, OptionalText, Posted, UncutSigned, Verbatim

Answer = Callable[..., HttpResponse]


def day(typed: str) -> datetime | None:
    """Return the start of a day in the room; None if it is not a date."""
    try:
        date = parse_date(typed)
    except ValueError:
        return None
    return timezone.make_aware(datetime.combine(date, time.min)) if date else None


class PlayerForm(Posted):
    """The fields of `PlayerInput`. free: gives the player the alias of one who is not in the room."""

    alias: OptionalText
    legal_name: OptionalText
    card_number: OptionalText
    phone: OptionalText
    email: OptionalText
    born: OptionalText
    notes: OptionalText
    free: Flag


class CheckInForm(Posted):
    """The room."""

    room: Number


class ExclusionForm(UncutSigned):
    """The first and last day of a self-exclusion."""

    since: Annotated[datetime | None, day]
    until: Annotated[datetime | None, day]
    for_good: Flag


class DecisionForm(UncutSigned):
    """A decision about a player. other: the duplicate."""

    other: Verbatim
    reason: Verbatim


class EmploymentForm(UncutSigned):
    """What a player does for the house; blank for nothing."""

    works_as: Verbatim


class ImportForm(Posted):
    """Whether the file is imported after the dry run."""

    commit: Flag


@require_GET
@for_staff("players.view_player", area="incidents")
def index(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show all players, or the search result."""
    data = request.GET
    player_list = pages.player_list(
        data.get("who", ""), data.get("page", "1"), staff, timezone.now()
    )
    return _page(
        request,
        "index",
        staff,
        player_list=player_list,
        may_change=may(staff, "players.change_player"),
        shows_legal_names=may(staff, "players.view_legal_name"),
    )


@require_http_methods(["GET", "POST"])
@for_staff("players.view_player", area="incidents")
def new(request: HttpRequest, staff: Staff) -> HttpResponse:
    require(staff, "players.change_player")
    refusal = None
    if request.method == "POST":
        try:
            _free_alias(request, staff)
            player = player_new(
                player_input=_typed_values(request, staff), by=staff.key, now=timezone.now()
            )
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, f"{player.alias} added.")
            return redirect("players:player", player.pk)
    return _form(request, staff, None, refusal)


@require_GET
@for_staff("players.view_player", area="incidents")
def player(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Show one player: standing, visits, change history."""
    return _player(request, staff, pk)


@require_http_methods(["GET", "POST"])
@for_staff("players.view_player", area="incidents")
def edit(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    require(staff, "players.change_player")
    player = get_object_or_404(Player, pk=pk)
    refusal = None
    if request.method == "POST":
        try:
            _free_alias(request, staff, player)
            player_input = _typed_values(request, staff)
            changes = player_edit(
                player=player, player_input=player_input, by=staff.key, now=timezone.now()
            )
        except Refusal as refused:
            refusal = refused
        else:
            messages.success(request, "Saved." if changes else "No changes to save.")
            return redirect("players:player", pk)
    return _form(request, staff, player, refusal)


@require_POST
@for_staff("players.view_player", area="incidents")
def come_in(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    require(staff, "players.change_player")
    player = get_object_or_404(Player, pk=pk)
    room = room_or_404(staff.user, CheckInForm.read(request.POST).room)
    return _done(
        request,
        staff,
        pk,
        lambda: check_in(player=player, room=room, by=staff.key, now=timezone.now()),
        "Checked in.",
    )


@require_POST
@for_staff("players.view_player", area="incidents")
def go_out(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    require(staff, "players.change_player")
    player = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)

    def act() -> None:
        visit = open_visit(player)
        if visit is not None:
            require_room(staff, visit.room_id)
        check_out(player=player, by=staff.key, now=timezone.now())

    return _done(request, staff, pk, act, "Checked out.")


@require_POST
@for_staff("players.view_player", area="incidents")
def exclude(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record a self-exclusion."""
    player = get_object_or_404(Player, pk=pk)
    form = ExclusionForm.read(request.POST)
    return _done(
        request,
        staff,
        pk,
        lambda: exclusion_decide(
            player=player,
            since=form.since,
            until=form.until,
            for_good=form.for_good,
            now=timezone.now(),
            **form.signature,
        ),
        "Recorded. No seat can be given in any room until it ends.",
    )


@require_POST
@for_staff("players.view_player", area="incidents")
def merge(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Merge a duplicate into this player."""
    player = get_object_or_404(Player, pk=pk)
    form = DecisionForm.read(request.POST)
    return _done(
        request,
        staff,
        pk,
        lambda: merge_decide(
            player=player,
            other=form.other,
            reason=form.reason,
            now=timezone.now(),
            **form.signature,
        ),
        "Merged.",
    )


@require_POST
@for_staff("players.view_player", area="incidents")
def employ(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Record whether a player works for the house."""
    player = get_object_or_404(Player, pk=pk)
    form = EmploymentForm.read(request.POST)
    return _done(
        request,
        staff,
        pk,
        lambda: employment_decide(
            player=player, job=form.works_as, now=timezone.now(), **form.signature
        ),
        "Recorded.",
    )


@require_POST
@for_staff("players.view_player", area="incidents")
def forget(request: HttpRequest, staff: Staff, pk: int) -> HttpResponse:
    """Erase a player's details; two managers agree."""
    player = get_object_or_404(Player, pk=pk)
    form = DecisionForm.read(request.POST)
    return _done(
        request,
        staff,
        pk,
        lambda: anonymize_decide(
            player=player,
            staff=staff,
            reason=form.reason,
            now=timezone.now(),
            **form.signature,
        ),
        "Details erased.",
    )


@require_http_methods(["GET", "POST"])
@for_staff("players.view_player", area="incidents")
def import_file(request: HttpRequest, staff: Staff) -> HttpResponse:
    """Show a dry run of a file, and import it."""
    require(staff, "players.import_player")
    refusal = None
    parsed = None
    if request.method == "POST":
        uploaded_file = request.FILES.get("file")
        data = uploaded_file.read(importing.MAX_BYTES + 1) if uploaded_file else b""
        try:
            parsed = importing.read(data, timezone.now())
            if ImportForm.read(request.POST).commit and not parsed.bad:
                count = importing.commit(data, by=staff.key, now=timezone.now())
                messages.success(request, f"{importing.players(count)} imported.")
                return redirect("players:index")
        except Refusal as refused:
            refusal = refused
    bad = [(row.line, refusal_message(row.refusal)) for row in parsed.bad] if parsed else []
    return _page(
        request,
        "import",
        staff,
        refusal,
        parsed=parsed,
        errors=bad,
        columns=", ".join(importing.COLUMNS),
    )


def _done(
    request: HttpRequest, staff: Staff, pk: int, act: Callable[[], object], text: str
) -> HttpResponse:
    try:
        act()
    except Refusal as refusal:
        return _player(request, staff, pk, refusal)
    messages.success(request, text)
    return redirect("players:player", pk)


def _player(
    request: HttpRequest, staff: Staff, pk: int, refusal: Refusal | None = None
) -> HttpResponse:
    player = get_object_or_404(Player.objects.select_related("merged_into"), pk=pk)
    if player.merged_into is not None:
        return redirect("players:player", player.merged_into.pk)
    page = pages.PlayerPage(player, staff, timezone.now(), request.POST.dict())
    return _page(request, "player", staff, refusal, page=page)


def _form(
    request: HttpRequest, staff: Staff, player: Player | None, refusal: Refusal | None
) -> HttpResponse:
    shown = pages.form_of(player, request.POST.dict(), staff)
    taken = refusal is not None and refusal.code == "alias_taken"
    return _page(request, "form", staff, refusal, fields=shown, player=player, is_alias_taken=taken)


def _typed_values(request: HttpRequest, staff: Staff) -> PlayerInput:
    """Return the typed values, without fields that the staff member may not see."""
    names = [field.name for field in fields(PlayerInput)]
    if not may(staff, "players.view_legal_name"):
        names = [name for name in names if name not in PERSONAL]
    form = PlayerForm.read(request.POST)
    return PlayerInput(**{name: getattr(form, name) for name in names})


def _free_alias(request: HttpRequest, staff: Staff, but: Player | None = None) -> None:
    """If requested, give this player the alias of a player who is not in the room."""
    form = PlayerForm.read(request.POST)
    if not form.free:
        return
    key = canonical_alias(form.alias or "")
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
    text = refusal_message(refusal) if refusal else ""
    may_import = staff is not None and may(staff, "players.import_player")
    context = {
        "staff": staff,
        "refused": text,
        "at": name,
        "may_import": may_import,
        **more,
    }
    status = http_status(refusal) if refusal else 200
    return render(request, f"floor_ui/players/{name}.html", context, status=status)
