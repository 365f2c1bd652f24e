"""UNDO at the desk: a person's own act of the last ten minutes, at the waitlists and at the tables.

What an undo needs is read from the log: the entry before the act, its position, and the seats that the act took.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from msgspec.structs import replace

from journal.models import Entry, Stream
from poker import codec as table_codec
from poker import events as table_events
from poker.refusal import Refusal
from poker.state import Transfer
from poker.waitlist import codec
from poker.waitlist import commands as c
from poker.waitlist import events as e
from poker.waitlist.evolve import evolve
from poker.waitlist.state import (
    UndoneChange,
    UndoneMove,
    Waitlist,
    WaitlistEntry,
    Waitlists,
)
from poker.waitlist.undo import position_after
from tables.models import ListChange, RoomLists, Table
from tables.waitlist.change_projection import UNDONE as UNDONE_END

MAX_ID_LENGTH = 56  # of a waitlist command's id at the tables, with space for a suffix per player
UNDO_TIME = timedelta(minutes=10)
UNDO_MINUTES = int(UNDO_TIME.total_seconds()) // 60
# Acts on one entry; a player who was added by mistake is removed.
ENTRY_ACTS: tuple[type[e.WaitlistEvent], ...] = (
    e.PlayerArrived,
    e.PlayerCalled,
    e.SeatHeld,
    e.CallPassed,
    e.CallCanceled,
    e.PlayerSeated,
    e.PlayerRemoved,
    e.PositionChanged,
)
_UNDONE = (e.ActUndone, e.MoveUndone)
_SEAT_EVENTS = (table_events.SeatTaken, table_events.SeatLeft, table_events.SeatChanged)


def tag(kind: type[e.WaitlistEvent]) -> str:
    """Return the stable name of an event."""
    return str(kind.__struct_config__.tag)


UNDOABLE = frozenset((*map(tag, ENTRY_ACTS), tag(e.MustMoved)))
UNDONE = frozenset((tag(e.ActUndone), tag(e.MoveUndone)))


@dataclass(frozen=True, slots=True)
class SeatEvent:
    """One event of an act at a table."""

    table: Table
    seq: int
    event: table_events.Event


def resolve_undo(
    command: c.UndoAct, stream: Stream, waitlists: Waitlists, actor: str, now: datetime
) -> c.UndoAct:
    """Return the command with what the log says about the act.

    Raises `Refusal`: `undo_unknown`, `undo_of_another`, `undo_not`, `undo_late`, `undo_already`.
    """
    named = Entry.objects.filter(stream=stream, seq=command.entry).first()
    if named is None:
        raise Refusal("undo_unknown")
    entries = list(Entry.objects.filter(stream=stream, command_id=named.command_id).order_by("seq"))
    if named.actor != actor:
        raise Refusal("undo_of_another")
    if not {entry.name for entry in entries} <= UNDOABLE:
        raise Refusal("undo_not")
    if now - named.at > UNDO_TIME:
        minutes = int((now - named.at).total_seconds()) // 60
        raise Refusal("undo_late", "", minutes=minutes, most=UNDO_MINUTES)
    first = entries[0].seq
    if first in undone_acts(stream.pk, since=first):
        raise Refusal("undo_already")
    changes, move = [], None
    for entry in reversed(entries):
        event = codec.decode_told(entry.name, entry.version, entry.data)
        if isinstance(event, e.MustMoved):
            fields = ("key", "player", "name", "table", "seat", "to_table", "to_seat")
            move = UndoneMove(**{name: getattr(event, name) for name in fields})
        else:
            changes.append(_undone_change(stream, entry, event))
    return replace(
        command, entry=first, command=named.command_id, changes=tuple(changes), move=move
    )


@dataclass(frozen=True, slots=True)
class UndoableAct:
    """A person's act that can be undone. entry: its number in the log; change: its row, None for a must-move."""

    entry: int
    at: datetime
    event: e.WaitlistEvent
    change: ListChange | None


