"""What a night seldom has of itself: misdeals, awards that are taken back, hands that are caught up, a push."""

from collections.abc import Callable

from simulation.night import Chairs, Night
from simulation.playing import Dealing, Say, Taps, View
from tables.models import Staff

MINUTE = 60


def mishaps(night: Night) -> None:
    """After the evening, at the same time at each table where a hand goes on; the clock is then where the last is."""
    began = over = night.clock.seconds
    for chairs in night.tables.values():
        view = chairs.look()
        if not chairs.open or view["paused"] or view["floor"] or not view["hand"]["started"]:
            continue
        night.clock.seconds = began
        dealing = Dealing(night.rng(f"mishaps/{chairs.table.name}"), night.temper)
        for mishap in (_caught_up, _award_back, None, _misdealt, _caught_up):
            if mishap:
                _tapped(night, chairs, mishap(dealing, chairs.look))
            else:
                night.push(chairs, _free(night))
        over = max(over, night.clock.seconds)
    night.clock.seconds = over


def _free(night: Night) -> Staff:
    """A dealer who deals nowhere."""
    busy = {chairs.device.dealer_id for chairs in night.tables.values()}
    return next(one.staff for one in night.house.dealers if one.staff.pk not in busy)


def _caught_up(dealing: Dealing, look: Callable[[], View]) -> Taps:
    view = look()
    if not view["hand"]["started"]:
        view = yield Say("deal", seconds=MINUTE)
    if view["hand"]["stage"] in ("betting", "complete"):
        view = yield Say("skip_to", {"street": "showdown", "count": 2}, MINUTE)
    return (yield from dealing.hand(view))


def _award_back(dealing: Dealing, look: Callable[[], View]) -> Taps:
    view = yield from dealing.hand(look())
    number = view["hand"]["number"]
    view = yield Say("undo", seconds=5)
    assert view["hand"]["number"] == number - 1, "the hand is on again"
    return (yield from dealing.hand(view))


def _misdealt(_: Dealing, look: Callable[[], View]) -> Taps:
    view = look()
    if not view["hand"]["started"]:
        view = yield Say("deal", seconds=MINUTE)
    return (yield Say("misdeal", {"reason": "exposed cards", "confirmed": True}, 10))


def _tapped(night: Night, chairs: Chairs, taps: Taps) -> None:
    """As an evening does it, but nothing else goes on."""
    said = next(taps, None)
    while said is not None:
        night.clock.seconds += said.seconds
        try:
            said = taps.send(night.tap(chairs, said))
        except StopIteration:
            return
