"""Projection of floor calls: one row per call, written in the transaction that stores its events."""

from datetime import datetime
from functools import partial

from django.db import transaction

from journal.unix_time import from_milliseconds
from poker import events as e
from poker.events import Event
from rulings.calls.models import Call
from staff.keys import staff_of
from tables import broadcast
from tables.models import Table
from tables.stored_commands import StoredAtTable

EVENTS: tuple[type[Event], ...] = (
    e.FloorCalled,
    e.EarlierTapStored,
    e.FloorReported,
    e.FloorDelivered,
    e.FloorAnswered,
    e.FloorCanceled,
    e.RulingMade,
    e.StepsDone,
    e.PotHeld,
    e.PotReleased,
)


def floor_group(room_id: int) -> str:
    """Return the group that a room's floor screens join."""
    return f"floor.{room_id}"


def project(stored: StoredAtTable) -> None:
    """Update the open call from the stored events."""
    table = Table.objects.only("pk", "room_id").get(pk=stored.stream_id)
    for position, event in enumerate(stored.events):
        _apply_event(table, event, stored, stored.first + position)


def notify(stored: StoredAtTable) -> None:
    """Tell the floor's screens that something changed at a table."""
    notify_floor(room_id=stored.room_id, table_id=stored.stream_id)


def notify_floor(*, room_id: int, table_id: int) -> None:
    """Notify the floor's screens after the commit that something changed at a table."""
    message = {"type": "floor.changed", "table": table_id, "room": room_id}
    send = partial(broadcast.send, floor_group(room_id), message)
    transaction.on_commit(send, robust=True)


def _apply_event(table: Table, event: Event, stored: StoredAtTable, seq: int) -> None:
    open_calls = Call.objects.filter(table=table, status=Call.Status.OPEN)
    match event:
        case e.FloorCalled():
            Call.objects.create(
                table=table,
                room_id=table.room_id,
                seq=seq,
                hand=event.hand,
                street=event.street,
                called_at=_at(event.at),
                called_by=staff_of(event.by),
            )
        case e.EarlierTapStored():
            open_calls.update(hand=event.hand, street=event.street)
        case e.FloorReported():
            open_calls.update(key=event.key, facts=event.facts)
        case e.FloorDelivered():
            open_calls.update(delivered_at=_at(event.at), delivered_to=event.by)
        case e.FloorAnswered():
            open_calls.update(**{f"{event.how}_at": _at(event.at), f"{event.how}_by": event.by})
        case e.FloorCanceled():
            open_calls.update(
                status=Call.Status.CANCELED,
                ended_at=stored.now,
                ended_by=_alias(stored.actor),
                reason=event.reason,
            )
        case e.RulingMade():
            open_calls.update(status=Call.Status.RULED, ended_at=stored.now, ended_by=event.by)


def _at(milliseconds: int) -> datetime:
    return from_milliseconds(milliseconds)


def _alias(actor: str) -> str:
    staff = staff_of(actor)
    return staff.alias if staff else actor[:40]
