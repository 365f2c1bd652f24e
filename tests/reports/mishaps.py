"""What a night seldom has of itself: misdeals, awards that are taken back, hands that are caught up, a push."""

from collections.abc import Callable

from tables.models import Staff
from tools.simulation.hand_play import Dealing, TapRequest, Taps, View
from tools.simulation.night import Night, SimulatedTable

MINUTE = 60


def mishaps(night: Night) -> None:
    """After the evening, at the same time at each table where a hand goes on; the clock is then where the last is."""
    began = over = night.clock.seconds
    for seats in night.tables.values():
        view = seats.look()
        if not seats.open or view["paused"] or view["floor"] or not view["hand"]["started"]:
            continue
        night.clock.seconds = began
        dealing = Dealing(night.rng(f"mishaps/{seats.table.name}"), night.temper)
        for mishap in (_caught_up, _award_back, None, _misdealt, _caught_up):
            if mishap:
                _tapped(night, seats, mishap(dealing, seats.look))
            else:
                night.push(seats, _free(night))
        over = max(over, night.clock.seconds)
    night.clock.seconds = over


def _free(night: Night) -> Staff:
    """A dealer who deals nowhere."""
    busy = {seats.device.dealer_id for seats in night.tables.values()}
    return next(member.staff for member in night.house.dealers if member.staff.pk not in busy)


def _caught_up(dealing: Dealing, look: Callable[[], View]) -> Taps:
    view = look()
    if not view["hand"]["started"]:
        view = yield TapRequest("deal", seconds=MINUTE)
    if view["hand"]["stage"] in ("betting", "complete"):
        view = yield TapRequest("skip_to", {"street": "showdown", "count": 2}, MINUTE)
    return (yield from dealing.hand(view))


def _award_back(dealing: Dealing, look: Callable[[], View]) -> Taps:
    view = yield from dealing.hand(look())
    number = view["hand"]["number"]
    view = yield TapRequest("undo", seconds=5)
    assert view["hand"]["number"] == number - 1, "the hand is on again"
    return (yield from dealing.hand(view))


def _misdealt(_: Dealing, look: Callable[[], View]) -> Taps:
    view = look()
    if not view["hand"]["started"]:
        view = yield TapRequest("deal", seconds=MINUTE)
    return (yield TapRequest("misdeal", {"reason": "exposed cards", "confirmed": True}, 10))


def _tapped(night: Night, seats: SimulatedTable, taps: Taps) -> None:
    """As an evening does it, but nothing else goes on."""
    tap = next(taps, None)
    while tap is not None:
        night.clock.seconds += tap.seconds
        try:
            tap = taps.send(night.tap(seats, tap))
        except StopIteration:
            return
