"""Notify the map's pages when seats, dealer or game of a table change."""

from functools import partial

from django.db import transaction

from poker import events as e
from poker.events import Event
from tables import broadcast, subscriptions
from tables.models import Table
from tables.subscriptions import TableEventsStored

# No events of hands: a room deals several a second, and hands per hour are refreshed periodically.
KINDS: tuple[type[Event], ...] = (
    e.TableCreated,
    e.SeatTaken,
    e.SeatLeft,
    e.SeatChanged,
    e.SeatLocked,
    e.SeatUnlocked,
    e.DealerPushed,
    e.TableOpened,
    e.TableClosed,
    e.PlaqueChanged,
    e.GameChanged,
    e.Undone,
)


def register() -> None:
    """Subscribe to the events of all tables."""
    subscriptions.subscribe(KINDS, notify_map)


def notify_map(batch: TableEventsStored) -> None:
    """Notify the map after the commit."""
    if not any(isinstance(event, KINDS) for event in batch.events):
        return
    room = Table.objects.values_list("room_id", flat=True).get(pk=batch.table_id)
    context = {"type": "floor.changed", "table": batch.table_id}
    transaction.on_commit(partial(broadcast.send, broadcast.map_group(room), context), robust=True)
