"""Managers let other programs in and shut them out; a token is shown once, in the answer that made it."""

from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from api import words
from api.hooks.keeping import delivery_again
from api.integrations import (
    carries,
    integration_make,
    integration_shut,
    permissions_of,
    token_make,
    token_revoke,
)
from api.models import Delivery, Hook, Integration, Token
from api.scopes import SCOPES
from audit.recording import record
from manage_ui.guard import Manager, of_manager
from poker.refusal import Refusal
from tables.models import Room, Staff

DAYS = ("30", "90", "365", "")
DEAD_SHOWN = 20


@require_GET
@of_manager("programs")
def index(request: HttpRequest, by: Manager) -> HttpResponse:
    """Who is let in."""
    return _page(request, by)


@require_POST
@of_manager("programs")
def make(request: HttpRequest, by: Manager) -> HttpResponse:
    """A program and its first token."""
    said, now = request.POST, timezone.now()
    try:
        room = _room(said.get("room", ""))
        days = _days(said.get("days", ""))
        made = integration_make(
            name=" ".join(said.get("name", "").split()),
            role=said.get("role", ""),
            scopes=said.getlist("scope"),
            room=room,
            by=_staff(by),
            now=now,
        )
    except Refusal as refusal:
        return _page(request, by, refusal)
    facts = {"role": made.role.name, "scopes": " ".join(made.scopes)}
    record(by, "integration_added", now=now, about=made, room=made.room_id, after=facts)
    return _token(request, by, made, days)


@require_POST
@of_manager("programs")
def another(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """One more token, so that the old one can be revoked when the program has it."""
    try:
        return _token(
            request, by, get_object_or_404(Integration, pk=pk), _days(request.POST.get("days", ""))
        )
    except Refusal as refusal:
        return _page(request, by, refusal)


def _token(request: HttpRequest, by: Manager, one: Integration, days: int | None) -> HttpResponse:
    now = timezone.now()
    token, text = token_make(integration=one, days=days, by=_staff(by), now=now)
    record(by, "token_made", now=now, about=one, room=one.room_id, after={"ends_in": token.hint})
    context = {"staff": by, "program": one, "token": token, "text": text}
    return render(request, "api/token.html", context)


@require_POST
@of_manager("programs")
def revoke(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """One token opens nothing any more."""
    token, now = get_object_or_404(Token, pk=pk), timezone.now()
    if token.revoked_at is None:
        token_revoke(token=token, now=now)
        room = token.integration.room_id
        gone = {"ends_in": token.hint}
        record(by, "token_revoked", now=now, about=token.integration, room=room, before=gone)
    return redirect("programs:index")


@require_POST
@of_manager("programs")
def shut(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """A program and all its tokens; it is told nothing any more."""
    one, now = get_object_or_404(Integration, pk=pk), timezone.now()
    if one.active:
        integration_shut(integration=one, now=now)
        record(by, "integration_shut", now=now, about=one, room=one.room_id)
    return redirect("programs:index")


@require_POST
@of_manager("programs")
def again(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """What was given up is sent once more."""
    try:
        delivery_again(delivery=get_object_or_404(Delivery, pk=pk), now=timezone.now())
    except Refusal as refusal:
        return _page(request, by, refusal)
    return redirect("programs:index")


def _page(request: HttpRequest, by: Manager, refusal: Refusal | None = None) -> HttpResponse:
    """What was typed stays."""
    rows = Integration.objects.select_related("room", "role", "made_by")
    dead = Delivery.objects.filter(state=Delivery.State.DEAD).order_by("-pk")
    roles = list(Group.objects.order_by("name"))
    carried = {role: permissions_of(role) for role in roles}
    typed = request.POST if request.method == "POST" else {}
    wanted = request.POST.getlist("scope")
    context = {
        "staff": by,
        "reads": by.reads,
        "programs": rows.prefetch_related("tokens", "hooks").order_by("-active", "name"),
        "waiting": _waiting(),
        "dead": dead.select_related("hook__integration")[:DEAD_SHOWN],
        "dead_in_all": dead.count(),
        "all_rooms": Room.objects.all(),
        "roles": roles,
        "scopes": [
            (
                scope,
                says,
                ", ".join(role.name for role in roles if carries(carried[role], scope)),
                scope in wanted,
            )
            for scope, (says, _) in SCOPES.items()
        ],
        "days": DAYS,
        "typed": typed,
        "refused": words.sentence(refusal) if refusal else "",
        "now": timezone.now(),
    }
    status = words.status(refusal) if refusal else 200
    return render(request, "api/programs.html", context, status=status)


def _waiting() -> dict[int, int]:
    """How much waits for each address."""
    found: dict[int, int] = {}
    rows = Delivery.objects.filter(state=Delivery.State.WAITING, hook__in=Hook.objects.all())
    for pk in rows.values_list("hook", flat=True)[:10_000]:
        found[pk] = found.get(pk, 0) + 1
    return found


def _staff(by: Manager) -> Staff | None:
    """None of an account without a badge."""
    found: Staff | None = getattr(by.user, "staff", None)
    return found


def _room(text: str) -> Room | None:
    if not text:
        return None
    number = text.isascii() and text.isdecimal() and len(text) < 10
    found = Room.objects.filter(pk=int(text)).first() if number else None
    if found is None:
        raise Refusal("no_such_room")
    return found


def _days(text: str) -> int | None:
    if text not in DAYS:
        raise Refusal("token_days", "", most=365)
    return int(text) if text else None
