"""Changes of a table itself between hands: its name and its number of seats. No guide covers them."""

from datetime import datetime

from poker.commands import RenameTable, SetSeatCount
from poker.refusal import Refusal
from tables.actions import TABLE, CommandResult, execute_inside_transaction
from tables.models import Table
from tables.plaques import check_seat_count
from tables.table_names import check_table_name, refuse_taken_name
from waitlist.actions import WAITLIST
from waitlist.rules.commands import RenameTable as RenameOnWaitlists
from waitlist.seat_availability import waitlist_reservations


def lock_table(*, table: Table) -> Table:
    """Return a table, locked with its room's waitlists until the caller's transaction ends.

    The waitlists come first, as everywhere; only one table of a room can be renamed at a time.
    """
    WAITLIST.lock_state(WAITLIST.id_of_room(table.room_id))
    TABLE.lock(table.pk)
    rows = Table.objects.select_related("room", "stream", "plaque")
    return rows.select_for_update(of=("self",)).get(pk=table.pk)


def table_rename_inside_transaction(
    *, table: Table, name: str, command_id: str, actor: str, now: datetime
) -> CommandResult:
    """Rename a table between hands, at the waitlists and in the lineup too; the caller has locked it.

    Raises `Refusal`: `table_name`, `table_name_taken`, and what the table refuses.
    """
    check_table_name(name)
    refuse_taken_name(room=table.room, name=name, but=table.pk)
    before = table.name
    result = execute_inside_transaction(
        table_id=table.pk,
        command_id=command_id,
        seen=None,
        command=RenameTable(name),
        actor=actor,
        now=now,
    )
    if result.prev is not None:
        WAITLIST.execute_inside_transaction(
            WAITLIST.id_of_room(table.room_id),
            RenameOnWaitlists(before, name),
            command_id=command_id,
            actor=actor,
            now=now,
        )
    return result


def table_set_seats_inside_transaction(
    *, table: Table, seats: int, command_id: str, actor: str, now: datetime
) -> CommandResult:
    """Add or remove seats between hands; the caller has locked the table.

    Raises `Refusal`: `too_many_seats` for the plaque, `seat_promised` for a seat that a waitlist reserves, and what
    the table refuses.
    """
    if table.plaque is not None:
        check_seat_count(plaque=table.plaque, seats=seats)
    waitlists = WAITLIST.lock_state(WAITLIST.id_of_room(table.room_id))
    for (name, seat), reservation in waitlist_reservations(waitlists).items():
        if name == table.name and seat > seats:
            facts = {"table": name, "seat": seat, "name": reservation.name}
            raise Refusal("seat_promised", "S-013", **facts)
    return execute_inside_transaction(
        table_id=table.pk,
        command_id=command_id,
        seen=None,
        command=SetSeatCount(seats),
        actor=actor,
        now=now,
    )
