"""Waitlist commands that seat, move or remove players at tables: the tables store them first, then the waitlists."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from journal.log import Attempt
from players.identity import keys_of
from players.roster import player_known
from poker import timeline
from poker.codec import decode_state
from poker.commands import ChangeSeat, CloseTable, Command, LeaveSeat, SeatPlayer
from poker.events import SeatChanged, SeatLeft, SeatTaken
from poker.logs.codec import tag
from poker.refusal import Refusal
from tables import table_log
from tables.actions import TABLE, CommandResult, execute_inside_transaction, undo_inside_transaction
from tables.models import Table
from tables.table_moves import TableMove, move_inside_transaction
from waitlist import history, undo
from waitlist.actions import WAITLIST, WaitlistResult, load_waitlists
from waitlist.reserved_seats import refuse_reserved
from waitlist.resolve import require_entry, require_player, seat_of, table_named
from waitlist.rules import commands as c
from waitlist.rules.events import PlayerSeated
from waitlist.rules.state import Waitlists
from waitlist.seat_priority import seated
from waitlist.undo import MAX_ID_LENGTH, SeatEvent

SEATED = tag(PlayerSeated)
MAX_ATTEMPTS = 3  # if players went to other tables


def waitlist_execute(
    *, room_id: int, command_id: str, command: c.WaitlistCommand, actor: str, now: datetime
) -> WaitlistResult:
    """Execute a command. Raises `Refusal`, and then stores nothing.

    The part at the tables is in the same transaction. If two desks fill the same seat, one is refused.
    """
    lists_id = WAITLIST.id_of_room(room_id)
    if type(command) not in _AT_TABLES:
        return WAITLIST.execute(lists_id, command, command_id=command_id, actor=actor, now=now)
    context = CommandContext(room_id=room_id, command_id=command_id, actor=actor, now=now)

    def work() -> WaitlistResult:
        return _execute_at_tables(lists_id, command, context)

    for attempts_left in reversed(range(MAX_ATTEMPTS)):
        try:
            return WAITLIST.durably(lists_id, command_id, work)
        except PlayerMoved as error:
            if not attempts_left:
                raise Refusal("player_moved", "S-013") from error
    raise AssertionError("unreachable")


class PlayerMoved(Exception):
    """A player went to another table before the tables of the command were locked."""


def _execute_at_tables(
    lists_id: int, command: c.WaitlistCommand, context: "CommandContext"
) -> WaitlistResult:
    locked = _tables_of(command, context.room_id, lists_id)
    for table_id in sorted(locked):
        TABLE.lock(table_id)
    stream = WAITLIST.lock(lists_id)
    stored = WAITLIST.stored_result(stream, context.command_id)
    if stored is not None:
        return stored
    if not _tables_of(command, context.room_id, lists_id) <= locked:
        raise PlayerMoved(context.command_id)
    attempt = Attempt(
        stream=stream,
        command_id=context.command_id,
        command=command,
        actor=context.actor,
        now=context.now,
    )
    waitlists = WAITLIST.state_of(stream)
    resolved = WAITLIST.resolve(attempt, waitlists)
    _AT_TABLES[type(command)](resolved, waitlists, context)
    return WAITLIST.execute_inside_transaction(
        lists_id,
        resolved,
        command_id=context.command_id,
        actor=context.actor,
        now=context.now,
        part_of=TABLE.name,
    )


def _tables_of(command: c.WaitlistCommand, room_id: int, lists_id: int) -> set[int]:
    """Return the tables that a command may write, to lock them before the waitlists."""
    names: set[str] = set()
    match command:
        case c.ConfirmSeated(number=number, table=table):
            waitlist = load_waitlists(room_id).holding(number)
            entry = waitlist.find(number) if waitlist else None
            names = {table}
            if entry is not None:
                names |= _tables_with(entry.player, room_id)
        case c.MustMove(player=key, to_table=table):
            names = {table} | _tables_with(key, room_id)
        case c.BreakTable(table=table, drawn=drawn):
            names = {table} | {assignment.table for assignment in drawn}
        case c.UndoAction(entry=seq):
            logged = history.event_at(lists_id, seq)
            events = [] if logged is None else undo.seat_events(room_id, logged.command_id)
            return {item.table.pk for item in events}
    tables = Table.objects.filter(room=room_id, name__in=names)
    return set(tables.values_list("pk", flat=True))


def _tables_with(key: str, room_id: int) -> set[str]:
    """Return the names of the tables where a player sits."""
    player = player_known(key)
    if player is None:
        return set()
    return {table for table, _ in seated(room_id).get(player.key, ())}


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandContext:
    room_id: int
    command_id: str
    actor: str
    now: datetime

    def execute(self, table_id: int, command: Command, part: str = "") -> None:
        """Execute a part of the command at a table."""
        result = execute_inside_transaction(
            table_id=table_id,
            command_id=self.command_id[:MAX_ID_LENGTH] + part,
            seen=None,
            command=command,
            actor=self.actor,
            now=self.now,
            part_of=WAITLIST.name,
        )
        self._refuse_repeated(result)

    def move(self, move: TableMove, part: str = "") -> None:
        """Move one player from one table to another."""
        result = move_inside_transaction(
            move=move,
            command_id=self.command_id[:MAX_ID_LENGTH] + part,
            actor=self.actor,
            now=self.now,
            part_of=WAITLIST.name,
        )
        self._refuse_repeated(result)

    def _refuse_repeated(self, result: CommandResult) -> None:
        """Refuse an id that another command of the waitlists has used at the table. Raises `Refusal`: `id_reused`."""
        if result.repeated:
            raise Refusal("id_reused", "", command=self.command_id)


def _confirm_seated(
    command: c.ConfirmSeated, waitlists: Waitlists, context: CommandContext
) -> None:
    """Seat the player; for a change request in another seat (no new buy-in) or at another table (S-002, S-003)."""
    waitlist, entry = require_entry(waitlists, command.number)
    table = table_named(context.room_id, command.table)
    if waitlist.kind == "seat_change":
        _, seat = seat_of(context.room_id, require_player(entry.player), command.table)
        context.execute(table.pk, ChangeSeat(seat, command.seat, waitlists.policy.seat_change_owes))
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
        context.execute(table.pk, SeatPlayer(seat=command.seat, player=player, name=entry.name))


def _must_move(command: c.MustMove, waitlists: Waitlists, context: CommandContext) -> None:
    """Move the player to the main game with all chips. The person who set up the chain decided the move (S-004)."""
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
    stakes = dict(command.stakes)
    for position, assignment in enumerate(command.drawn):
        if not assignment.table:
            context.execute(broken.pk, LeaveSeat(assignment.seat), f".{position}")
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
    context.execute(broken.pk, CloseTable(command.reason), ".close")


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
        part_of=WAITLIST.name,
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
    player = taken.event.player
    seat = taken.event.seat
    to = left.event.seat
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


_AT_TABLES: dict[type[c.WaitlistCommand], Callable[[Any, Waitlists, CommandContext], None]] = {
    c.ConfirmSeated: _confirm_seated,
    c.MustMove: _must_move,
    c.BreakTable: _break_table,
    c.UndoAction: _undo_action,
}
