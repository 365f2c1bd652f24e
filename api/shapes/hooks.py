"""Webhooks and what was sent to them."""

from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from api.models import Delivery, Hook

EventName = Literal[
    "hand.finished",
    "hand.reopened",
    "table.opened",
    "table.closed",
    "seat.open",
    "ruling.final",
    "list.changed",
]


class NewHook(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where to, and of what. url: https, of a machine outside the house."""

    url: Annotated[str, msgspec.Meta(min_length=1, max_length=500)]
    events: Annotated[list[EventName], msgspec.Meta(min_length=1, max_length=20)]


class HookItem(msgspec.Struct, frozen=True):
    """An address that is told. waiting, dead: deliveries that are to come, and that were given up."""

    id: int
    url: str
    events: list[str]
    active: bool
    made_at: datetime
    waiting: int
    dead: int


class Secret(msgspec.Struct, frozen=True):
    """The secret that signs, in hex; it is shown once. before_until: until then the old one signs, too."""

    hook: HookItem
    secret: str
    before_until: datetime | None


class DeliveryItem(msgspec.Struct, frozen=True):
    """One event for one address. status: of the last answer, 0 for none; event_id: the same for every address."""

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
    body: dict[str, Any]


def hook_item(row: Hook) -> HookItem:
    """Of a row; its secret is not told again."""
    rows = Delivery.objects.filter(hook=row)
    waiting, dead = (
        rows.filter(state=state).count() for state in (Delivery.State.WAITING, Delivery.State.DEAD)
    )
    return HookItem(row.pk, row.url, row.events, row.active, row.made_at, waiting, dead)


def delivery_item(row: Delivery) -> DeliveryItem:
    """Of a row."""
    return DeliveryItem(
        id=row.pk,
        event_id=row.event_id,
        event=row.event,
        state=row.state,
        tries=row.tries,
        made_at=row.made_at,
        due_at=row.due_at if row.state == Delivery.State.WAITING else None,
        ended_at=row.ended_at,
        status=row.status,
        error=row.error,
        body=msgspec.json.decode(row.body),
    )
