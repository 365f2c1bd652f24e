"""Seat changes at the same table: chips and blind obligations move with the player, and no one escapes the blinds."""

from poker import commands as c
from poker import events as e
from poker.draft import Draft
from poker.refusal import Refusal
from poker.seat_locks import refuse_locked
from poker.state import Seat, Table


def change_seat(draft: Draft, command: c.ChangeSeat, now: int) -> None:
    """Move a player to an empty seat, between hands (S-010, S-013).

    Raises `Refusal`: `hand_in_progress`, `seat_empty`, `seat_taken`, `seat_locked`, `no_such_seat`.
    """
    draft.between_hands("S-010")
    table = draft.table
    seat = table.seat(command.seat)
    to = table.seat(command.to)
    if seat is None or to is None:
        raise Refusal("no_such_seat", "S-013", seat=command.to, seats=len(table.seats))
    if not seat.taken:
        raise Refusal("seat_empty", "S-013", seat=seat.number)
    if to.taken:
        raise Refusal("seat_taken", "S-013", seat=to.number, name=to.name)
    refuse_locked(to, now, seat.player)
    new = _owes(table, seat, to, command.owes) and not seat.owes_entry
    draft.record(e.SeatChanged(seat.number, to.number, new))


def _owes(table: Table, seat: Seat, to: Seat, owes: str) -> bool:
    if not (table.is_open and table.big and table.plaque.blinds) or owes == "never":
        return False
    return owes == "always" or avoids_blinds(table, seat.number, to.number)


def avoids_blinds(table: Table, seat: int, to: int) -> bool:
    """Return whether the big blind reaches the new seat later, or the small blind skips it.

    A player who has just posted the big blind owes the small one next hand, so any other seat avoids it. With three
    blinds, the same holds for a player who still owes the first.
    """
    owes_small = seat in (table.blinds[1:] or (table.big,)) and len(table.plaque.blinds) > 1
    return owes_small or _until_big(table, to) > _until_big(table, seat)


def _until_big(table: Table, seat: int) -> int:
    """Return how many seats the big blind moves to reach a seat: all of them for the seat that just had it."""
    return (seat - table.big - 1) % len(table.seats) + 1
