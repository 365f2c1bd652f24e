"""Creating and opening tables, and seating players."""

from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.utils.text import slugify

from poker import engine
from poker.commands import OpenTable
from poker.refusal import Refusal
from poker.state import EMPTY, Transfer
from staff.models import Room
from tables.actions import (
    TABLE,
    CommandResult,
    execute,
)
from tables.effective_rules import rules_at
from tables.models import Plaque, Table
from tables.plaques import check_seat_count
from tables.stale import Seen


def table_create(
    *, room: Room, name: str, seats: int, plaque: Plaque | None, actor: str, now: datetime
) -> Table:
    """Create a closed table with empty seats, and its log."""
    if plaque is not None:
        check_seat_count(plaque=plaque, seats=seats)
    outcome = engine.create(name, seats)
    with transaction.atomic():
        command_id = uuid4().hex
        stream = TABLE.create(f"{slugify(name)}.{command_id[:12]}")
        table = Table(stream=stream, room=room, name=name, seats=seats, plaque=plaque)
        table.save(force_insert=True)
        TABLE.append(stream, outcome, before=EMPTY, command_id=command_id, actor=actor, now=now)
    return table


def table_open(
    *, table: Table, command_id: str, seen: Seen, actor: str, now: datetime
) -> CommandResult:
    """Open a table under its plaque (S-005).

    The engine refuses fewer than two players. Raises `Refusal`: `no_plaque`.
    """
    command = opening_command(table=table, now=now)
    return execute(
        table_id=table.pk,
        command_id=command_id,
        seen=seen,
        command=command,
        actor=actor,
        now=now,
    )


def opening_command(*, table: Table, now: datetime) -> OpenTable:
    """Return the command that opens a table under its plaque and the rules in force. Raises `Refusal`: `no_plaque`."""
    plaque = table.plaque
    if plaque is None:
        raise Refusal("no_plaque", "S-005", table=table.name)
    check_seat_count(plaque=plaque, seats=table.seats)
    return OpenTable(
        stakes=plaque.to_stakes(),
        rules=rules_at(table_id=table.pk, now=now),
        tracking=plaque.tracking,  # type: ignore[arg-type]
    )


@dataclass(frozen=True, slots=True)
class BuyIn:
    """The chips that a player sits down with; the fields are those of `SeatPlayer`."""

    stack: int | None = None
    buy_in: int | None = None
    reason: Transfer = ""
    said: str = ""
    by: str = ""  # who decided on the reason