def last_act(room_id: int, actor: str, now: datetime) -> UndoableAct | None:
    """Return the last act of a person in a room that UNDO is offered for; None without one."""
    lists_id = RoomLists.objects.filter(room=room_id).values_list("pk", flat=True).first()
    if lists_id is None:
        return None
    recent = Entry.objects.filter(stream=lists_id, actor=actor, at__gte=now - UNDO_TIME)
    commands: dict[str, list[Entry]] = {}
    for entry in recent.order_by("seq"):
        commands.setdefault(entry.command_id, []).append(entry)
    if not commands:
        return None
    undone = undone_acts(lists_id, since=next(iter(commands.values()))[0].seq)
    for command_id, entries in reversed(commands.items()):
        first = entries[0]
        if first.seq in undone or not {entry.name for entry in entries} <= UNDOABLE:
            continue
        event = codec.decode_told(first.name, first.version, first.data)
        # A player who was seated at the table itself is unseated there.
        if isinstance(event, e.PlayerSeated) and not seat_events(room_id, command_id):
            continue
        change = ListChange.objects.filter(lists=lists_id, seq=first.seq).first()
        return UndoableAct(first.seq, first.at, event, change)
    return None


def undone_acts(lists_id: int, *, since: int) -> set[int]:
    """Return the acts after an entry that were undone, by their first entries."""
    rows = Entry.objects.filter(stream=lists_id, seq__gt=since, name__in=UNDONE)
    events = (codec.decode_told(row.name, row.version, row.data) for row in rows)
    return {event.entry for event in events if isinstance(event, _UNDONE)}


def _undone_change(stream: Stream, entry: Entry, event: e.WaitlistEvent) -> UndoneChange:
    number = int(getattr(event, "number", 0))
    rows = ListChange.objects.filter(lists=stream.pk, number=number)
    row = rows.get(seq=entry.seq)
    seqs = list(rows.filter(seq__lte=entry.seq).order_by("seq").values_list("seq", flat=True))
    before, after = _entry_around(stream, row, seqs)
    at = 0
    if row.before != row.to:
        others = ListChange.objects.filter(lists=stream.pk, key=row.key, seq__gt=entry.seq)
        rows_since = others.exclude(number=number).order_by("seq", "number")
        moved = (
            (change.before, change.to, change.event.endswith(UNDONE_END) and change.number < number)
            for change in rows_since
        )
        at = position_after(row.before, row.to, moved)
    return UndoneChange(
        act=row.event, key=row.key, before=before, after=after, at=at, waited=row.waited
    )


def _entry_around(
    stream: Stream, row: ListChange, seqs: list[int]
) -> tuple[WaitlistEntry, WaitlistEntry | None]:
    """Return a waitlist entry before and after the last of its changes, rebuilt from all of them."""
    waitlists = before = Waitlists(lines=(Waitlist(row.key, row.title),))
    for entry in Entry.objects.filter(stream=stream, seq__in=seqs).order_by("seq"):
        before = waitlists
        waitlists = evolve(waitlists, codec.decode_told(entry.name, entry.version, entry.data))
    waitlist, left = before.holding(row.number), waitlists.holding(row.number)
    found = waitlist.find(row.number) if waitlist else None
    assert found is not None
    return found, left.find(row.number) if left else None


def seat_events(room_id: int, command_id: str) -> list[SeatEvent]:
    """Return what a command did to the seats of a room's tables."""
    tables = {table.pk: table for table in Table.objects.filter(room=room_id)}
    names = [table_codec.tag(kind) for kind in _SEAT_EVENTS]
    id_ = command_id[:MAX_ID_LENGTH]
    rows = Entry.objects.filter(stream__in=tables, command_id=id_, name__in=names)
    return [
        SeatEvent(
            tables[row.stream_id],
            row.seq,
            table_codec.decode_event(row.name, row.version, row.data),
        )
        for row in rows.order_by("stream", "seq")
    ]


def was_dealt_in(seat_event: SeatEvent, seat: int) -> bool:
    """Return whether a hand was dealt to a seat since an event of its table."""
    kind = table_events.ButtonMoved
    rows = Entry.objects.filter(
        stream=seat_event.table.pk, seq__gt=seat_event.seq, name=table_codec.tag(kind)
    )
    deals = (table_codec.decode_event(row.name, row.version, row.data) for row in rows)
    return any(isinstance(deal, kind) and seat in deal.order for deal in deals)


def move_reason(command: c.UndoAct) -> Transfer:
    """Return why the player moves back with all chips."""
    return "must_move" if command.move is not None else "related"
