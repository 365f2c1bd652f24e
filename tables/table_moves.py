"""Moves between tables in one transaction: the player leaves one seat and takes another (S-002 to S-004)."""

from dataclasses import dataclass
from datetime import datetime
from functools import partial

from poker import codec
from poker.commands import LeaveSeat, SeatPlayer
from poker.refusal import Refusal
from poker.state import Seat, Table, Transfer
from tables.actions import TABLE, CommandResult, execute_inside_transaction


@dataclass(frozen=True, slots=True, kw_only=True)
class TableMove:
    """The player who moves, and the destination; tables are primary keys.

    `reason`, `said`, `by` and `above` are those of `SeatPlayer`. Without a reason the player moves by choice and buys
    in again (S-002).
    """

    table: int
    seat: int
    to_table: int
    to_seat: int
    stack: int | None = None  # counted chips, required if no tablet counted them
    reason: Transfer = ""
    said: str = ""
    by: str = ""
    above: bool = False
    uncounted: bool = False  # no stack is required


def player_move(*, move: TableMove, command_id: str, actor: str, now: datetime) -> CommandResult:
    """Move a player; the result is for the destination table.

    If it is refused, the player keeps the current seat. Raises `Refusal`: `same_table`, `seat_empty`,
    `move_after_hand`, `partial_transfer` for an amount other than all chips in play, `stack_missing`
    for uncounted chips, and what seating refuses.
    """

    def work() -> CommandResult:
        return move_inside_transaction(move=move, command_id=command_id, actor=actor, now=now)

    return TABLE.durably(move.to_table, command_id, work)


def move_inside_transaction(
    *, move: TableMove, command_id: str, actor: str, now: datetime, part_of: str = ""
) -> CommandResult:
    """`player_move` inside the caller's transaction. Both tables store the same command id, which marks a move."""
    if move.table == move.to_table:
        raise Refusal("same_table", "S-013", seat=move.seat)
    both = {pk: TABLE.lock(pk) for pk in sorted((move.table, move.to_table))}
    if result := TABLE.stored_result(both[move.to_table], command_id):
        return result
    table = codec.decode_state(bytes(both[move.table].state))
    seat = table.seat(move.seat)
    if seat is None or not seat.taken:
        raise Refusal("seat_empty", "S-013", seat=move.seat)
    _refuse_during_hand(table, seat)
    execute = partial(
        execute_inside_transaction,
        command_id=command_id,
        seen=None,
        actor=actor,
        now=now,
        part_of=part_of,
    )
    leave = LeaveSeat(seat=move.seat)
    sit = _seat_command(move, seat)
    execute(table_id=move.table, command=leave)
    return execute(table_id=move.to_table, command=sit)


def _refuse_during_hand(table: Table, seat: Seat) -> None:
    """Refuse a move during a hand dealt to the player, whose chips are known after it (S-008), or with chips
    pending.
    """
    hand = table.hand
    if hand is not None and (hand.index(seat.number) >= 0 or seat.coming):
        raise Refusal(
            "move_after_hand", "S-008", name=seat.name, hand=hand.number, table=table.name
        )


def _seat_command(move: TableMove, seat: Seat) -> SeatPlayer:
    counted = seat.stack is not None
    stack = seat.stack if counted and (move.reason or move.stack is None) else move.stack
    if move.reason and stack is None and not move.uncounted:
        raise Refusal("stack_missing", "S-004", name=seat.name)
    if move.reason and move.stack not in (None, stack):
        raise Refusal("partial_transfer", "S-004", name=seat.name, has=stack, amount=move.stack)
    return SeatPlayer(
        seat=move.to_seat,
        player=seat.player,
        name=seat.name,
        stack=stack if counted and stack else None,
        buy_in=stack if not counted and stack else None,
        reason=move.reason,
        said=move.said,
        by=move.by if move.reason else "",
        above=move.above,
    )
