"""One evening of a tablet: a refused tap, a slow and a failed engine, FLOOR without the network, a full storage.

Each is told, and no tap is lost. Before a release each has a test, with others of its kind, in `test_refused.py`,
`test_engine_start.py`, `test_engine_failure.py`, `test_floor_without_network.py` and `test_storage_failure.py`. An
engine takes seconds to start, so `make test` has them at one tablet.
"""

import pytest
from playwright.sync_api import expect

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.room_log import END_HAND, floor_events, folded_seats, run_code
from tests.support.slow_engine import SlowEngine
from tests.support.tablet_faults import (
    FULL,
    OPEN_WORKER,
    break_storage,
    expect_a_proposal_without_a_network,
    expect_no_engine,
    expect_nothing_waits,
    expect_step_unkept,
)

pytestmark = pytest.mark.browser


def test_each_fault_is_told_and_no_tap_is_lost(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    dealer.page.add_init_script(OPEN_WORKER)
    engine = SlowEngine(dealer.page)
    dealer.sit_down()
    dealer.expect_engine()
    refuse_a_tap(dealer, cable, live_room)
    deal_before_the_engine_is_ready(dealer, cable, engine)
    reload_without_the_room(dealer, engine)
    deal_after_the_engine_failed(dealer, cable, live_room, engine)
    call_the_floor(dealer, cable, live_room)
    deal_with_a_full_storage(dealer, cable, live_room)


def refuse_a_tap(dealer: Dealer, cable: Cable, room: LiveRoom) -> None:
    """Tap in a hand that a supervisor ends meanwhile; the next hand starts as always."""
    dealer.tap("Fold seat 3", "Fold seat 4")
    dealer.expect_step("Seven to act, seat 5 first.")
    cable.pull()
    dealer.tap("Fold seat 5")
    expect(dealer.page.locator(".step p")).to_contain_text("Six to act, seat 6 first.")
    run_code(room, END_HAND)
    cable.plug()
    refused = dealer.page.locator(".refused-tap")
    expect(refused.locator("h3")).to_contain_text("Not possible: fold seat 5")
    expect(refused).to_contain_text("Rowan")
    dealer.tap("Drop this tap")
    expect(refused).to_have_count(0)
    dealer.tap("Fold seat 4")
    dealer.expect_step("Eight to act, seat 5 first.")


def deal_before_the_engine_is_ready(dealer: Dealer, cable: Cable, engine: SlowEngine) -> None:
    """After a reload the room answers a tap, then the network is lost: the engine has both taps when it is ready."""
    engine.hold()
    dealer.page.reload()
    dealer.tap("Fold seat 5")
    dealer.expect_step("Seven to act, seat 6 first.")
    engine.expect_not_ready()
    cable.pull()
    dealer.tap("Fold seat 6")
    engine.start()
    expect(dealer.page.locator(".step p")).to_contain_text("Six to act, seat 7 first.")


def reload_without_the_room(dealer: Dealer, engine: SlowEngine) -> None:
    """The page shows the screen that it had until the engine is ready, which takes the next tap."""
    dealer.page.reload()
    expect(dealer.page.locator(".step p")).to_contain_text("Six to act, seat 7 first.")
    engine.expect_not_ready()
    dealer.expect_footer("starting, keys in a moment")
    engine.start()
    dealer.tap("6 players still in")
    expect(dealer.page.locator(".step p")).to_contain_text("Seat 2 is first")


def deal_after_the_engine_failed(
    dealer: Dealer, cable: Cable, room: LiveRoom, engine: SlowEngine
) -> None:
    """The engine fails without a network: the footer counts the taps, also after a reload, and the room stores them."""
    dealer.page.evaluate("() => window.engineWorker.dispatchEvent(new ErrorEvent('error'))")
    dealer.tap("Bet seat 2")
    expect_no_engine(dealer)
    dealer.expect_footer("Saved on tablet · 3 to send")
    dealer.page.reload()
    engine.start()
    expect(dealer.page.locator(".step p")).to_contain_text("Bet is $4.")
    cable.plug()
    # The footer says that the room is back for a while before it says that all was sent.
    expect_nothing_waits(dealer)
    dealer.expect_step("Bet is $4. Five to act, seat 3 first.")
    assert folded_seats(room) == [3, 4, 4, 5, 6]


def call_the_floor(dealer: Dealer, cable: Cable, room: LiveRoom) -> None:
    """The rule comes from the tablet; the room gets the call, the row, and the row with the answer to its question."""
    expect_a_proposal_without_a_network(dealer, cable)
    assert floor_events(room)[-3:] == ["floor.called", "floor.reported", "floor.reported"]
    for key in ("Cancel the floor call", "Cancel the call: Settled"):
        dealer.tap(key)
    dealer.expect_step("Bet is $4. Five to act, seat 3 first.")


def deal_with_a_full_storage(dealer: Dealer, cable: Cable, room: LiveRoom) -> None:
    """Deal on if nothing can be written, also without the network: what was tapped then is sent from memory."""
    break_storage(dealer, FULL)
    dealer.tap("Fold seat 3")
    expect_step_unkept(dealer, "Seats 7, 8, 9, 1 to act.")
    expect_nothing_waits(dealer)
    cable.pull()
    dealer.tap("Fold seat 7", "Fold seat 8")
    expect_step_unkept(dealer, "Seats 9, 1 to act.")
    cable.plug()
    expect_nothing_waits(dealer)
    assert folded_seats(room) == [3, 4, 4, 5, 6, 3, 7, 8]
    dealer.page.reload()
    dealer.expect_step("Seats 9, 1 to act.")
    assert folded_seats(room) == [3, 4, 4, 5, 6, 3, 7, 8]
