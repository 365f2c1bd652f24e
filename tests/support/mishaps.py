"""Rare events of a simulated night: misdeals, undone awards, caught-up hands, a push."""

from collections.abc import Callable

from school.hands.play import Dealing, TapRequest, Taps, View
from staff.models import Staff
from tools.simulation.night import Night, SimulatedTable

MINUTE = 60


def add_mishaps(night: Night) -> None:
    """Play mishaps after the evening at each table with a hand; advance the clock to the last one."""
    started_at = over = night.clock.seconds
    for seats in night.tables.values():
        view = seats.look()
        if not seats.open or view.paused or view.floor or not view.hand.started:
            continue
        night.clock.seconds = started_at
        dealing = Dealing(night.rng(f"mishaps/{seats.table.name}"), night.temper)
        for mishap in (_catch_up_hand, _undo_award, None, _misdeal_hand, _catch_up_hand):
            if mishap:
                _play_taps(night, seats, mishap(dealing, seats.look))
            else:
                night.push(seats, _free_dealer(night))
        over = max(over, night.clock.seconds)
    night.clock.seconds = over


def _free_dealer(night: Night) -> Staff:
    """Return a dealer who is not dealing."""
    busy = {seats.device.dealer_id for seats in night.tables.values()}
    return next(member.staff for member in night.house.dealers if member.staff.pk not in busy)


def _catch_up_hand(dealing: Dealing, get_view: Callable[[], View]) -> Taps:
    view = get_view()
    if not view.hand.started:
        view = yield TapRequest("deal", seconds=MINUTE)
    if view.hand.stage in ("betting", "complete"):
        view = yield TapRequest("skip_to", {"street": "showdown", "count": 2}, MINUTE)
    return (yield from dealing.hand(view))


def _undo_award(dealing: Dealing, get_view: Callable[[], View]) -> Taps:
    view = yield from dealing.hand(get_view())
    number = view.hand.number
    view = yield TapRequest("undo", seconds=5)
    assert view.hand.number == number - 1, "the hand is on again"
    return (yield from dealing.hand(view))


def _misdeal_hand(_: Dealing, get_view: Callable[[], View]) -> Taps:
    view = get_view()
    if not view.hand.started:
        view = yield TapRequest("deal", seconds=MINUTE)
    return (yield TapRequest("misdeal", {"reason": "exposed cards", "confirmed": True}, 10))


def _play_taps(night: Night, seats: SimulatedTable, taps: Taps) -> None:
    """Play taps as an evening does, with no other process running."""
    tap = next(taps, None)
    while tap is not None:
        night.clock.seconds += tap.seconds
        try:
            tap = taps.send(night.tap(seats, tap))
        except StopIteration:
            return
