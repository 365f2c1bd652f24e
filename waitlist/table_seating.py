"""Waitlist effects of seating at the table instead of the desk: the player's entries are removed (S-013)."""

from collections.abc import Sequence

from tables.game_keys import waitlist_key_of
from tables.models import Table
from waitlist.actions import WAITLIST
from waitlist.models import RoomWaitlistLog
from waitlist.rules.commands import CancelCall, RecordSeated, RemovePlayer, WaitlistCommand
from waitlist.rules.state import CHANGES, Waitlists
from waitlist.table_effects import CommandContext
from waitlist.undo import MAX_ID_LENGTH


def remove_seated(
    lists_id: int,
    waitlists: Waitlists,
    table: Table,
    seat: int,
    keys: Sequence[str],
    by: CommandContext,
) -> None:
    """Remove the player's entry from the list of the table's game, and entries called to this seat."""
    game = waitlist_key_of(table)
    for waitlist in waitlists.lines:
        for entry in waitlist.places:
            is_called = (entry.table, entry.seat) == (table.name, seat)
            is_waiting = waitlist.key == game and waitlist.kind not in CHANGES
            if entry.player in keys and (is_called or is_waiting):
                _execute(
                    lists_id,
                    by.room_id,
                    RecordSeated(entry.number, table.name, seat),
                    entry.number,
                    by,
                )


def cancel_calls_to(lists_id: int, waitlists: Waitlists, table: Table, by: CommandContext) -> None:
    """Cancel the calls and held seats of a table that closed; its players wait again at their positions."""
    for waitlist in waitlists.lines:
        for entry in waitlist.places:
            if entry.table == table.name and entry.state != "waiting":
                command = CancelCall(entry.number, f"{table.name} closed")
                _execute(lists_id, by.room_id, command, entry.number, by)


def lock_all_waitlists() -> None:
    """Lock the waitlists of all rooms, in the order of their logs."""
    for lists_id in RoomWaitlistLog.objects.order_by("pk").values_list("pk", flat=True):
        WAITLIST.lock_state(lists_id)


def remove_duplicates(keys: Sequence[str], by: CommandContext) -> None:
    """After a merge, remove the later of two entries of one player on a list, in every room."""
    rooms = RoomWaitlistLog.objects.order_by("room_id").values_list("room_id", "pk")
    for room_id, lists_id in rooms:
        for waitlist in WAITLIST.lock_state(lists_id).lines:
            entries = [entry for entry in waitlist.places if entry.player in keys]
            for entry in entries[1:]:
                reason = f"same player as #{waitlist.at(entries[0].number)}"
                _execute(lists_id, room_id, RemovePlayer(entry.number, reason), entry.number, by)


def remove_player(keys: Sequence[str], reason: str, by: CommandContext) -> None:
    """Remove a player from all lists of every room."""
    rooms = RoomWaitlistLog.objects.order_by("pk").values_list("room_id", "pk")
    for room_id, lists_id in rooms:
        for waitlist in WAITLIST.lock_state(lists_id).lines:
            for entry in waitlist.places:
                if entry.player in keys:
                    command = RemovePlayer(entry.number, reason)
                    _execute(lists_id, room_id, command, entry.number, by)


def _execute(
    lists_id: int, room_id: int, command: WaitlistCommand, number: int, by: CommandContext
) -> None:
    WAITLIST.execute_inside_transaction(
        lists_id,
        command,
        command_id=f"{by.command_id[:MAX_ID_LENGTH]}.{number}",
        actor=by.actor,
        now=by.now,
    )
