"""Closing a table, from the floor or at its tablet. The waitlists follow (`waitlist/following.py`)."""

from collections.abc import Mapping
from datetime import datetime

from poker import codec
from poker.commands import CloseTable, LeaveSeat
from poker.refusal import Refusal
from tables.actions import TABLE, CommandResult, execute_inside_transaction
from tables.models import Table
from tables.stale import Seen

NO_COUNTS: Mapping[int, int] = {}


def table_close(
    *,
    table: Table,
    reason: str,
    command_id: str,
    actor: str,
    now: datetime,
    everyone_leaves: bool = False,
    counts: Mapping[int, int] = NO_COUNTS,
) -> CommandResult:
    """Close a table for a reason. Raises `Refusal`: `close_reason`, `players_sit`, `absent_stacks`; not during a hand.

    everyone_leaves: seated players leave in the same action; counts: by seat, the chips that players leave with, in
    cents, if they were counted.
    """
    if not reason.strip():
        raise Refusal("close_reason", "S-005", table=table.name)
    command = CloseTable(reason.strip()[:200])
    return table_close_empty(
        table=table,
        command=command,
        command_id=command_id,
        seen=None,
        actor=actor,
        now=now,
        everyone_leaves=everyone_leaves,
        counts=counts,
    )


def table_close_empty(
    *,
    table: Table,
    command: CloseTable,
    command_id: str,
    seen: Seen,
    actor: str,
    now: datetime,
    everyone_leaves: bool = False,
    counts: Mapping[int, int] = NO_COUNTS,
) -> CommandResult:
    """Close an empty table, from the floor or at its tablet. Players called to it keep their positions on the list.

    everyone_leaves: its players leave first, each by an event of the table's log. Raises `Refusal`: `players_sit`,
    `absent_stacks` if an absent player's chips would stay; not during a hand.
    """

    def work() -> CommandResult:
        stream = TABLE.lock_for(table.pk, CloseTable)
        if result := TABLE.stored_result(stream, command_id):
            return result
        state = codec.decode_state(bytes(stream.state))
        sitting = [seat.number for seat in state.seats if seat.taken]
        left_behind = [seat.number for seat in state.seats if seat.away and seat.stack != 0]
        if everyone_leaves and left_behind:
            raise Refusal("absent_stacks", "H-53", table=table.name, seats=left_behind)
        if everyone_leaves and state.is_open and state.hand is None:
            for seat in sitting:
                execute_inside_transaction(
                    table_id=table.pk,
                    command_id=f"{command_id}.{seat}",
                    seen=None,
                    command=LeaveSeat(seat, counts.get(seat)),
                    actor=actor,
                    now=now,
                )
        elif state.is_open and state.hand is None and sitting:
            raise Refusal("players_sit", "S-005", table=table.name, players=len(sitting))
        return execute_inside_transaction(
            table_id=table.pk,
            command_id=command_id,
            seen=seen,
            command=command,
            actor=actor,
            now=now,
        )

    return TABLE.durably(table.pk, command_id, work)
