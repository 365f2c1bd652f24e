"""Chairs that are kept, and chairs by lot. No guide knows either: who may keep a chair and how long is the room's."""

from collections.abc import Callable
from typing import Any

from poker import commands as c
from poker import events as e
from poker.decide.seats import seat_player
from poker.draft import Draft
from poker.locks import open_chairs, refuse_locked
from poker.refusal import Refusal
from poker.state import Lock


def lock_seat(draft: Draft, command: c.LockSeat, now: int) -> None:
    """An empty chair is kept, for a player or for a reason. Refuses `seat_taken`, `seat_locked`, `lock_reason`."""
    seat = draft.table.seats[command.seat - 1]
    said = command.reason.strip()
    if seat.taken:
        raise Refusal("seat_taken", "S-013", seat=command.seat, name=seat.name)
    refuse_locked(seat, now)
    if not command.player and not said:
        raise Refusal("lock_reason", "S-013", seat=command.seat)
    if command.until <= now:
        raise Refusal("lock_over", "S-013", seat=command.seat)
    lock = Lock(command.until, command.player, command.name.strip(), said)
    draft.record(e.SeatLocked(command.seat, lock))


def unlock_seat(draft: Draft, command: c.UnlockSeat, now: int) -> None:
    """The chair is open again; the clock opens only one whose time is over. Refuses `not_locked`."""
    lock = draft.table.seats[command.seat - 1].lock
    if lock is None or (command.lapsed and lock.until > now):
        raise Refusal("not_locked", "S-013", seat=command.seat)
    draft.record(e.SeatUnlocked(command.seat, command.lapsed))


def draw_seats(draft: Draft, command: c.DrawSeats, now: int) -> None:
    """Chairs by lot, between hands. Refuses an order that is not of open chairs, each once (`draw_order`), more players
    than chairs (`draw_chairs`), a name twice, and whatever seating refuses.
    """
    draft.between_hands("S-013")
    free = open_chairs(draft.table, now)
    if len(command.players) > len(command.order):
        raise Refusal("draw_chairs", "S-013", players=len(command.players), chairs=len(free))
    if len(set(command.order)) < len(command.order) or not set(command.order) <= set(free):
        raise Refusal("draw_order", "S-013", chairs=free)
    players = tuple((one.player, one.name) for one in command.players)
    draft.record(e.SeatsDrawn(players, command.order))
    for (player, name), seat in zip(players, command.order, strict=False):
        seat_player(draft, c.SeatPlayer(seat, player, name), now)


CHAIRS: dict[type[c.Command], Callable[[Draft, Any, int], None]] = {
    c.LockSeat: lock_seat,
    c.UnlockSeat: unlock_seat,
    c.DrawSeats: draw_seats,
}
