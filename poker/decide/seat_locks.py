"""Lock-ups and seat draws. No guide covers them: the room chooses who may hold a seat and for how long."""

from poker import commands as c
from poker import events as e
from poker.decide.seats import seat_player
from poker.draft import Draft
from poker.handlers import Decide
from poker.refusal import Refusal
from poker.seat_locks import open_seats, refuse_locked
from poker.state import Lock


def lock_seat(draft: Draft, command: c.LockSeat, now: int) -> None:
    """Lock up an empty seat for a player or a reason.

    Raises `Refusal`: `seat_taken`, `seat_locked`, `lock_reason`.
    """
    seat = draft.table.seats[command.seat - 1]
    text = command.reason.strip()
    if seat.taken:
        raise Refusal("seat_taken", "S-013", seat=command.seat, name=seat.name)
    refuse_locked(seat, now)
    if not command.player and not text:
        raise Refusal("lock_reason", "S-013", seat=command.seat)
    if command.until <= now:
        raise Refusal("lock_over", "S-013", seat=command.seat)
    lock = Lock(command.until, command.player, command.name.strip(), text)
    draft.record(e.SeatLocked(command.seat, lock))


def unlock_seat(draft: Draft, command: c.UnlockSeat, now: int) -> None:
    """Unlock the seat; a `lapsed` unlock requires an expired lock-up. Raises `Refusal`: `not_locked`."""
    lock = draft.table.seats[command.seat - 1].lock
    if lock is None or (command.lapsed and lock.until > now):
        raise Refusal("not_locked", "S-013", seat=command.seat)
    draft.record(e.SeatUnlocked(command.seat, command.lapsed))


def draw_seats(draft: Draft, command: c.DrawSeats, now: int) -> None:
    """Draw for seats, between hands.

    Raises `Refusal`: `draw_order` unless the order lists open seats, each once; `draw_chairs` for more players than
    seats; a refusal for a repeated name; and those of seating a player.
    """
    draft.between_hands("S-013")
    free = open_seats(draft.table, now)
    if len(command.players) > len(command.order):
        raise Refusal("draw_chairs", "S-013", players=len(command.players), chairs=len(free))
    if len(set(command.order)) < len(command.order) or not set(command.order) <= set(free):
        raise Refusal("draw_order", "S-013", chairs=free)
    players = tuple((drawn.player, drawn.name) for drawn in command.players)
    draft.record(e.SeatsDrawn(players, command.order))
    for (player, name), seat in zip(players, command.order, strict=False):
        seat_player(draft, c.SeatPlayer(seat, player, name), now)


SEAT_COMMANDS: dict[type[c.Command], Decide] = {
    c.LockSeat: lock_seat,
    c.UnlockSeat: unlock_seat,
    c.DrawSeats: draw_seats,
}
