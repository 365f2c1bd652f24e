"""Transactional outbox for webhooks: deliveries are stored with the event and contain no personal data."""

from collections.abc import Iterable, Iterator
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
from poker import events as e
from poker.events import Event
from poker.json_types import JsonObject
from poker.waitlist import events as w
from staff.integrations import permissions_of, role_allows_scope
from staff.models import Room
from tables.models import Table
from tables.stored_commands import StoredAtTable, StoredInWaitlists

EVENTS: tuple[type[Event], ...] = (
    e.HandEnded,
    e.RulingMade,
    e.SeatLeft,
    e.SeatChanged,
    e.SeatUnlocked,
    e.TableOpened,
    e.TableClosed,
    e.TableRenamed,
    e.SeatCountChanged,
    e.Undone,
)
# Commands that can end a hand; each can be undone until the next hand begins.
HAND_ENDING_COMMANDS = ("award", "next_hand", "void_hand", "impound")
WebhookEvent = tuple[str, dict[str, object]]


def queue_table_events(stored: StoredAtTable) -> None:
    """Queue the webhook events of a command at a table."""
    message = [text for event in stored.events for text in _webhook_events(event, stored)]
    if not message:
        return
    hooks = _hooks()
    if not hooks:
        return
    table = Table.objects.select_related("room").only("name", "room").get(pk=stored.stream_id)
    about = {"table": {"id": table.pk, "name": table.name}}
    seq = stored.first + len(stored.events) - 1
    _write(hooks, table.room, message, about | {"seq": seq}, stored.now)


def _webhook_events(event: Event, stored: StoredAtTable) -> Iterator[WebhookEvent]:
    table = stored.state
    match event:
        case e.HandEnded():
            yield "hand.finished", {"hand": table.hands, "partial": event.partial}
        case e.RulingMade():
            same = {"number": event.ruling, "decision": event.decision, "key": event.key}
            hand = table.hand.number if table.hand else table.hands
            yield "ruling.final", same | {"clause": event.clause, "hand": hand}
        case e.TableOpened() | e.TableClosed():  # under the name of the event
            yield str(event.__struct_config__.tag), {}
        case e.TableRenamed() | e.SeatCountChanged():
            yield "table.changed", {"seats": len(table.seats)}
        case e.SeatLeft() | e.SeatChanged() | e.SeatUnlocked():
            yield from _seat_open_events(event.seat, stored)
        case e.Undone() if event.done.name in HAND_ENDING_COMMANDS and table.hand is not None:
            yield "hand.reopened", {"hand": table.hand.number}
        case e.Undone() if event.done.name == "seat_player":
            yield from _seat_open_events(event.done.seat, stored)


def _seat_open_events(seat: int, stored: StoredAtTable) -> Iterator[WebhookEvent]:
    found = next((one for one in stored.state.seats if one.number == seat), None)
    if found is not None and stored.state.is_open and not found.taken and not found.lock:
        yield "seat.open", {"seat": seat}


def queue_waitlist_events(stored: StoredInWaitlists) -> None:
    """Queue a webhook event for changed waitlists, without players' names."""
    hooks = _hooks()
    if not hooks:
        return
    room = Room.objects.get(pk=stored.room_id)
    changes = [str(event.__struct_config__.tag) for event in stored.events]
    lists = sorted({key for event in stored.events for key in _keys(event, stored)})
    seq = stored.first + len(stored.events) - 1
    text: WebhookEvent = ("list.changed", {"changes": changes, "lists": lists})
    _write(hooks, room, [text], {"seq": seq}, stored.now)


def _keys(event: w.WaitlistEvent, stored: StoredInWaitlists) -> Iterable[str]:
    """Return the keys of the event's waitlists; none for an entry that was removed."""
    if key := getattr(event, "key", ""):
        return (str(key),)
    waitlist = stored.state.holding(getattr(event, "number", 0))
    return (waitlist.key,) if waitlist else ()


def _hooks() -> list[Webhook]:
    # plain SQL: most rooms have no webhooks, and a tap waits for this
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT 1 FROM {Webhook._meta.db_table} LIMIT 1")
        if cursor.fetchone() is None:
            return []
    rows = Webhook.objects.filter(active=True, integration__active=True)
    return list(rows.select_related("integration__role"))


def _write(
    hooks: list[Webhook],
    room: Room,
    webhook_events: list[WebhookEvent],
    about: JsonObject,
    at: datetime,
) -> None:
    """Store a delivery for each event and webhook; the IDs keep their order."""
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
    integration, scope = hook.integration, KINDS[name][0]
    if name not in hook.events or integration.room_id not in (None, room.pk):
        return False
    return scope in integration.scopes and role_allows_scope(
        permissions_of(integration.role), scope
    )
