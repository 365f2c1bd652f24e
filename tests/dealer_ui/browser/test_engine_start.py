"""The engine starts slowly after a reload: the room answers the taps until it is ready, and it has them then."""

import pytest
from playwright.sync_api import expect

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.room_log import folded_seats
from tests.support.slow_engine import SlowEngine

pytestmark = pytest.mark.browser
STEP = "Bet is $8. Five to act, seat 7 first."  # when the engine starts
# The steps of all screens that are shown from now on.
NOTE_STEPS = """() => {
  window.steps = [];
  const { app } = floorbook;
  const { show } = app;
  app.show = (screen) => {
    window.steps.push(screen.step.now);
    show.call(app, screen);
  };
}"""


@pytest.fixture
def engine(dealer: Dealer) -> SlowEngine:
    """The engine of a dealer who has dealt with it until seat 5 is to act, and whose page loads again."""
    engine = SlowEngine(dealer.page)
    dealer.sit_down()
    dealer.expect_engine()
    dealer.tap("Fold seat 3", "Fold seat 4")
    dealer.expect_step("Seven to act, seat 5 first.")
    engine.hold()
    dealer.page.reload()
    dealer.tap("Raise seat 5", "Fold seat 6")
    dealer.expect_step(STEP)
    engine.expect_not_ready()
    return engine


@pytest.mark.release
def test_dealer_goes_on_if_the_network_is_lost_before_the_engine_is_ready(
    dealer: Dealer, engine: SlowEngine, cable: Cable, live_room: LiveRoom
) -> None:
    """The engine has the taps that the room answered, and those that it did not. Each is stored once, in order."""
    cable.pull()
    dealer.tap("Fold seat 7")
    engine.start()
    expect(dealer.page.locator(".step p")).to_contain_text("Bet is $8. Seats 8, 9, 1, 2 to act.")
    dealer.tap("Fold seat 8")
    expect(dealer.page.locator(".step p")).to_contain_text("Bet is $8. Seats 9, 1, 2 to act.")
    dealer.page.reload()  # the taps are kept for the next page, too
    engine.start()
    expect(dealer.page.locator(".step p")).to_contain_text("Bet is $8. Seats 9, 1, 2 to act.")
    cable.plug()
    dealer.page.wait_for_function("() => floorbook.app.queue.size === 0")
    dealer.expect_step("Bet is $8. Seats 9, 1, 2 to act.")
    dealer.tap("Fold seat 9")
    dealer.expect_step("Bet is $8. Seats 1, 2 to act.")
    assert folded_seats(live_room) == [3, 4, 6, 7, 8, 9]
    expect(dealer.page.locator(".held")).to_have_count(0)


@pytest.mark.release
def test_floor_call_that_the_engine_takes_over_is_not_told_as_sent(
    dealer: Dealer, engine: SlowEngine, cable: Cable
) -> None:
    """The first screen of the engine has the call, and the room does not."""
    dealer.page.wait_for_function("() => floorbook.app.queue.ahead")
    cable.pull()
    dealer.tap("Call the floor")
    engine.start()
    lost = dealer.page.locator(".undelivered .lost")
    expect(lost).to_have_text("NOT DELIVERED: call out FLOOR")
    cable.plug()
    expect(lost).to_have_count(0)


@pytest.mark.release
def test_engine_goes_on_with_the_table_that_the_room_showed(
    dealer: Dealer, engine: SlowEngine, live_room: LiveRoom
) -> None:
    """No earlier screen is shown while the engine takes over: the table that the tablet kept is older."""
    last = dealer.page.evaluate("() => floorbook.app.live.seq")
    dealer.page.evaluate(NOTE_STEPS)
    engine.start()
    dealer.page.wait_for_function("last => floorbook.app.live.seq === last", arg=last)
    assert set(dealer.page.evaluate("() => window.steps")) <= {STEP}
    dealer.tap("Fold seat 7")
    dealer.expect_step("Bet is $8. Seats 8, 9, 1, 2 to act.")
    assert folded_seats(live_room) == [3, 4, 6, 7]
