"""Which chairs of a table are open: nobody sits there, and nobody keeps them."""

from poker.refusal import Refusal
from poker.state import Seat, Table


def open_chairs(table: Table, now: int) -> list[int]:
    """The numbers of chairs in which nobody sits and that nobody keeps."""
    return [
        seat.number
        for seat in table.seats
        if not seat.taken and (seat.lock is None or seat.lock.until <= now)
    ]


def refuse_locked(seat: Seat, now: int, player: str = "") -> None:
    """Refuses `seat_locked` for anybody but the one for whom a chair is kept; a lock that is over binds nobody."""
    lock = seat.lock
    if lock is None or lock.until <= now or (player and lock.player == player):
        return
    minutes = -(-(lock.until - now) // 60_000)
    what = lock.name or lock.reason
    raise Refusal("seat_locked", "S-013", seat=seat.number, what=what, minutes=minutes)
