"""Apply a waitlist decision at the tables, in the same transaction: check in, seat, change, move, break."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from players.identity import keys_of
from poker import timeline
from poker.codec import decode_state
from poker.commands import ChangeSeat, CloseTable, Command, LeaveSeat, SeatPlayer
from poker.events import SeatChanged, SeatLeft, SeatTaken
from poker.refusal import Refusal
from staff.models import Room
from tables import table_log
from tables.actions import TABLE, execute_inside_transaction, undo_inside_transaction
from tables.check_in import ensure_checked_in
from tables.models import Table
from tables.table_moves import TableMove, move_inside_transaction
from waitlist import undo
from waitlist.reserved_seats import refuse_reserved
from waitlist.resolve import require_entry, require_player, seat_of, table_named
from waitlist.rules import commands as c
from waitlist.rules.events import PlayerSeated
from waitlist.rules.state import Waitlists
from waitlist.stored_commands import StoredInWaitlists
from waitlist.undo import MAX_ID_LENGTH, SeatEvent

SEATED = undo.tag(PlayerSeated)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandContext:
    """Room, actor, time and id of a command."""

    room_id: int
    command_id: str
    actor: str
    now: datetime

    def do(self, table_id: int, command: Command, part: str = "") -> None:
        """Execute one command at a table."""
        execute_inside_transaction(
            table_id=table_id,
            command_id=self.command_id[:MAX_ID_LENGTH] + part,
            seen=None,
            command=command,
            actor=self.actor,
            now=self.now,
        )

    def move(self, move: TableMove, part: str = "") -> None:
        """Move one player from one table to another."""
        id_ = self.command_id[:MAX_ID_LENGTH] + part
        move_inside_transaction(move=move, command_id=id_, actor=self.actor, now=self.now)


def apply_at_tables(stored: StoredInWaitlists) -> None:
    """Apply at the tables what the waitlists decided, unless the decision followed a table's.

    Raises `Refusal` if a table refuses.
    """
    apply = _APPLY.get(type(stored.command))
    if apply is None or stored.follows:
        return
    context = CommandContext(
        room_id=stored.room_id,
        command_id=stored.command_id,
        actor=stored.actor,
        now=stored.now,
    )
    apply(stored.command, stored.before, context)


def _confirm_seated(
    command: c.ConfirmSeated, waitlists: Waitlists, context: CommandContext
) -> None:
    """Seat the player; for a change request in another seat (no new buy-in) or at another table (S-002, S-003)."""
    waitlist, entry = require_entry(waitlists, command.number)
    table = table_named(context.room_id, command.table)
    if waitlist.kind == "seat_change":
        _, seat = seat_of(context.room_id, require_player(entry.player), command.table)
        context.do(table.pk, ChangeSeat(seat, command.seat, waitlists.policy.seat_change_owes))
    elif waitlist.kind == "table_change":
        origin, seat = seat_of(context.room_id, require_player(entry.player), command.origin)
        move = TableMove(
            table=table_named(context.room_id, origin).pk,
            seat=seat,
            to_table=table.pk,
            to_seat=command.seat,
            stack=command.stake,
            reason=command.transfer,
            said=command.said,
            by=context.actor if command.transfer else "",
        )
        context.move(move)
    else:
        player = require_player(entry.player).key
        context.do(table.pk, SeatPlayer(seat=command.seat, player=player, name=entry.name))


def _check_in(command: c.MarkArrived, waitlists: Waitlists, context: CommandContext) -> None:
    """Check the player in. Seating a player does so as well (`tables/seat_sessions.py`)."""
    _, entry = require_entry(waitlists, command.number)
    room = Room.objects.get(pk=context.room_id)
    ensure_checked_in(
        player=require_player(entry.player), room=room, by=context.actor, now=context.now
    )


def _must_move(command: c.MustMove, waitlists: Waitlists, context: CommandContext) -> None:
    """Move the player to the main game with all chips, by the decision of the person who set up the chain (S-004)."""
    chain = waitlists.chain(command.key)
    assert chain is not None
    move = TableMove(
        table=table_named(context.room_id, command.table).pk,
        seat=command.seat,
        to_table=table_named(context.room_id, command.to_table).pk,
        to_seat=command.to_seat,
        stack=command.stake,
        reason="must_move",
        by=chain.by,
    )
    context.move(move)


def _break_table(command: c.BreakTable, waitlists: Waitlists, context: CommandContext) -> None:
    """Move each player with all chips to the seat drawn, remove those who drew none, and close the table (S-003)."""
    broken = table_named(context.room_id, command.table)
    others = {
        assignment.table: table_named(context.room_id, assignment.table).pk
        for assignment in command.drawn
        if assignment.table
    }
    for pk in sorted({broken.pk, *others.values()}):
        TABLE.lock(pk)
    stakes = dict(command.stakes)
    for position, assignment in enumerate(command.drawn):
        if not assignment.table:
            context.do(broken.pk, LeaveSeat(assignment.seat), f".{position}")
            continue
        move = TableMove(
            table=broken.pk,
            seat=assignment.seat,
            to_table=others[assignment.table],
            to_seat=assignment.to,
            stack=stakes.get(assignment.player),
            reason="broken_game",
            by=context.actor,
            above=waitlists.policy.above_most,
            uncounted=True,
        )
        context.move(move, f".{position}")
    context.do(broken.pk, CloseTable(command.reason), ".close")


def refuse_undo_at_tables(command: c.UndoAction, waitlists: Waitlists, room_id: int) -> None:
    """Refuse what `_undo_action` would refuse, without a lock and without a change."""
    events = _undone_seat_events(command, room_id)
    left = next((item for item in events if isinstance(item.event, SeatLeft)), None)
    for item in events:
        match item.event:
            case SeatTaken() if left is not None:
                _refuse_move_back(item, left, waitlists)
            case SeatTaken(seat=seat, player=player):
                _refuse_seat_undo(command, item, player, (seat,))
            case SeatChanged(seat=seat, to=to):
                _refuse_seat_undo(command, item, command.changes[0].before.player, (to, seat))


def _refuse_seat_undo(
    command: c.UndoAction, item: SeatEvent, player: str, seats: tuple[int, ...]
) -> None:
    name = _refuse_left(item, player, seats[0])
    batches = table_log.since_checkpoint(item.table.stream)
    if timeline.undo_of(batches, command.command[:MAX_ID_LENGTH], seats) is None:
        raise Refusal("undo_played", "S-008", name=name, table=item.table.name, seat=seats[0])


def _undone_seat_events(command: c.UndoAction, room_id: int) -> list[SeatEvent]:
    """Return what the action did at the tables. Raises `Refusal`: `undo_not` if the table itself seated the player."""
    events = undo.seat_events(room_id, command.command)
    if not events and any(change.act == SEATED for change in command.changes):
        raise Refusal("undo_not")
    return events


def _undo_action(command: c.UndoAction, waitlists: Waitlists, context: CommandContext) -> None:
    """Undo what an action did at the tables: the seat is empty again, or the player is back in the earlier one.

    A seat that was taken or changed is undone in its table's log. A player who moved between two tables moves back
    with all chips, because the table they left has dealt on. Raises `Refusal`: `undo_not` for a seat that was taken at
    the table itself, `undo_seat_left`, `undo_played`, `undo_seat_taken`.
    """
    events = _undone_seat_events(command, context.room_id)
    for pk in sorted({item.table.pk for item in events}):
        TABLE.lock(pk)
    left = next((item for item in events if isinstance(item.event, SeatLeft)), None)
    for item in events:
        match item.event:
            case SeatTaken() if left is not None:
                _move_back(command, item, left, waitlists, context)
            case SeatTaken(seat=seat, player=player):
                _undo_seat(command, item, player, (seat,), context)
            case SeatChanged(seat=seat, to=to):
                _undo_seat(command, item, command.changes[0].before.player, (to, seat), context)


def _undo_seat(
    command: c.UndoAction,
    item: SeatEvent,
    player: str,
    seats: tuple[int, ...],
    context: CommandContext,
) -> None:
    name = _refuse_left(item, player, seats[0])
    undone = undo_inside_transaction(
        table_id=item.table.pk,
        undone=command.command[:MAX_ID_LENGTH],
        seats=seats,
        command_id=context.command_id[:MAX_ID_LENGTH],
        actor=context.actor,
        now=context.now,
    )
    if undone is None:
        raise Refusal("undo_played", "S-008", name=name, table=item.table.name, seat=seats[0])


def _move_back(
    command: c.UndoAction,
    taken: SeatEvent,
    left: SeatEvent,
    waitlists: Waitlists,
    context: CommandContext,
) -> None:
    assert isinstance(taken.event, SeatTaken)
    assert isinstance(left.event, SeatLeft)
    _refuse_move_back(taken, left, waitlists)
    move = TableMove(
        table=taken.table.pk,
        seat=taken.event.seat,
        to_table=left.table.pk,
        to_seat=left.event.seat,
        reason=undo.move_reason(command),
        said="move undone",
        by=context.actor,
        above=True,
        uncounted=True,
    )
    context.move(move)


def _refuse_move_back(taken: SeatEvent, left: SeatEvent, waitlists: Waitlists) -> None:
    assert isinstance(taken.event, SeatTaken)
    assert isinstance(left.event, SeatLeft)
    player, seat, to = taken.event.player, taken.event.seat, left.event.seat
    name = _refuse_left(taken, player, seat)
    if table_log.was_dealt_in(taken.table.pk, after=taken.seq, seat=seat):
        raise Refusal("undo_played", "S-008", name=name, table=taken.table.name, seat=seat)
    origin = left.table
    if other := _players_by_seat(origin.pk).get(to, ("", ""))[1]:
        raise Refusal("undo_seat_taken", "S-013", table=origin.name, seat=to, name=other)
    refuse_reserved(waitlists, origin.name, to, keys_of(require_player(player)))


def _refuse_left(item: SeatEvent, player: str, seat: int) -> str:
    """Return the name of the player in the seat. Raises `Refusal`: `undo_seat_left` if they no longer sit there."""
    key, name = _players_by_seat(item.table.pk).get(seat, ("", ""))
    known = require_player(player)
    if key not in keys_of(known):
        raise Refusal("undo_seat_left", "S-013", name=known.alias, table=item.table.name, seat=seat)
    return name


def _players_by_seat(table_id: int) -> dict[int, tuple[str, str]]:
    state = decode_state(
        bytes(Table.objects.values_list("stream__state", flat=True).get(pk=table_id))
    )
    return {seat.number: (seat.player, seat.name) for seat in state.seats if seat.taken}


_APPLY: dict[type[c.WaitlistCommand | None], Callable[[Any, Waitlists, CommandContext], None]] = {
    c.MarkArrived: _check_in,
    c.ConfirmSeated: _confirm_seated,
    c.MustMove: _must_move,
    c.BreakTable: _break_table,
    c.UndoAction: _undo_action,
}
