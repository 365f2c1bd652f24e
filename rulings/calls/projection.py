"""Projection of floor calls: one row for each call of a table's log."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import Any

from django.db.models import Q

from journal.projections import Change, Logged, Projection, Rows, RowTable
from journal.unix_time import from_milliseconds
from poker import events as e
from poker.events import Event
from poker.json_types import JsonObject
from rulings.calls.models import Call
from staff.keys import staff_of
from tables.models import Table
from tables.stored_commands import StoredAtTable
from web.floor_screens import notify_floor

# Events that change what the floor's screens show of calls.
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


def notify(stored: StoredAtTable) -> None:
    """Notify the floor's screens of a change at a table."""
    notify_floor(room_id=stored.room_id, table_id=stored.stream_id)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallRow:
    """A call as the log has it. The escalation to another supervisor is not in the log.

    ended_by: for a call that the table itself canceled, the dealer's name at that time; the log has only a key, so this
    field is not compared.
    """

    seq: int
    room_id: int
    hand: int
    street: str
    called_at: datetime
    called_by_id: int | None
    status: str = Call.Status.OPEN
    key: str = ""
    facts: JsonObject = field(default_factory=dict)
    delivered_at: datetime | None = None
    delivered_to: str = ""
    seen_at: datetime | None = None
    seen_by: str = ""
    coming_at: datetime | None = None
    coming_by: str = ""
    arrived_at: datetime | None = None
    arrived_by: str = ""
    ended_at: datetime | None = None
    ended_by: str = field(default="", compare=False)
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Directory:
    """Data outside the log: the room of a table, and staff by key."""

    room_of_table: Callable[[int], int]
    staff_number: Callable[[str], int | None]
    staff_alias: Callable[[str], str]


def _reduce(rows: Rows, logged: Logged, *, directory: Directory) -> list[Change]:
    event = logged.event
    if isinstance(event, e.FloorCalled):
        call = CallRow(
            seq=logged.seq,
            room_id=directory.room_of_table(logged.log_id),
            hand=event.hand,
            street=event.street,
            called_at=from_milliseconds(event.at),
            called_by_id=directory.staff_number(event.by),
        )
        return [(None, call)]
    open_call = rows.latest(CallRow, "status", Call.Status.OPEN)
    if open_call is None:
        return []
    return [(open_call, _changed(open_call, event, logged, directory))]


def _changed(call: CallRow, event: Event, logged: Logged, directory: Directory) -> CallRow:
    """Return an open call after an event."""
    match event:
        case e.EarlierTapStored():
            return replace(call, hand=event.hand, street=event.street)
        case e.FloorReported():
            return replace(call, key=event.key, facts=event.facts)
        case e.FloorDelivered():
            at = from_milliseconds(event.at)
            return replace(call, delivered_at=at, delivered_to=event.by)
        case e.FloorAnswered():
            at = from_milliseconds(event.at)
            answer: dict[str, Any] = {f"{event.how}_at": at, f"{event.how}_by": event.by}
            return replace(call, **answer)
        case e.FloorCanceled():
            return replace(
                call,
                status=Call.Status.CANCELED,
                ended_at=logged.at,
                ended_by=directory.staff_alias(logged.actor),
                reason=event.reason,
            )
        case e.RulingMade():
            return replace(call, status=Call.Status.RULED, ended_at=logged.at, ended_by=event.by)
    raise TypeError(f"{type(event).__name__} changes no call.")


def _load(_stored: StoredAtTable) -> Mapping[type, Q]:
    return {CallRow: Q(status=Call.Status.OPEN)}


def _room_of_table(table_id: int) -> int:
    return Table.every.values_list("room_id", flat=True).get(pk=table_id)


def _staff_number(key: str) -> int | None:
    staff = staff_of(key)
    return None if staff is None else staff.pk


def _staff_alias(actor: str) -> str:
    staff = staff_of(actor)
    return staff.alias if staff else actor[:40]


PROJECTION = Projection(
    title="floor calls",
    events=(
        e.FloorCalled,
        e.EarlierTapStored,
        e.FloorReported,
        e.FloorDelivered,
        e.FloorAnswered,
        e.FloorCanceled,
        e.RulingMade,
    ),
    tables=(RowTable(CallRow, Call, log="table_id", key=("seq",), indexes=("status",)),),
    has_owner=lambda table_id: Table.every.filter(pk=table_id).exists(),
    reduce=partial(_reduce, directory=Directory(_room_of_table, _staff_number, _staff_alias)),
    load=_load,
)
