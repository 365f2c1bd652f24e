"""Webhooks and their deliveries."""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

import msgspec

from outbox.webhooks.models import Webhook, WebhookDelivery
from poker.json_types import JsonObject

EventName = Literal[
    "hand.finished",
    "hand.reopened",
    "table.opened",
    "table.closed",
    "table.changed",
    "seat.open",
    "ruling.final",
    "tournament.level",
    "tournament.busted",
    "tournament.closed",
    "fund.posted",
    "fund.hit",
    "fund.paid",
    "list.changed",
]


class NewWebhook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A new webhook. url: https, to a public host."""

    url: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    events: Annotated[list[EventName], msgspec.Meta(min_length=1, max_length=20)]


class WebhookItem(msgspec.Struct, frozen=True):
    """A webhook. waiting, dead: deliveries queued and given up."""

    id: int
    url: str
    events: list[str]
    active: bool
    made_at: datetime
    waiting: int
    dead: int


class WebhookSecret(msgspec.Struct, frozen=True):
    """The signing secret (`whsec_…`), shown once. before_until: the old secret also signs until then."""

    hook: WebhookItem
    secret: str
    before_until: datetime | None


class DeliveryItem(msgspec.Struct, frozen=True):
    """One event for one webhook. status: last HTTP status, 0 for none; event_id: the same for every webhook."""

    id: int
    event_id: UUID
    event: str
    state: str
    tries: int
    made_at: datetime
    due_at: datetime | None
    ended_at: datetime | None
    status: int
    error: str
    body: JsonObject


def hook_item(row: Webhook) -> WebhookItem:
    """Return the item of a row, without its secret."""
    rows = WebhookDelivery.objects.filter(hook=row)
    waiting, dead = (
        rows.filter(state=state).count()
        for state in (WebhookDelivery.State.WAITING, WebhookDelivery.State.DEAD)
    )
    return WebhookItem(row.pk, row.url, row.events, row.active, row.made_at, waiting, dead)


def delivery_item(row: WebhookDelivery) -> DeliveryItem:
    return DeliveryItem(
        id=row.pk,
        event_id=row.event_id,
        event=row.event,
        state=row.state,
        tries=row.tries,
        made_at=row.made_at,
        due_at=row.due_at if row.state == WebhookDelivery.State.WAITING else None,
        ended_at=row.ended_at,
        status=row.status,
        error=row.error,
        body=msgspec.json.decode(row.body),
    )
