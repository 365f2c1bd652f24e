"""Lost seats: open seats of a game while players wait for that game in the same room. Pure.

No guide defines them: the definition and the order of the causes are house choices.
"""

from collections.abc import Iterable
from enum import StrEnum
from typing import Literal

from waitlist.rules.state import Standing

Reserved = Literal["", "called", "held", "locked"]


class Cause(StrEnum):
    """Why a seat is lost, in the order of counting: seats that are filled soonest come first."""

    CALLED = "called"
    HELD = "held"
    MUST_MOVE = "must_move"
    NOT_CALLED = "not_called"
    FLOOR_CALL = "floor_call"
    NO_DEALER = "no_dealer"
    LOCKED = "locked"

    @property
    def label(self) -> str:
        return _LABELS[self]

    @property
    def sentence(self) -> str:
        return _SENTENCES[self]


_LABELS = {
    Cause.CALLED: "Called, not answered",
    Cause.HELD: "Player on the way",
    Cause.MUST_MOVE: "Must-move due",
    Cause.NOT_CALLED: "No one called",
    Cause.FLOOR_CALL: "Floor call",
    Cause.NO_DEALER: "No dealer",
    Cause.LOCKED: "Locked up",
}
_SENTENCES = {
    Cause.CALLED: "A player was called to the seat and has not answered yet.",
    Cause.HELD: "The called player answered, and the seat is held until they sit down.",
    Cause.MUST_MOVE: "The seat is in the main game, and a player at a must-move table has not been moved to it.",
    Cause.NOT_CALLED: "The table could deal the player in, but no one was called to the seat.",
    Cause.FLOOR_CALL: "The table waits for the floor.",
    Cause.NO_DEALER: "The table has no dealer.",
    Cause.LOCKED: "The seat is locked up for a player or for a reason.",
}


def is_waiting_here(*, here: bool, state: Standing) -> bool:
    """Return whether an entry of a list is waiting in the room: present, or called to a seat."""
    return here or state != "waiting"


def cause_of(
    reserved: Reserved, *, has_dealer: bool, has_floor_call: bool, is_move_due: bool = False
) -> Cause:
    """Return the single cause of an open seat.

    The order: a reservation of the seat, a table without a dealer, its open floor call, a player who must move to the
    seat. is_move_due: the table is a main table of a chain, and a player sits at one of its must-move tables.
    """
    if reserved:
        return Cause(reserved)
    if not has_dealer:
        return Cause.NO_DEALER
    if has_floor_call:
        return Cause.FLOOR_CALL
    return Cause.MUST_MOVE if is_move_due else Cause.NOT_CALLED


def lost_seats(open_seats: Iterable[Cause], waiting: int) -> dict[Cause, int]:
    """Return the lost seats of a game by cause: as many as there are waiting players, at most all open seats.

    open_seats: the cause of each open seat; waiting: players in the room, including those called to a seat. If fewer
    players wait than seats are open, the seats that are filled soonest come first, in the order of `Cause`.
    """
    by_cause = dict.fromkeys(Cause, 0)
    for cause in open_seats:
        by_cause[cause] += 1
    remaining = max(0, waiting)
    lost: dict[Cause, int] = {}
    for cause, seats in by_cause.items():
        count = min(seats, remaining)
        remaining -= count
        if count:
            lost[cause] = count
    return lost


def rake_lost(lost_s: int, *, charged: int, seat_s: int) -> int | None:
    """Return the rake that the lost seconds would have brought, in the smallest unit, rounded down; None without a
    basis.

    charged: rake and time charges of the same game in a period; seat_s: seconds of taken seats in that period.
    """
    if not lost_s:
        return 0
    if seat_s <= 0 or charged <= 0:
        return None
    return lost_s * charged // seat_s
