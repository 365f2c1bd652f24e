"""Open seats of a table: empty and not locked up."""

from poker.refusal import Refusal
from poker.state import Seat, Table


def open_seats(table: Table, now: int) -> list[int]:
    """Return the numbers of seats that are empty and not locked up."""
    return [
        seat.number
        for seat in table.seats
        if not seat.taken and (seat.lock is None or seat.lock.until <= now)
    ]


def refuse_locked(seat: Seat, now: int, player: str = "") -> None:
    """Raise `Refusal`: `seat_locked` for anyone but the player the seat is locked up for.

    An expired lock-up has no effect.
    """
    lock = seat.lock
    if lock is None or lock.until <= now or (player and lock.player == player):
        return
    minutes = -(-(lock.until - now) // 60_000)
    what = lock.name or lock.reason
    raise Refusal("seat_locked", "S-013", seat=seat.number, what=what, minutes=minutes)
