"""From a table to another in one transaction: the player leaves there and sits here, or neither (S-002 to S-004)."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from poker import codec
from poker.commands import LeaveSeat, SeatPlayer
from poker.refusal import Refusal
from poker.state import Seat, Table, Transfer
from tables.actions import Result, durably, execute_inside_transaction, locked, repeated


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Who moves, and where to; tables by number.

    stack: the chips as they were counted out, needed where no tablet counted them, unless `uncounted` says that
    nobody did. reason, said, by and above as in `SeatPlayer`; without a reason the player moves by choice and buys in
    anew (S-002).
    """

    table: int
    seat: int
    to_table: int
    to_seat: int
    stack: int | None = None
    reason: Transfer = ""
    said: str = ""
    by: str = ""
    above: bool = False
    uncounted: bool = False


def player_move(*, move: Move, command_id: str, actor: str, now: datetime) -> Result:
    """Carry a move out; the result is of the table that the player came to.

    Refuses `same_table`, `seat_empty`, `move_after_hand`, `partial_transfer` for a stake that is not all that lies
    there, `stack_missing` where nobody counted it, and whatever seating refuses; then the player sits where he sat.
    """

    def work() -> Result:
        return move_inside_transaction(move=move, command_id=command_id, actor=actor, now=now)

    return durably(table_id=move.to_table, command_id=command_id, work=work)


def move_inside_transaction(*, move: Move, command_id: str, actor: str, now: datetime) -> Result:
    """`player_move` for an action that does more; one command id at both tables is what makes it one move."""
    if move.table == move.to_table:
        raise Refusal("same_table", "S-013", seat=move.seat)
    both = {pk: locked(pk) for pk in sorted((move.table, move.to_table))}
    if stored := repeated(both[move.to_table], command_id):
        return stored
    table = codec.decode_state(bytes(both[move.table].state))
    seat = table.seat(move.seat)
    if seat is None or not seat.taken:
        raise Refusal("seat_empty", "S-013", seat=move.seat)
    _after_the_hand(table, seat)
    said: dict[str, Any] = {"command_id": command_id, "seen": None, "actor": actor, "now": now}
    leave, sit = LeaveSeat(seat=move.seat), _sit(move, seat)
    execute_inside_transaction(table_id=move.table, command=leave, **said)
    return execute_inside_transaction(table_id=move.to_table, command=sit, **said)


def _after_the_hand(table: Table, seat: Seat) -> None:
    """What lies before a player who was dealt in is known when the hand is over (S-008); so are chips that wait."""
    hand = table.hand
    if hand is not None and (hand.index(seat.number) >= 0 or seat.coming):
        raise Refusal(
            "move_after_hand", "S-008", name=seat.name, hand=hand.number, table=table.name
        )


def _sit(move: Move, seat: Seat) -> SeatPlayer:
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
