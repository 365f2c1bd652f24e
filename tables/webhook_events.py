"""Webhook events of tables, without personal data."""

from collections.abc import Iterator

from outbox.webhooks.queueing import WebhookEvent, active_hooks, queue_deliveries
from poker import events as e
from poker.events import Event
from tables.models import Table
from tables.stored_commands import StoredAtTable

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


def queue_table_events(stored: StoredAtTable) -> None:
    """Queue the webhook events of a command at a table."""
    message = [text for event in stored.events for text in _webhook_events(event, stored)]
    if not message:
        return
    hooks = active_hooks()
    if not hooks:
        return
    table = Table.objects.select_related("room").only("name", "room").get(pk=stored.stream_id)
    about = {"table": {"id": table.pk, "name": table.name}}
    seq = stored.first + len(stored.events) - 1
    queue_deliveries(hooks, table.room, message, about | {"seq": seq}, stored.now)


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


def _seat_open_events(number: int, stored: StoredAtTable) -> Iterator[WebhookEvent]:
    seat = next((seat for seat in stored.state.seats if seat.number == number), None)
    if seat is not None and stored.state.is_open and not seat.taken and not seat.lock:
        yield "seat.open", {"seat": number}
