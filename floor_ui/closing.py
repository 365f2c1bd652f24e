"""Closing a room for the night: what is still open, and one action that closes its tables and lists."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import NAMESPACE_OID, uuid5

from absences.away_players import players_away
from absences.stacks import held_stacks
from drop.boxes import MountedBox, boxes_on_tables
from floor_ui.call_queue import call_place, held_pots
from players.models import Sanction
from poker.refusal import Refusal
from poker.view.model import read_occupants
from rulings.calls.models import Call
from rulings.incidents.models import Incident
from staff.hooks import hooks
from staff.models import Room
from tables.closing import table_close
from tables.models import Table
from tables.natural_order import natural_order
from waitlist.actions import load_waitlists
from waitlist.rules.commands import CloseWaitlist
from waitlist.seatings import waitlist_execute

REASON = "Room closing"
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """An open table. playing: a hand or round is in progress, so the table can't close yet."""

    table: Table
    players: int
    playing: bool


@dataclass(frozen=True, slots=True)
class OpenList:
    """A waitlist that is open or has names."""

    key: str
    title: str
    names: int


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A floor call that no one has ruled on. place: the hand or round."""

    call: Call
    place: str


class ClosingPage:
    """The checklist of a room's night."""

    def __init__(self, room: Room, now: datetime) -> None:
        self.room = room
        self.tables = open_tables(room)
        self.lists = open_lists(room)
        self.boxes: Sequence[MountedBox] = [
            box for box in boxes_on_tables(room, now) if box.has_drop
        ]
        self.away = players_away(room.pk, now)
        self.held = held_stacks(room).count()
        self.pots = held_pots(room)
        calls = Call.objects.filter(room=room, status=Call.Status.OPEN)
        rows = calls.select_related("table").order_by("called_at")
        self.calls = [OpenCall(call, call_place(call)) for call in rows]
        self.incidents = undecided_incidents(room, now)

    @property
    def is_closed(self) -> bool:
        return not self.tables and not self.lists


def undecided_incidents(room: Room, now: datetime) -> int:
    """Return how many incidents of the last day have neither a sanction nor a note."""
    rows = Incident.objects.filter(table__room=room, at__gt=now - DAY, notes=None)
    decided = Sanction.objects.filter(incident__in=rows.values("pk")).values("incident")
    return rows.exclude(pk__in=decided).count()


def open_tables(room: Room) -> list[OpenTable]:
    rows = []
    for table in Table.every.filter(room=room).select_related("stream"):
        view = table.listed
        if view.table.open:
            stored = table.stream.view
            places = read_occupants(stored.get("seats") or stored.get("occupants"))
            players = sum(1 for place in places if place.player)
            rows.append(OpenTable(table, players, view.hand.started))
    return sorted(rows, key=lambda row: natural_order(row.table.name))


def open_lists(room: Room) -> list[OpenList]:
    """Return the waitlists of a room that have names."""
    lists = load_waitlists(room.pk)
    return [
        OpenList(waitlist.key, waitlist.title, len(waitlist.entries))
        for waitlist in lists.lists
        if waitlist.entries
    ]


def room_close(
    *, room: Room, command_id: str, actor: str, now: datetime
) -> list[tuple[str, Refusal]]:
    """Close every table that is not in play, with all its players leaving, and every list; return the refusals.

    Each table and list is a separate command: if one cannot close, the others still do. A repeated request with the
    same id closes the rest.
    """
    refused = []
    for row in open_tables(room):
        try:
            _close(row.table, _command(command_id, f"table {row.table.pk}"), actor, now)
        except Refusal as refusal:
            refused.append((row.table.name, refusal))
    for waitlist in open_lists(room):
        try:
            waitlist_execute(
                room_id=room.pk,
                command_id=_command(command_id, f"list {waitlist.key}"),
                command=CloseWaitlist(waitlist.key, REASON),
                actor=actor,
                now=now,
            )
        except Refusal as refusal:
            refused.append((waitlist.title, refusal))
    return refused


def _close(table: Table, command_id: str, actor: str, now: datetime) -> None:
    closing = hooks().TABLE_CLOSINGS.get(table.kind)
    if closing is not None:
        closing(table_id=table.pk, reason=REASON, command_id=command_id, actor=actor, now=now)
        return
    table_close(
        table=table,
        reason=REASON,
        command_id=command_id,
        actor=actor,
        now=now,
        everyone_leaves=True,
    )


def _command(command_id: str, part: str) -> str:
    """Return the command id of one table or list; the same request has the same ids."""
    return str(uuid5(NAMESPACE_OID, f"{command_id} {part}"))
