"""Managers' page to authorize and disable API clients. A token is shown once, in the response that created it."""

from django.contrib.auth.models import Group
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from api.forms import IntegrationForm, TokenForm
from manage_ui.form_errors import apply_house_messages, focus_first_error
from manage_ui.form_saving import STATE_MESSAGES, FormRow
from manage_ui.page_permissions import for_managers
from outbox.webhooks.management import delivery_retry
from outbox.webhooks.models import Webhook, WebhookDelivery
from poker.refusal import Refusal
from staff.audit.recording import record
from staff.integrations import (
    integration_disable,
    integration_make,
    permissions_of,
    role_allows_scope,
    token_make,
    token_revoke,
)
from staff.models import ApiToken, Integration, Staff
from staff.scopes import SCOPES
from web.guard import PageUser
from web.messages.refusals import http_status, refusal_message

FIELDS = ("name", "role", "room", "days")  # above the scopes
DEAD_SHOWN = 20


@require_GET
@for_managers("programs")
def index(request: HttpRequest, by: PageUser) -> HttpResponse:
    """List the API clients."""
    return _page(request, by)


@require_POST
@for_managers("programs")
def make(request: HttpRequest, by: PageUser) -> HttpResponse:
    """Create an API client and its first token."""
    form = IntegrationForm(request.POST)
    now = timezone.now()
    apply_house_messages(form)
    if not form.is_valid():
        return _page(request, by, form=form, status=422)
    data = form.cleaned_data
    try:
        integration = integration_make(
            name=data["name"],
            role=data["role"].name,
            scopes=data["scope"],
            room=data["room"],
            by=_staff(by),
            now=now,
        )
    except Refusal as refusal:
        form.add_refusal(refusal)
        return _page(request, by, form=form, status=http_status(refusal))
    facts = {"role": integration.role.name, "scopes": " ".join(integration.scopes)}
    record(
        by, "integration_added", now=now, about=integration, room=integration.room_id, after=facts
    )
    return _token(request, by, integration, data["days"])


@require_POST
@for_managers("programs")
def add_token(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Create another token, so that the client can switch before the old one is revoked."""
    integration = get_object_or_404(Integration, pk=pk)
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, by, refused=" ".join(map(str, form.errors["days"])), status=422)
    try:
        return _token(request, by, integration, form.cleaned_data["days"])
    except Refusal as refusal:
        return _refused(request, by, refusal)


def _token(
    request: HttpRequest, by: PageUser, integration: Integration, days: int | None
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
@for_managers("programs")
def revoke(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Revoke one token."""
    token = get_object_or_404(ApiToken, pk=pk)
    now = timezone.now()
    if token.revoked_at is None:
        token_revoke(token=token, now=now)
        room = token.integration.room_id
        before = {"ends_in": token.hint}
        record(by, "token_revoked", now=now, about=token.integration, room=room, before=before)
    return redirect("programs:index")


@require_POST
@for_managers("programs")
def disable(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Disable a client, its tokens and its webhooks."""
    integration = get_object_or_404(Integration, pk=pk)
    now = timezone.now()
    if integration.active:
        integration_disable(integration=integration, now=now)
        record(by, "integration_shut", now=now, about=integration, room=integration.room_id)
    return redirect("programs:index")


@require_POST
@for_managers("programs")
def redeliver(request: HttpRequest, by: PageUser, pk: int) -> HttpResponse:
    """Retry a failed delivery."""
    try:
        delivery_retry(delivery=get_object_or_404(WebhookDelivery, pk=pk), now=timezone.now())
    except Refusal as refusal:
        return _refused(request, by, refusal)
    return redirect("programs:index")


def _refused(request: HttpRequest, by: PageUser, refusal: Refusal) -> HttpResponse:
    refused = refusal_message(refusal)
    status = http_status(refusal)
    return _page(request, by, refused=refused, status=status)


def _page(
    request: HttpRequest,
    by: PageUser,
    *,
    form: IntegrationForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    """Render the page. An invalid form has its input and error messages at the fields."""
    form = form or IntegrationForm()
    focus_first_error(form, list(FIELDS))
    rows = Integration.objects.select_related("room", "role", "made_by")
    dead = WebhookDelivery.objects.filter(state=WebhookDelivery.State.DEAD).order_by("-pk")
    roles = list(Group.objects.order_by("name"))
    carried = {role: permissions_of(role) for role in roles}
    context = {
        "staff": by,
        "is_read_only": by.is_read_only,
        "clients": rows.prefetch_related("tokens", "hooks").order_by("-active", "name"),
        "waiting_counts": _waiting(),
        "failed_deliveries": dead.select_related("hook__integration")[:DEAD_SHOWN],
        "failed_count": dead.count(),
        "form": form,
        "rows": [FormRow(form[name]) for name in FIELDS],
        "scopes": [
            (
                tick,
                says,
                ", ".join(role.name for role in roles if role_allows_scope(carried[role], scope)),
            )
            for tick, (scope, (says, _)) in zip(form["scope"], SCOPES.items(), strict=True)
        ],
        "wrong": STATE_MESSAGES["wrong"],
        "token_form": TokenForm(auto_id=False),
        "refused": refused,
        "now": timezone.now(),
    }
    return render(request, "api/clients.html", context, status=status)


def _waiting() -> dict[int, int]:
    """Return the number of queued deliveries by webhook."""
    waiting_by_hook: dict[int, int] = {}
    rows = WebhookDelivery.objects.filter(
        state=WebhookDelivery.State.WAITING, hook__in=Webhook.objects.all()
    )
    for pk in rows.values_list("hook", flat=True)[:10_000]:
        waiting_by_hook[pk] = waiting_by_hook.get(pk, 0) + 1
    return waiting_by_hook


def _staff(by: PageUser) -> Staff | None:
    """Return the manager's staff row; None for an account without a badge."""
    staff: Staff | None = getattr(by.user, "staff", None)
    return staff
