"""Syncs the lineup with the tables, inside the transaction that stored a push, an opening, a closing or an undo."""

from datetime import datetime
from uuid import uuid4

from journal.unix_time import milliseconds
from lineup.actions import lineup_rename_table, lineup_sync_table, load_lineup
from lineup.boxes import box_of, supervisors
from lineup.rules.commands import SyncTable
from poker.events import DealerPushed, Event, TableClosed, TableOpened, Undone
from staff.models import Staff
from tables.models import Table
from tables.stored_commands import StoredAtTable

EVENTS: tuple[type[Event], ...] = (DealerPushed, TableOpened, TableClosed, Undone)


def sync_table(stored: StoredAtTable) -> None:
    """Sync the dealer box with the table's log. Stores nothing if it is already in sync."""
    room, name = Table.every.values_list("room_id", "name").get(pk=stored.stream_id)
    dealer = stored.state.dealer
    rotates = dealer is None or not supervisors([dealer.key])
    opened = any(isinstance(event, TableOpened) for event in stored.events)
    lineup_sync_table(
        room_id=room,
        command=box_of(name, stored.state, rotates=rotates, opened=opened),
        command_id=f"table.{stored.stream_id}.{stored.first}",
        now=stored.now,
    )


def sync_sign_in(*, table_id: int, staff: Staff, now: datetime) -> None:
    """Sync the lineup after a sign-in by the dealer who is already in the box in the table's log. There is no push."""
    room, name = Table.every.values_list("room_id", "name").get(pk=table_id)
    box = load_lineup(room).box(name)
    if box is None or box.dealer == staff.key:
        return
    since = milliseconds(now)
    command = SyncTable(name, True, staff.key, staff.alias, since, rotates=not staff.supervises)
    lineup_sync_table(room_id=room, command=command, command_id=str(uuid4()), now=now)


def rename_table(stored: StoredAtTable) -> None:
    """Copy the table's new name to the lineup."""
    lineup_rename_table(
        room_id=stored.room_id,
        table=stored.before.name,
        to=stored.state.name,
        command_id=f"table.{stored.stream_id}.{stored.first}",
        actor=stored.actor,
        now=stored.now,
    )
