"""Calls, rulings and incidents."""

from datetime import date, datetime
from typing import Any

import msgspec

from api.shapes.common import Named
from rulings.calls.models import Call, Ruling
from rulings.incidents.models import Incident


class CallItem(msgspec.Struct, frozen=True):
    """A call for a supervisor. key: of the irregularity that was reported; status: open, ruled or cancelled."""

    id: int
    room: Named
    table: Named
    hand: int
    street: str
    status: str
    key: str
    facts: dict[str, Any]
    called_at: datetime
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
    """A final ruling, or a later record about one (`about`). seconds: from the call to the decision.

    clause, book, version: what it rests on; steps: what the dealer was told to do.
    """

    id: int
    number: str
    kind: str
    about: int | None
    call: int | None
    room: Named
    table: Named
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
    facts: dict[str, Any]
    steps: list[Any]
    seconds: int
    by: str


class Person(msgspec.Struct, frozen=True):
    """A player, as logs and screens have him."""

    key: str
    alias: str


class NoteItem(msgspec.Struct, frozen=True):
    """What was added to an incident."""

    text: str
    ruling: int | None
    by: str
    at: datetime


class IncidentItem(msgspec.Struct, frozen=True):
    """Something that somebody did, as it was reported. severity: from 1, the least."""

    id: int
    category: str
    severity: int
    player: Person
    room: Named
    table: Named
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
        "room": Named(row.room_id, row.room.name),
        "table": Named(row.table_id, row.table.name),
    }


def call_item(row: Call) -> CallItem:
    """Of a row."""
    same: dict[str, Any] = {name: getattr(row, name) for name in CallItem.__struct_fields__[3:]}
    return CallItem(**same, **_where(row), id=row.pk)


_OF_RULING = set(RulingItem.__struct_fields__) - {"id", "about", "call", "room", "table", "by"}


def ruling_item(row: Ruling) -> RulingItem:
    """Of a row."""
    same: dict[str, Any] = {name: getattr(row, name) for name in _OF_RULING}
    same |= _where(row) | {"about": row.about_id, "call": row.call_id, "by": row.by.alias}
    return RulingItem(**same, id=row.pk)


_OF_INCIDENT = ("category", "severity", "seat", "hand", "dealer", "seen_by", "note", "at")


def incident_item(row: Incident) -> IncidentItem:
    """Of a row with its notes."""
    table = row.table
    return IncidentItem(
        id=row.pk,
        player=Person(row.player.key, row.player.alias),
        room=Named(table.room_id, table.room.name),
        table=Named(table.pk, table.name),
        by=row.recorded_by.alias,
        notes=[
            NoteItem(note.text, note.ruling_id, note.by.alias, note.at) for note in row.notes.all()
        ],
        **{name: getattr(row, name) for name in _OF_INCIDENT},
    )
