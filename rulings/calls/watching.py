"""The picture of calls beside the log: one row a call, written in the transaction that stores what happened."""

from datetime import UTC, datetime
from functools import partial

from django.db import transaction

from poker import events as e
from poker.events import Event
from rulings.calls.models import Call
from tables import broadcast
from tables.models import Staff, Table
from tables.watching import Stored, watch

WATCHED: tuple[type[Event], ...] = (
    e.FloorCalled,
    e.FloorReported,
    e.FloorAnswered,
    e.FloorCancelled,
    e.RulingMade,
    e.StepsDone,
    e.PotImpounded,
    e.PotReleased,
)


def begin() -> None:
    """Watch all tables from now on."""
    watch(WATCHED, keep)


def floor_group(room_id: int) -> str:
    """The group that a room's floor screens join."""
    return f"floor.{room_id}"


def keep(stored: Stored) -> None:
    """Bring the open call up to what was stored, and tell the floor after the commit."""
    table = Table.objects.only("pk", "room_id").get(pk=stored.table_id)
    for place, event in enumerate(stored.events):
        _keep(table, event, stored, stored.first + place)
    tell_floor(room_id=table.room_id, table_id=table.pk)


def tell_floor(*, room_id: int, table_id: int) -> None:
    """Tell the floor's screens, once the transaction is committed, that something changed at a table."""
    told = partial(
        broadcast.send, floor_group(room_id), {"type": "floor.changed", "table": table_id}
    )
    transaction.on_commit(told, robust=True)


def _keep(table: Table, event: Event, stored: Stored, seq: int) -> None:
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
        case e.FloorReported():
            open_calls.update(key=event.key, facts=event.facts)
        case e.FloorAnswered():
            open_calls.update(**{f"{event.how}_at": _at(event.at), f"{event.how}_by": event.by})
        case e.FloorCancelled():
            open_calls.update(
                status=Call.Status.CANCELLED,
                ended_at=stored.now,
                ended_by=_alias(stored.actor),
                reason=event.reason,
            )
        case e.RulingMade():
            open_calls.update(status=Call.Status.RULED, ended_at=stored.now, ended_by=event.by)


def _at(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, tz=UTC)


def staff_of(key: str) -> Staff | None:
    """Who the log means by "staff.7"; None for anything else."""
    _, _, number = key.partition("staff.")
    return Staff.objects.filter(pk=int(number)).first() if number.isdecimal() else None


def _alias(actor: str) -> str:
    found = staff_of(actor)
    return found.alias if found else actor[:40]
