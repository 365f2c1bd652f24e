"""Changes of a table itself between hands: its name and its number of seats. No guide covers them."""

from datetime import datetime

from poker.commands import RenameTable, SetSeatCount
from tables.actions import TABLE, CommandResult, execute_inside_transaction
from tables.models import Table
from tables.plaques import check_seat_count
from tables.table_names import check_table_name, refuse_taken_name


def lock_table(*, table: Table) -> Table:
    """Return a table, locked for a change of its name or seats until the caller's transaction ends.

    The lock on the room's waitlists ensures that only one table of a room is renamed at a time.
    """
    TABLE.lock_for(table.pk, RenameTable)
    rows = Table.objects.select_related("room", "stream", "plaque")
    return rows.select_for_update(of=("self",)).get(pk=table.pk)


def table_rename_inside_transaction(
    *, table: Table, name: str, command_id: str, actor: str, now: datetime
) -> CommandResult:
    """Rename a table between hands; the caller has locked it. Waitlists and lineup follow.

    Raises `Refusal`: `table_name`, `table_name_taken`, and what the table refuses.
    """
    check_table_name(name)
    refuse_taken_name(room=table.room, name=name, but=table.pk)
    return execute_inside_transaction(
        table_id=table.pk,
        command_id=command_id,
        seen=None,
        command=RenameTable(name),
        actor=actor,
        now=now,
    )


def table_set_seats_inside_transaction(
    *, table: Table, seats: int, command_id: str, actor: str, now: datetime
) -> CommandResult:
    """Add or remove seats between hands; the caller has locked the table.

    Raises `Refusal`: `too_many_seats` for the plaque, `seat_promised` for a seat that a waitlist reserves, and what
    the table refuses.
    """
    if table.plaque is not None:
        check_seat_count(plaque=table.plaque, seats=seats)
    return execute_inside_transaction(
        table_id=table.pk,
        command_id=command_id,
        seen=None,
        command=SetSeatCount(seats),
        actor=actor,
        now=now,
    )
