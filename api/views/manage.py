"""Managers' page to authorize and disable API clients; a token is shown once, in the response that created it."""

from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from api import messages
from api.integrations import (
    integration_disable,
    integration_make,
    permissions_of,
    role_allows_scope,
    token_make,
    token_revoke,
)
from api.models import Delivery, Hook, Integration, Token
from api.scopes import SCOPES
from api.webhooks.management import delivery_retry
from manage_ui.guard import Manager, require_manager
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.models import Staff
from tables.models import Room

DAYS = ("30", "90", "365", "")
DEAD_SHOWN = 20


@require_GET
@require_manager("programs")
def index(request: HttpRequest, by: Manager) -> HttpResponse:
    """List the API clients."""
    return _page(request, by)


@require_POST
@require_manager("programs")
def make(request: HttpRequest, by: Manager) -> HttpResponse:
    """Create an API client and its first token."""
    data, now = request.POST, timezone.now()
    try:
        room = _room(data.get("room", ""))
        days = _days(data.get("days", ""))
        integration = integration_make(
            name=" ".join(data.get("name", "").split()),
            role=data.get("role", ""),
            scopes=data.getlist("scope"),
            room=room,
            by=_staff(by),
            now=now,
        )
    except Refusal as refusal:
        return _page(request, by, refusal)
    facts = {"role": integration.role.name, "scopes": " ".join(integration.scopes)}
    record(
        by, "integration_added", now=now, about=integration, room=integration.room_id, after=facts
    )
    return _token(request, by, integration, days)


@require_POST
@require_manager("programs")
def add_token(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """Create another token, so that the client can switch before the old one is revoked."""
    try:
        return _token(
            request, by, get_object_or_404(Integration, pk=pk), _days(request.POST.get("days", ""))
        )
    except Refusal as refusal:
        return _page(request, by, refusal)


def _token(
    request: HttpRequest, by: Manager, integration: Integration, days: int | None
) -> HttpResponse:
    now = timezone.now()
    token, text = token_make(integration=integration, days=days, by=_staff(by), now=now)
    record(
        by,
        "token_made",
        now=now,
        about=integration,
        room=integration.room_id,
        after={"ends_in": token.hint},
    )
    context = {"staff": by, "program": integration, "token": token, "text": text}
    return render(request, "api/token.html", context)


@require_POST
@require_manager("programs")
def revoke(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """Revoke one token."""
    token, now = get_object_or_404(Token, pk=pk), timezone.now()
    if token.revoked_at is None:
        token_revoke(token=token, now=now)
        room = token.integration.room_id
        gone = {"ends_in": token.hint}
        record(by, "token_revoked", now=now, about=token.integration, room=room, before=gone)
    return redirect("programs:index")


@require_POST
@require_manager("programs")
def disable(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """Disable a client, its tokens and its webhooks."""
    integration, now = get_object_or_404(Integration, pk=pk), timezone.now()
    if integration.active:
        integration_disable(integration=integration, now=now)
        record(by, "integration_shut", now=now, about=integration, room=integration.room_id)
    return redirect("programs:index")


@require_POST
@require_manager("programs")
def redeliver(request: HttpRequest, by: Manager, pk: int) -> HttpResponse:
    """Retry a failed delivery."""
    try:
        delivery_retry(delivery=get_object_or_404(Delivery, pk=pk), now=timezone.now())
    except Refusal as refusal:
        return _page(request, by, refusal)
    return redirect("programs:index")


def _page(request: HttpRequest, by: Manager, refusal: Refusal | None = None) -> HttpResponse:
    """Render the page; a refused form keeps its input."""
    rows = Integration.objects.select_related("room", "role", "made_by")
    dead = Delivery.objects.filter(state=Delivery.State.DEAD).order_by("-pk")
    roles = list(Group.objects.order_by("name"))
    carried = {role: permissions_of(role) for role in roles}
    typed = request.POST if request.method == "POST" else {}
    wanted = request.POST.getlist("scope")
    context = {
        "staff": by,
        "is_read_only": by.is_read_only,
        "clients": rows.prefetch_related("tokens", "hooks").order_by("-active", "name"),
        "waiting_counts": _waiting(),
        "failed_deliveries": dead.select_related("hook__integration")[:DEAD_SHOWN],
        "failed_count": dead.count(),
        "all_rooms": Room.objects.all(),
        "roles": roles,
        "scopes": [
            (
                scope,
                says,
                ", ".join(role.name for role in roles if role_allows_scope(carried[role], scope)),
                scope in wanted,
            )
            for scope, (says, _) in SCOPES.items()
        ],
        "days": DAYS,
        "input": typed,
        "refused": messages.refusal_message(refusal) if refusal else "",
        "now": timezone.now(),
    }
    status = messages.http_status(refusal) if refusal else 200
    return render(request, "api/clients.html", context, status=status)


def _waiting() -> dict[int, int]:
    """Return the number of queued deliveries by webhook."""
    waiting_by_hook: dict[int, int] = {}
    rows = Delivery.objects.filter(state=Delivery.State.WAITING, hook__in=Hook.objects.all())
    for pk in rows.values_list("hook", flat=True)[:10_000]:
        waiting_by_hook[pk] = waiting_by_hook.get(pk, 0) + 1
    return waiting_by_hook


def _staff(by: Manager) -> Staff | None:
    """Return the manager's staff row; None for an account without a badge."""
    staff: Staff | None = getattr(by.user, "staff", None)
    return staff


def _room(text: str) -> Room | None:
    if not text:
        return None
    number = text.isascii() and text.isdecimal() and len(text) < 10
    room = Room.objects.filter(pk=int(text)).first() if number else None
    if room is None:
        raise Refusal("no_such_room")
    return room


def _days(text: str) -> int | None:
    if text not in DAYS:
        raise Refusal("token_days", "", most=365)
    return int(text) if text else None
