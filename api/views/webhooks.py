"""The caller's own webhooks."""

from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from api.schemas.webhooks import (
    DeliveryItem,
    NewWebhook,
    WebhookItem,
    WebhookSecret,
    delivery_item,
    hook_item,
)
from outbox.webhooks.management import delivery_retry, webhook_create, webhook_rotate_secret
from outbox.webhooks.models import Webhook, WebhookDelivery
from poker.refusal import Refusal
from staff.audit.recording import record
from web.api.endpoint import Endpoint, caller, read_body
from web.api.filters import ChoiceFilter, Filters
from web.api.openapi import documented
from web.api.pagination import no_parameters, paginate
from web.api.responses import Page

HOOK = {"hook": "Webhook number."}


class DeliveryFilter(Filters):
    """Filters of deliveries."""

    state = ChoiceFilter(
        choices=WebhookDelivery.State.choices, label="Status; `dead` means delivery was given up."
    )
    event = ChoiceFilter(
        choices=[(name, name) for name in ("hand.finished", "ruling.final", "seat.open")]
        + [(name, name) for name in ("list.changed", "hand.reopened")]
        + [(name, name) for name in ("table.opened", "table.closed", "table.changed")],
        label="Event.",
    )


def _hook(request: Request, hook: int) -> Webhook:
    row = Webhook.objects.filter(integration=caller(request).integration, pk=hook).first()
    if row is None:
        raise Refusal("not_found")
    return row


def _record_change(request: Request, row: Webhook, **facts: Any) -> None:
    """Record a change of a webhook in the audit log."""
    who = caller(request)
    room = who.integration.room_id
    record(who, "hook_changed", now=timezone.now(), about=row, room=room, **facts)


class HookList(Endpoint):
    """The integration's webhooks."""

    scopes = {"GET": "webhooks:manage", "POST": "webhooks:manage"}

    @documented("list_webhooks", "List webhooks.", answer=Page[WebhookItem], filters=Filters)
    def get(self, request: Request) -> Response:
        """Secrets aren't included."""
        return paginate(
            request, Webhook.objects.filter(integration=caller(request).integration), hook_item
        )

    @documented(
        "make_webhooks",
        "Add a webhook. Its secret is shown once.",
        body=NewWebhook,
        answer=WebhookSecret,
        status=201,
        problems=(422,),
        example={"url": "https://seating.example/floorbook", "events": ["seat.open"]},
    )
    def post(self, request: Request) -> Response:
        """Each event also needs its own scope."""
        no_parameters(request)
        new_webhook = read_body(request, NewWebhook)
        hook, secret = webhook_create(
            caller=caller(request),
            url=new_webhook.url,
            events=new_webhook.events,
            now=timezone.now(),
        )
        _record_change(request, hook, after={"url": hook.url, "events": " ".join(hook.events)})
        return Response(WebhookSecret(hook_item(hook), secret, None), status=201)


class HookDetail(Endpoint):
    """One webhook."""

    scopes = {"GET": "webhooks:manage", "DELETE": "webhooks:manage"}

    @documented("read_webhooks", "Get a webhook.", answer=WebhookItem, path=HOOK)
    def get(self, request: Request, hook: int) -> Response:
        """Same fields as in the list."""
        no_parameters(request)
        return Response(hook_item(_hook(request, hook)))

    @documented(
        "delete_webhooks",
        "Delete a webhook and its queued deliveries.",
        status=204,
        path=HOOK,
    )
    def delete(self, request: Request, hook: int) -> Response:
        """This can't be undone."""
        no_parameters(request)
        row = _hook(request, hook)
        _record_change(request, row, before={"url": row.url})
        row.delete()
        return Response(status=204)


class HookRotate(Endpoint):
    """Rotation of a secret."""

    scopes = {"POST": "webhooks:manage"}

    @documented(
        "rotate_webhooks",
        "Rotate the secret. The new one is shown once; the old one also signs for one more day.",
        answer=WebhookSecret,
        path=HOOK,
    )
    def post(self, request: Request, hook: int) -> Response:
        """Takes no body."""
        no_parameters(request)
        row = _hook(request, hook)
        secret = webhook_rotate_secret(hook=row, now=timezone.now())
        _record_change(request, row, after={"rotated": True})
        return Response(WebhookSecret(hook_item(row), secret, row.previous_until))


class DeliveryList(Endpoint):
    """A webhook's deliveries."""

    scopes = {"GET": "webhooks:manage"}

    @documented(
        "list_deliveries_webhooks",
        "List deliveries from the last month (sent, queued or failed), newest first.",
        answer=Page[DeliveryItem],
        filters=DeliveryFilter,
        path=HOOK,
    )
    def get(self, request: Request, hook: int) -> Response:
        """Includes the bodies."""
        rows = WebhookDelivery.objects.filter(hook=_hook(request, hook))
        return paginate(request, rows, delivery_item, DeliveryFilter, newest=True)


class DeliveryAgain(Endpoint):
    """Retry of a failed delivery."""

    scopes = {"POST": "webhooks:manage"}

    @documented(
        "again_deliveries_webhooks",
        "Resend a failed delivery.",
        answer=DeliveryItem,
        path=HOOK | {"delivery": "Delivery number."},
        problems=(409,),
    )
    def post(self, request: Request, hook: int, delivery: int) -> Response:
        """Takes no body."""
        no_parameters(request)
        row = WebhookDelivery.objects.filter(hook=_hook(request, hook), pk=delivery).first()
        if row is None:
            raise Refusal("not_found")
        return Response(delivery_item(delivery_retry(delivery=row, now=timezone.now())))
