"""Creating and opening tables, and seating players."""

from dataclasses import dataclass, replace
from datetime import datetime
from uuid import uuid4

from django.db import transaction
from django.utils.text import slugify

from players.identity import keys_of
from players.roster import player_named
from poker import engine
from poker.commands import OpenTable, SeatPlayer
from poker.refusal import Refusal
from poker.state import EMPTY, Transfer
from poker.waitlist.state import Waitlists
from staff.models import Room
from tables.actions import (
    TABLE,
    CommandResult,
    execute,
    execute_inside_transaction,
)
from tables.effective_rules import rules_at
from tables.models import Plaque, Table
from tables.plaques import check_seat_count
from tables.reserved_seats import refuse_reserved
from tables.seating_warnings import refuse_apart, seating_warning
from tables.stale import Seen
from tables.waitlist.execute import WAITLIST
from tables.waitlist.table_effects import CommandContext
from tables.waitlist.table_seating import remove_seated


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


def player_seat(
    *,
    table_id: int,
    seat: int,
    player: str,
    name: str,
    command_id: str,
    seen: Seen,
    actor: str,
    now: datetime,
    stack: int | None = None,
    buy_in: BuyIn | None = None,
    together: bool = True,
) -> CommandResult:
    """Seat a player, known or new. Only staff do this (S-013), so the actor is a staff member.

    `stack` alone is a counted buy-in without a reason of the house. With `together`, a separation
    only gives a warning with the result (S-016); without it, the command is refused. Raises `Refusal`:
    `bad_command` without a name, `players_apart`, and what the table and the admission check refuse.
    """
    if not name.strip():
        raise Refusal("bad_command", "S-013", name="seat_player", detail="the name is missing")
    chips = buy_in or BuyIn(stack)

    def sit() -> CommandResult:
        table = Table.objects.select_related("plaque").get(pk=table_id)
        lists_id = WAITLIST.find_id(table.room_id)
        waitlists = (
            WAITLIST.lock_state(lists_id) if lists_id else Waitlists()
        )  # always before the table
        seated_player = player_named(key=player, alias=name)
        keys = keys_of(seated_player)
        refuse_reserved(waitlists, table.name, seat, keys)
        result = execute_inside_transaction(
            table_id=table_id,
            command_id=command_id,
            seen=seen,
            command=SeatPlayer(
                seat=seat,
                player=seated_player.key,
                name=seated_player.alias,
                stack=chips.stack,
                buy_in=chips.buy_in,
                reason=chips.reason,
                said=chips.said,
                by=chips.by if chips.reason else "",
            ),
            actor=actor,
            now=now,
        )
        if not (together or result.repeated):
            refuse_apart(result.view.seats, seated_player.key, seated_player.alias)
        if lists_id and not result.repeated:
            by = CommandContext(room_id=table.room_id, command_id=command_id, actor=actor, now=now)
            remove_seated(lists_id, waitlists, table, seat, keys, by)
        return result

    result = TABLE.durably(table_id, command_id, sit)
    seated_keys = [result.view.seats[seat - 1].player]
    return replace(result, warning=seating_warning(result.view.seats, seated_keys))
