"""What the lists have decided happens in the room, in the same transaction: check in, sit, change, move, break."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from poker.commands import ChangeSeat, CloseTable, Command, LeaveSeat, SeatPlayer
from poker.waiting import commands as c
from poker.waiting.state import Lists
from tables.actions import execute_inside_transaction, locked
from tables.arrivals import checked_in
from tables.lists.doors import known, named, sits, table_named
from tables.models import Room
from tables.moving import Move, move_inside_transaction

LONGEST = 56  # of a command's id, with room for one player's part of it


@dataclass(frozen=True, slots=True, kw_only=True)
class By:
    """Where, by whom, when, and under which id."""

    room_id: int
    command_id: str
    actor: str
    now: datetime

    def do(self, table_id: int, command: Command, part: str = "") -> None:
        """One command at a table."""
        execute_inside_transaction(
            table_id=table_id,
            command_id=self.command_id[:LONGEST] + part,
            seen=None,
            command=command,
            actor=self.actor,
            now=self.now,
        )

    def move(self, move: Move, part: str = "") -> None:
        """One player from a table to another."""
        id_ = self.command_id[:LONGEST] + part
        move_inside_transaction(move=move, command_id=id_, actor=self.actor, now=self.now)


def carry_out(command: c.Ask, lists: Lists, by: By) -> None:
    """Do at the tables what the lists decided; `lists` as they were before. Refuses what a table refuses."""
    carry = _CARRY.get(type(command))
    if carry is not None:
        carry(command, lists, by)


def _seated(command: c.Seated, lists: Lists, by: By) -> None:
    """Sit down; on a list of changes another chair (no new buy-in), or another table (S-002, S-003)."""
    line, one = named(lists, command.number)
    table = table_named(by.room_id, command.table)
    if line.kind == "seat_change":
        _, seat = sits(by.room_id, known(one.player), command.table)
        by.do(table.pk, ChangeSeat(seat, command.seat, lists.policy.seat_change_owes))
    elif line.kind == "table_change":
        origin, seat = sits(by.room_id, known(one.player), command.origin)
        move = Move(
            table=table_named(by.room_id, origin).pk,
            seat=seat,
            to_table=table.pk,
            to_seat=command.seat,
            stack=command.stake,
            reason=command.transfer,
            said=command.said,
            by=by.actor if command.transfer else "",
        )
        by.move(move)
    else:
        said: dict[str, Any] = {"player": known(one.player).key, "name": one.name}
        by.do(table.pk, SeatPlayer(seat=command.seat, **said))


def _arrive(command: c.Arrive, lists: Lists, by: By) -> None:
    """To be here is to be checked in; a seat that is given does it by itself (`tables/sittings.py`)."""
    _, one = named(lists, command.number)
    room = Room.objects.get(pk=by.room_id)
    checked_in(player=known(one.player), room=room, by=by.actor, now=by.now)


def _must_move(command: c.MustMove, lists: Lists, by: By) -> None:
    """To the main game with every chip; whoever set up the chain has decided it (S-004)."""
    chain = lists.chain(command.key)
    assert chain is not None
    move = Move(
        table=table_named(by.room_id, command.table).pk,
        seat=command.seat,
        to_table=table_named(by.room_id, command.to_table).pk,
        to_seat=command.to_seat,
        stack=command.stake,
        reason="must_move",
        by=chain.by,
    )
    by.move(move)


def _break_table(command: c.BreakTable, lists: Lists, by: By) -> None:
    """Everybody to the drawn chair with all chips, who got none stands up, and the table closes (S-003)."""
    broken = table_named(by.room_id, command.table)
    others = {
        one.table: table_named(by.room_id, one.table).pk for one in command.drawn if one.table
    }
    for pk in sorted({broken.pk, *others.values()}):
        locked(pk)
    stakes = dict(command.stakes)
    for place, one in enumerate(command.drawn):
        if not one.table:
            by.do(broken.pk, LeaveSeat(one.seat), f".{place}")
            continue
        move = Move(
            table=broken.pk,
            seat=one.seat,
            to_table=others[one.table],
            to_seat=one.to,
            stack=stakes.get(one.player),
            reason="broken_game",
            by=by.actor,
            above=lists.policy.above_most,
            uncounted=True,
        )
        by.move(move, f".{place}")
    by.do(broken.pk, CloseTable(command.reason), ".close")


_CARRY: dict[type[c.Ask], Callable[[Any, Lists, By], None]] = {
    c.Arrive: _arrive,
    c.Seated: _seated,
    c.MustMove: _must_move,
    c.BreakTable: _break_table,
}
