"""Calls, rulings and incidents."""

from datetime import date, datetime
from typing import Any

import msgspec

from poker.json_types import JsonObject
from rulings.calls.models import Call, Ruling
from rulings.incidents.models import Incident
from web.api.responses import NamedRef


class CallItem(msgspec.Struct, frozen=True):
    """A floor call. key: the reported irregularity; status: open, ruled or canceled.

    delivered_at, delivered_to: when the first floor screen showed it, and whose screen it was.
    """

    id: int
    room: NamedRef
    table: NamedRef
    hand: int
    street: str
    status: str
    key: str
    facts: JsonObject
    called_at: datetime
    delivered_at: datetime | None
    delivered_to: str
    seen_at: datetime | None
    seen_by: str
    coming_at: datetime | None
    coming_by: str
    arrived_at: datetime | None
    arrived_by: str
    escalated_at: datetime | None
    ended_at: datetime | None
    ended_by: str
    reason: str


class RulingItem(msgspec.Struct, frozen=True):
    """A final ruling, or a later record about an earlier ruling (`about`). seconds: from the call to the decision.

    clause, book, version: its basis; steps: the dealer's instructions.
    """

    id: int
    number: str
    kind: str
    about: int | None
    call: int | None
    room: NamedRef
    table: NamedRef
    hand: int
    at: datetime
    day: date
    key: str
    clause: str
    book: str
    version: int
    decision: str
    outcome: str
    result: str
    reason: str
    facts: JsonObject
    steps: list[JsonObject]
    seconds: int
    by: str


class Person(msgspec.Struct, frozen=True):
    """A player, as logs and screens show them."""

    key: str
    alias: str


class NoteItem(msgspec.Struct, frozen=True):
    """A note added to an incident."""

    text: str
    ruling: int | None
    by: str
    at: datetime


class IncidentItem(msgspec.Struct, frozen=True):
    """A reported incident. severity: 1 is the mildest."""

    id: int
    category: str
    severity: int
    player: Person
    room: NamedRef
    table: NamedRef
    seat: int
    hand: int
    dealer: str
    seen_by: str
    note: str
    at: datetime
    by: str
    notes: list[NoteItem]


def _where(row: Call | Ruling) -> dict[str, Any]:
    return {
        "room": NamedRef(row.room_id, row.room.name),
        "table": NamedRef(row.table_id, row.table.name),
    }


def call_item(row: Call) -> CallItem:
    same: JsonObject = {name: getattr(row, name) for name in CallItem.__struct_fields__[3:]}
    return CallItem(**same, **_where(row), id=row.pk)


_OF_RULING = set(RulingItem.__struct_fields__) - {"id", "about", "call", "room", "table", "by"}


def ruling_item(row: Ruling) -> RulingItem:
    same: JsonObject = {name: getattr(row, name) for name in _OF_RULING}
    same |= _where(row) | {"about": row.about_id, "call": row.call_id, "by": row.by.alias}
    return RulingItem(**same, id=row.pk)


_OF_INCIDENT = ("category", "severity", "seat", "hand", "dealer", "seen_by", "note", "at")


def incident_item(row: Incident) -> IncidentItem:
    table = row.table
    return IncidentItem(
        id=row.pk,
        player=Person(row.player.key, row.player.alias),
        room=NamedRef(table.room_id, table.room.name),
        table=NamedRef(table.pk, table.name),
        by=row.recorded_by.alias,
        notes=[
            NoteItem(note.text, note.ruling_id, note.by.alias, note.at) for note in row.notes.all()
        ],
        **{name: getattr(row, name) for name in _OF_INCIDENT},
    )
