"""The room is updated while a tablet deals: the old engine goes on, and the new one comes between hands."""

from collections.abc import Iterator

import pytest

from dealer_ui.bundle import bundle
from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.other_version import VERSIONS, OtherVersion
from tests.support.room_log import folded_seats, run_code
from tests.support.slow_engine import SlowEngine
from tests.support.waiting import WAIT_MS

pytestmark = pytest.mark.browser
WAITING = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
ENGINE = "() => JSON.parse(document.getElementById('boot').textContent).engine.engine"
DIVERGENCES = """
from tables.models import Divergence
print(Divergence.objects.count())
"""


@pytest.fixture(
    params=[
        pytest.param(name, marks=pytest.mark.release if name == "unknown events" else ())
        for name in VERSIONS
    ]
)
def old_room(request: pytest.FixtureRequest, live_room: LiveRoom) -> Iterator[OtherVersion]:
    """A room of an earlier version, on the port of the live one."""
    live_room.kill()
    room = OtherVersion(live_room, request.param)
    room.start()
    yield room
    if room.is_running():
        room.kill()


@pytest.mark.release
def test_tablet_deals_on_after_an_update_and_takes_it_between_hands(
    dealer: Dealer, live_room: LiveRoom, old_room: OtherVersion
) -> None:
    """An engine that decides otherwise is corrected; one that can't read the log is given up. The dealer taps on.

    The room answers the taps until the new engine is ready.
    """
    new_engine = SlowEngine(dealer.page)
    dealer.sit_down()
    dealer.expect_engine()
    assert dealer.page.evaluate(ENGINE) != bundle().name
    dealer.page.evaluate("() => { window.isFirstPage = true; }")
    old_room.kill()
    live_room.start()
    dealer.tap("Fold seat 3", "Fold seat 4")
    dealer.expect_step("Seven to act, seat 5 first.")
    dealer.page.wait_for_function(WAITING, timeout=WAIT_MS)
    dealer.tap("Fold seat 5", "Fold seat 6", "Fold seat 7", "Fold seat 8", "Fold seat 9")
    dealer.expect_step("Seats 1, 2 to act.")
    assert dealer.page.evaluate("() => window.isFirstPage")  # in a hand nothing is loaded anew
    new_engine.hold()
    dealer.tap("Fold seat 1", "Award to seat 2")
    dealer.page.wait_for_function("() => !window.isFirstPage", timeout=WAIT_MS)
    assert dealer.page.evaluate(ENGINE) == bundle().name
    dealer.expect_step("first card to seat 2")
    assert folded_seats(live_room) == [3, 4, 5, 6, 7, 8, 9, 1]
    is_read = old_room.name == "other events"
    assert (int(run_code(live_room, DIVERGENCES)) > 0) == is_read
    known = int(run_code(live_room, DIVERGENCES))
    dealer.tap("Fold seat 4")
    dealer.expect_step("Eight to act, seat 5 first.")
    new_engine.expect_not_ready()
    new_engine.start()
    dealer.tap("Fold seat 5")
    dealer.expect_step("Seven to act, seat 6 first.")
    assert folded_seats(live_room)[-2:] == [4, 5]
    assert int(run_code(live_room, DIVERGENCES)) == known
