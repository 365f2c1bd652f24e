"""The log of a room's lineup, and the steps that only its commands need. `journal.log` executes them."""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import TypeAlias

from django.db import transaction

from journal.effects import StoredCommand
from journal.log import Attempt, Result
from journal.models import Entry, Stream
from journal.unix_time import milliseconds
from lineup.boxes import boxes_of
from lineup.models import RoomLineupLog
from lineup.next_dealer import notify_tablets
from lineup.rules import codec
from lineup.rules.commands import LineupCommand, RenameTable, SyncTable
from lineup.rules.decide import run
from lineup.rules.events import LineupEvent
from lineup.rules.evolve import evolve
from lineup.rules.state import Lineup
from lineup.rules.view import LineupView, view
from tables.room_logs import RoomLog
from web import broadcast

TABLES = "system.tables"  # the actor of changes that follow the tables' logs
MAX_EVENTS = 30  # entries of the log that a page reads

StoredInLineup: TypeAlias = StoredCommand[Lineup, LineupCommand, LineupEvent]
LineupResult: TypeAlias = Result[Lineup, LineupEvent, LineupView]


class LineupLog(RoomLog[Lineup, LineupCommand, LineupEvent, LineupView]):
    model = RoomLineupLog

    def prepare(self, attempt: Attempt[LineupCommand], state: Lineup) -> Lineup:
        """Fill a new log from the tables, because a room may have dealt before it had a lineup."""
        if attempt.stream.seq:
            return state
        return self.fill(attempt.stream, attempt.now)

    def fill(self, stream: Stream, now: datetime) -> Lineup:
        """Store the dealer boxes of the room's open tables in a new log; return the lineup with them."""
        lineup = self.codec.empty
        for command in boxes_of(self.room_id_of(stream)):
            outcome = run(lineup, command, now=milliseconds(now))
            command_id = f"begin.{command.table}"
            self.append(
                stream, outcome, before=lineup, command_id=command_id, actor=TABLES, now=now
            )
            lineup = outcome.state
        return lineup


LINEUP = LineupLog(
    name="lineup", prefix="dealers.", codec=codec.LINEUP, run=run, evolve=evolve, view=view
)


def dealers_group(room_id: int) -> str:
    """Return the channel group of the pages about a room's dealers."""
    return f"dealers.{room_id}"


def load_lineup(room_id: int) -> Lineup:
    """Return the current lineup of a room; an empty lineup if the room has none."""
    return LINEUP.load(room_id)[1]


def lineup_initialize(*, room_id: int, now: datetime) -> bool:
    """Create a room's lineup from its tables if it has none; return whether anything was stored."""
    log_id = LINEUP.id_of_room(room_id)
    with transaction.atomic(durable=True):
        stream = LINEUP.lock(log_id)
        if stream.seq:
            return False
        LINEUP.fill(stream, now)
        return bool(stream.seq)


def lineup_execute(
    *, room_id: int, command_id: str, command: LineupCommand, actor: str, now: datetime
) -> LineupResult:
    """Execute a command. Raises `Refusal` and then stores nothing."""
    log_id = LINEUP.id_of_room(room_id)
    return LINEUP.execute(log_id, command, command_id=command_id, actor=actor, now=now)


def lineup_execute_inside_transaction(
    *, room_id: int, command_id: str, command: LineupCommand, actor: str, now: datetime
) -> LineupResult:
    """Run `lineup_execute` in the caller's transaction, for an action that stores more than the command."""
    return LINEUP.execute_inside_transaction(
        LINEUP.id_of_room(room_id), command, command_id=command_id, actor=actor, now=now
    )


def lock_lineup(room_id: int) -> Lineup:
    """Return the lineup, locked until the caller's transaction ends."""
    return LINEUP.lock_state(LINEUP.id_of_room(room_id))


def lineup_rename_table(
    *, room_id: int, table: str, to: str, command_id: str, actor: str, now: datetime
) -> None:
    """Store a table's new name in the transaction that renames it. Stores nothing if the room has no lineup."""
    log_id = LINEUP.find_id(room_id)
    if log_id is None or not LINEUP.lock(log_id).seq:
        return
    LINEUP.execute_inside_transaction(
        log_id, RenameTable(table, to), command_id=command_id, actor=actor, now=now
    )


def lineup_sync_table(*, room_id: int, command: SyncTable, command_id: str, now: datetime) -> None:
    """Store the dealer box of a table's log in the transaction that changed that log."""
    lineup_execute_inside_transaction(
        room_id=room_id, command_id=command_id, command=command, actor=TABLES, now=now
    )


def recent_lineup_events(
    room_id: int, limit: int = MAX_EVENTS
) -> Iterator[tuple[datetime, str, LineupEvent]]:
    """Return the time, actor and event of the latest entries of the log, newest first."""
    rows = Entry.objects.filter(stream__dealers__room=room_id).order_by("-seq")[:limit]
    return ((entry.at, entry.actor, LINEUP.decode(entry)) for entry in rows)


def notify_screens(stored: StoredInLineup) -> None:
    """Notify the pages about dealers, and each tablet whose next dealer has changed."""
    refresh_pages(stored.room_id)
    notify_tablets(stored.room_id, stored.before, stored.state, milliseconds(stored.now))


def notify_pages(room_id: int) -> None:
    """Refresh the pages about a room's dealers; inside a transaction, after its commit."""
    transaction.on_commit(partial(refresh_pages, room_id), robust=True)


def refresh_pages(room_id: int) -> None:
    """Refresh the pages about a room's dealers immediately."""
    broadcast.send(dealers_group(room_id), {"type": "dealers.changed"})
