"""The waitlists of all rooms: locked together, and cleared of a player."""

from collections.abc import Sequence
from datetime import datetime

from tables.actions import TABLE
from waitlist.actions import WAITLIST
from waitlist.models import RoomWaitlistLog
from waitlist.rules.commands import RemovePlayer
from waitlist.undo import MAX_ID_LENGTH


def lock_tables_and_waitlists() -> None:
    """Lock the tables and the waitlists of all rooms, so that no one is seated, added or renamed until the commit."""
    TABLE.lock_all()
    WAITLIST.lock_all()


def remove_duplicates(keys: Sequence[str], *, command_id: str, actor: str, now: datetime) -> None:
    """After a merge, remove the later of two entries of one player on a list, in every room."""
    for lists_id in RoomWaitlistLog.objects.order_by("pk").values_list("pk", flat=True):
        for waitlist in WAITLIST.lock_state(lists_id).lists:
            entries = [entry for entry in waitlist.entries if entry.player in keys]
            for entry in entries[1:]:
                reason = f"same player as #{waitlist.at(entries[0].number)}"
                _remove(lists_id, entry.number, reason, command_id=command_id, actor=actor, now=now)


def remove_player(
    keys: Sequence[str], reason: str, *, command_id: str, actor: str, now: datetime
) -> None:
    for lists_id in RoomWaitlistLog.objects.order_by("pk").values_list("pk", flat=True):
        for waitlist in WAITLIST.lock_state(lists_id).lists:
            for entry in waitlist.entries:
                if entry.player in keys:
                    _remove(
                        lists_id, entry.number, reason, command_id=command_id, actor=actor, now=now
                    )


def _remove(
    lists_id: int, number: int, reason: str, *, command_id: str, actor: str, now: datetime
) -> None:
    WAITLIST.execute_inside_transaction(
        lists_id,
        RemovePlayer(number, reason),
        command_id=f"{command_id[:MAX_ID_LENGTH]}.{number}",
        actor=actor,
        now=now,
    )
