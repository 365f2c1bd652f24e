"""Stores the deliveries of webhooks in the transaction of their event. They contain no personal data."""

from datetime import datetime
from functools import partial
from uuid import uuid4

import msgspec
from django.db import connection, transaction
from django.utils import timezone

from outbox.delivery import trigger
from outbox.webhooks.delivery import WEBHOOKS
from outbox.webhooks.event_types import KINDS
from outbox.webhooks.models import Webhook, WebhookDelivery
from poker.json_types import JsonObject
from staff.integrations import permissions_of, role_allows_scope
from staff.models import Room

# A condition in SQL, under which no event is delivered.
NO_WEBHOOKS = f"NOT EXISTS (SELECT 1 FROM {Webhook._meta.db_table})"
WebhookEvent = tuple[str, dict[str, object]]


def active_hooks() -> list[Webhook]:
    """Return the webhooks that receive events, with their integrations."""
    # Plain SQL: most rooms have no webhooks, and each tap waits for this query.
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {Webhook._meta.db_table} LIMIT 1")
        if cursor.fetchone() is None:
            return []
    rows = Webhook.objects.filter(active=True, integration__active=True)
    return list(rows.select_related("integration__role"))


def queue_deliveries(
    hooks: list[Webhook],
    room: Room,
    webhook_events: list[WebhookEvent],
    about: JsonObject,
    at: datetime,
) -> None:
    """Store a delivery for each event and webhook. The ids keep the order of the events."""
    now = timezone.now()
    rows = []
    for name, facts in webhook_events:
        event_id = uuid4()
        data = {"id": event_id, "event": name, "at": at, "room": {"id": room.pk, "name": room.name}}
        body = msgspec.json.encode(data | about | facts).decode()
        rows += [
            WebhookDelivery(
                hook=hook, event_id=event_id, event=name, body=body, made_at=now, due_at=now
            )
            for hook in hooks
            if _is_subscribed(hook, name, room)
        ]
    if rows:
        WebhookDelivery.objects.bulk_create(rows)
        transaction.on_commit(partial(trigger, WEBHOOKS), robust=True)


def _is_subscribed(hook: Webhook, name: str, room: Room) -> bool:
    """Return whether a webhook subscribes to the event and still has its scope."""
    integration = hook.integration
    scope = KINDS[name][0]
    if name not in hook.events or integration.room_id not in (None, room.pk):
        return False
    return scope in integration.scopes and role_allows_scope(
        permissions_of(integration.role), scope
    )
