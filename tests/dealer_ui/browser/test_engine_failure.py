"""The engine fails in the middle of a hand: the server draws the screens, and every tap is stored once."""

import pytest
from playwright.sync_api import expect

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.room_log import folded_seats
from tests.support.tablet_faults import OPEN_WORKER, expect_no_engine

pytestmark = pytest.mark.browser
CALL_TIMEOUT_MS = 31_000  # more than `CALL_TIMEOUT` of engine.js
# Counts the sockets that open from now on, and the screens that they bring.
NOTE_SCREENS = """() => {
  Object.assign(window, { sockets: 0, screens: 0 });
  const { live } = floorbook.app;
  const { receive } = live;
  const { handlers } = live.socket;
  const { opened } = handlers;
  handlers.opened = () => {
    window.sockets += 1;
    opened();
  };
  live.receive = (message) => {
    window.screens += message.type === "screen";
    receive.call(live, message);
  };
}"""


def sit_down(dealer: Dealer) -> None:
    """Deal with the engine until seat 5 is to act."""
    dealer.page.add_init_script(OPEN_WORKER)
    dealer.sit_down()
    dealer.expect_engine()
    dealer.tap("Fold seat 3", "Fold seat 4")
    dealer.expect_step("Seven to act, seat 5 first.")


@pytest.mark.release
@pytest.mark.parametrize("call", ["tap", "entries"])
def test_dealer_goes_on_after_the_engine_failed(
    dealer: Dealer, live_room: LiveRoom, call: str
) -> None:
    """A tap that failed is posted, one that the room had stored already is not doubled, and screens come again."""
    sit_down(dealer)
    dealer.page.evaluate(NOTE_SCREENS)
    dealer.page.evaluate("call => window.failing.push(call)", call)
    dealer.tap("Fold seat 5")
    expect_no_engine(dealer)
    dealer.expect_step("Six to act, seat 6 first.")
    dealer.page.wait_for_function("() => window.sockets === 1 && floorbook.app.up")
    dealer.tap("Fold seat 6")
    dealer.expect_step("Five to act, seat 7 first.")
    dealer.page.wait_for_function("() => window.screens > 0")
    assert folded_seats(live_room) == [3, 4, 5, 6]


@pytest.mark.release
def test_taps_of_a_dead_worker_are_posted(dealer: Dealer, live_room: LiveRoom) -> None:
    """A worker that the browser ended never answers."""
    dealer.page.clock.install()
    sit_down(dealer)
    dealer.page.evaluate("() => window.engineWorker.terminate()")
    dealer.tap("Fold seat 5", "Fold seat 6")
    dealer.page.clock.fast_forward(CALL_TIMEOUT_MS)
    expect_no_engine(dealer)
    dealer.expect_step("Five to act, seat 7 first.")
    assert folded_seats(live_room) == [3, 4, 5, 6]


@pytest.mark.release
@pytest.mark.parametrize("is_reloaded", [False, True])
def test_taps_stay_on_the_tablet_if_the_engine_fails_without_a_network(
    dealer: Dealer, cable: Cable, live_room: LiveRoom, is_reloaded: bool
) -> None:
    """The footer counts them, also after a reload, and the room stores them as soon as it is back."""
    sit_down(dealer)
    cable.pull()
    dealer.tap("Fold seat 5", "6 players still in")
    expect(dealer.page.locator(".step p")).to_contain_text("Seat 1 is first")
    dealer.page.evaluate("() => window.engineWorker.dispatchEvent(new ErrorEvent('error'))")
    dealer.tap("Bet seat 1")
    expect_no_engine(dealer)
    dealer.expect_footer("Saved on tablet · 3 to send")
    if is_reloaded:
        dealer.page.reload()
        expect(dealer.page.locator("body[data-engine='ready']")).to_be_attached()
        expect(dealer.page.locator(".step p")).to_contain_text("Bet is $4.")
    cable.plug()
    # The footer says that the room is back for a while before it says that all was sent.
    dealer.page.wait_for_function("() => floorbook.app.queue.size === 0")
    dealer.expect_step("Bet is $4. Five to act, seat 2 first.")
    assert folded_seats(live_room) == [3, 4, 5]
