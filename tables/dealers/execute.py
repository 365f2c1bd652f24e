"""Execution of lineup commands: one command, one transaction, published after the commit."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from django.db import transaction

from journal import store
from journal.models import Entry, Stream
from journal.stream_types import LINEUP_PREFIX
from journal.unix_time import milliseconds
from poker.lineup import codec
from poker.lineup.commands import LineupCommand, RenameTable, SyncTable
from poker.lineup.decide import Outcome, run
from poker.lineup.events import LineupEvent
from poker.lineup.state import Lineup
from poker.lineup.view import view
from tables import broadcast, room_logs
from tables.dealers.boxes import boxes_of
from tables.dealers.next_dealer import notify_tablets
from tables.metrics import counted
from tables.models import RoomLineupLog

TABLES = "system.tables"  # actor of what the lineup takes from the tables' logs
MAX_EVENTS = 30  # entries of the log that a page reads


@dataclass(frozen=True, slots=True, kw_only=True)
class LineupResult:
    """The lineup after a command."""

    seq: int
    dealers: Lineup
    events: tuple[LineupEvent, ...] = ()
    repeated: bool = False  # the command had been stored before


def dealers_group(room_id: int) -> str:
    """Return the channel group of the pages about a room's dealers."""
    return f"dealers.{room_id}"


def load_lineup(room_id: int) -> LineupResult:
    """Return the current lineup of a room; an empty one if it has none."""
    rows = Stream.objects.filter(dealers__room=room_id).values_list("seq", "state")
    seq, state = rows.first() or (0, b"")
    return LineupResult(seq=seq, dealers=codec.decode_dealers(bytes(state)))


def lineup_initialize(*, room_id: int, now: datetime) -> bool:
    """Create a room's lineup from its tables if there is none; return whether anything was stored."""
    dealers_id = _log_id(room_id)
    with transaction.atomic(durable=True):
        stream = room_logs.lock_log(dealers_id)
        if stream.seq:
            return False
        _initialize(stream, room_id, now)
        return bool(stream.seq)


def lineup_execute(
    *, room_id: int, command_id: str, command: LineupCommand, actor: str, now: datetime
) -> LineupResult:
    """Execute a command. Raises `Refusal`, and then stores nothing."""
    dealers_id = _log_id(room_id)

    def work() -> LineupResult:
        return _execute(dealers_id, room_id, command_id, command, actor, now)

    return room_logs.durably(dealers_id, work, partial(_stored_result, command_id=command_id))


def lineup_execute_inside_transaction(
    *, room_id: int, command_id: str, command: LineupCommand, actor: str, now: datetime
) -> LineupResult:
    """`lineup_execute` inside the caller's transaction, for an action that stores more."""
    return _execute(_log_id(room_id), room_id, command_id, command, actor, now)


def lock_lineup(room_id: int) -> Lineup:
    """Return the lineup, locked until the caller's transaction ends."""
    return codec.decode_dealers(bytes(room_logs.lock_log(_log_id(room_id)).state))


def lineup_rename_table(
    *, room_id: int, table: str, to: str, command_id: str, actor: str, now: datetime
) -> None:
    """Store a table's new name, inside the transaction that renames it; nothing if the room has no lineup."""
    dealers_id = RoomLineupLog.objects.filter(room_id=room_id).values_list("pk", flat=True).first()
    if dealers_id is not None and room_logs.lock_log(dealers_id).seq:
        _execute(dealers_id, room_id, command_id, RenameTable(table, to), actor, now)


def lineup_sync_table(*, room_id: int, command: SyncTable, command_id: str, now: datetime) -> None:
    """Store what a table's log says, inside the transaction that stored it there."""
    _execute(_log_id(room_id), room_id, command_id, command, TABLES, now)


def recent_lineup_events(
    room_id: int, limit: int = MAX_EVENTS
) -> Iterator[tuple[datetime, str, LineupEvent]]:
    """Return time, actor and event of the last entries of the log, the newest first."""
    rows = Entry.objects.filter(stream__dealers__room=room_id).order_by("-seq")[:limit]
    return (
        (entry.at, entry.actor, codec.decode_told(entry.name, entry.version, entry.data))
        for entry in rows
    )


@counted("lineup")
def _execute(
    dealers_id: int,
    room_id: int,
    command_id: str,
    command: LineupCommand,
    actor: str,
    now: datetime,
) -> LineupResult:
    stream = room_logs.lock_log(dealers_id)
    result = _stored_result(stream, command_id)
    if result is not None:
        return result
    if not stream.seq:
        _initialize(stream, room_id, now)
    before = codec.decode_dealers(bytes(stream.state))
    outcome = run(before, command, now=_milliseconds(now))
    if outcome.events:
        _append(stream, command_id, outcome, actor, now)
        _publish(room_id, before, outcome.dealers, now)
    return LineupResult(seq=stream.seq, dealers=outcome.dealers, events=outcome.events)


def _initialize(stream: Stream, room_id: int, now: datetime) -> None:
    """Fill a new log from the tables, because a room may have dealt before it had a lineup."""
    for command in boxes_of(room_id):
        before = codec.decode_dealers(bytes(stream.state))
        outcome = run(before, command, now=_milliseconds(now))
        if outcome.events:
            _append(stream, f"begin.{command.table}", outcome, TABLES, now)


def _log_id(room_id: int) -> int:
    return room_logs.get_or_create_log(RoomLineupLog, prefix=LINEUP_PREFIX, room_id=room_id)


def _stored_result(stream: Stream, command_id: str) -> LineupResult | None:
    entries = store.command_entries(stream=stream, command_id=command_id)
    if not entries:
        return None
    events = tuple(codec.decode_told(entry.name, entry.version, entry.data) for entry in entries)
    dealers = codec.decode_dealers(bytes(stream.state))
    return LineupResult(seq=stream.seq, dealers=dealers, events=events, repeated=True)


def _append(stream: Stream, command_id: str, outcome: Outcome, actor: str, now: datetime) -> None:
    after = outcome.dealers
    with store.in_order(stream, now) as at:
        store.append(
            stream=stream,
            command_id=command_id,
            events=[codec.encode_told(event) for event in outcome.events],
            actor=actor,
            at=at,
            snapshot=store.Snapshot(
                state=codec.encode_dealers(after), view=view(after), base_seq=0
            ),
        )


def _publish(room_id: int, before: Lineup, after: Lineup, now: datetime) -> None:
    """After the commit, notify the pages, and the tablets whose next dealer has changed."""
    notify_pages(room_id)
    notify = partial(notify_tablets, room_id, before, after, _milliseconds(now))
    transaction.on_commit(notify, robust=True)


def notify_pages(room_id: int) -> None:
    """Refresh the pages about a room's dealers, after the commit if there is a transaction."""
    refresh = partial(broadcast.send, dealers_group(room_id), {"type": "dealers.changed"})
    transaction.on_commit(refresh, robust=True)


def _milliseconds(moment: datetime) -> int:
    return milliseconds(moment)
