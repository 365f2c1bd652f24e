"""The tablet's storage is full, never answers, or is wiped: the footer says so, and dealing goes on."""

import pytest
from playwright.sync_api import expect

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.room_log import folded_seats
from tests.support.slow_engine import SlowEngine
from tests.support.tablet_faults import (
    FULL,
    NOT_KEPT,
    break_storage,
    expect_nothing_waits,
    expect_step_unkept,
)

pytestmark = pytest.mark.browser
# A transaction that begins and never ends.
HANGING = """() => {
  const never = new Promise(() => {});
  const store = { add: () => never, put: () => never, delete: () => never };
  IDBDatabase.prototype.transaction = () => ({ store, commit() {}, done: never });
}"""
# A database that is asked for and never opens.
BLOCKED = """(() => {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...names) {
    return Object.assign(open.apply(this, names), { addEventListener() {} });
  };
})()"""

# The store opens half a second late.
SLOW_TO_OPEN = """() => {
  const open = IDBFactory.prototype.open;
  IDBFactory.prototype.open = function (...names) {
    const opening = new EventTarget();
    setTimeout(() => {
      const actual = open.apply(indexedDB, names);
      actual.onsuccess = () => {
        Object.defineProperty(opening, "result", { get: () => actual.result });
        opening.dispatchEvent(new Event("success"));
      };
    }, 500);
    return opening;
  };
}"""
# Folds of these seats within one moment.
FOLDS = """seats => {
  const { queue } = floorbook.app;
  for (const seat of seats) queue.add({ name: "act", args: { what: "fold", seat }, seen: queue.table.seq });
}"""


def sit_down(dealer: Dealer) -> None:
    """Deal with the engine until seat 5 is to act."""
    dealer.sit_down()
    dealer.expect_engine()
    dealer.tap("Fold seat 3", "Fold seat 4")
    dealer.expect_step("Seven to act, seat 5 first.")


def wipe(dealer: Dealer) -> None:
    """Delete everything that the tablet keeps of its taps and its table, as a person can in the browser's settings."""
    session = dealer.page.context.new_cdp_session(dealer.page)
    session.send("Storage.clearDataForOrigin", {"origin": dealer.url, "storageTypes": "indexeddb"})
    session.detach()


@pytest.mark.release
@pytest.mark.parametrize(
    "fault", [pytest.param(FULL, id="full"), pytest.param(HANGING, id="hanging")]
)
def test_dealing_goes_on_if_nothing_can_be_written(
    dealer: Dealer, cable: Cable, live_room: LiveRoom, fault: str
) -> None:
    """Also without the network; what was tapped then is sent from memory."""
    sit_down(dealer)
    break_storage(dealer, fault)
    dealer.tap("Fold seat 5")
    expect_step_unkept(dealer, "Six to act, seat 6 first.")
    expect_nothing_waits(dealer)
    cable.pull()
    dealer.tap("Fold seat 6", "Fold seat 7")
    expect_step_unkept(dealer, "Seats 8, 9, 1, 2 to act.")
    cable.plug()
    expect_nothing_waits(dealer)
    assert folded_seats(live_room) == [3, 4, 5, 6, 7]
    dealer.page.reload()
    dealer.expect_step("Seats 8, 9, 1, 2 to act.")
    assert folded_seats(live_room) == [3, 4, 5, 6, 7]


@pytest.mark.release
def test_page_loaded_again_shows_what_the_full_storage_lacks(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    """Also if the network is lost before the engine is ready: it begins with the table that the room sent."""
    engine = SlowEngine(dealer.page)
    sit_down(dealer)
    break_storage(dealer, FULL)
    dealer.tap("Fold seat 5", "Fold seat 6", "Fold seat 7")
    expect_step_unkept(dealer, "Seats 8, 9, 1, 2 to act.")
    expect_nothing_waits(dealer)
    engine.hold()
    dealer.page.reload()
    dealer.page.wait_for_function("() => floorbook.app?.queue.ahead")
    engine.expect_not_ready()
    cable.pull()
    engine.start()
    step = dealer.page.locator(".step p")
    expect(step).to_contain_text("Seats 8, 9, 1, 2 to act.")
    dealer.tap("Fold seat 8")
    expect(step).to_contain_text("Seats 9, 1, 2 to act.")
    cable.plug()
    expect_nothing_waits(dealer)
    dealer.expect_step("Seats 9, 1, 2 to act.")
    assert folded_seats(live_room) == [3, 4, 5, 6, 7, 8]


@pytest.mark.release
def test_page_writes_a_tap_that_its_worker_cannot_write(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    sit_down(dealer)
    cable.pull()
    assert len(dealer.page.workers) == 1
    dealer.page.workers[0].evaluate(FULL)
    dealer.tap("Fold seat 5")
    step = dealer.page.locator(".step p")
    expect(step).to_contain_text("Six to act, seat 6 first.")
    expect(dealer.page.locator(".footer")).not_to_contain_text(NOT_KEPT)
    dealer.page.reload()
    expect(step).to_contain_text("Six to act, seat 6 first.")
    cable.plug()
    expect_nothing_waits(dealer)
    assert folded_seats(live_room) == [3, 4, 5]


@pytest.mark.release
def test_taps_are_written_in_order_by_page_and_worker(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    """The worker takes long to open the store; the page, which has it open, waits."""
    sit_down(dealer)
    dealer.page.reload()
    dealer.expect_engine()
    cable.pull()
    dealer.page.workers[0].evaluate(SLOW_TO_OPEN)
    dealer.page.evaluate(FOLDS, [5, 6, 7])
    dealer.page.wait_for_function("() => floorbook.app.queue.pending.every(({ at }) => at)")
    dealer.page.reload()
    expect(dealer.page.locator(".step p")).to_contain_text("Seats 8, 9, 1, 2 to act.")
    pending = dealer.page.evaluate(
        "() => floorbook.app.queue.pending.map(({ command }) => command.args.seat)"
    )
    assert pending == [5, 6, 7]
    cable.plug()
    expect_nothing_waits(dealer)
    assert folded_seats(live_room) == [3, 4, 5, 6, 7]


@pytest.mark.release
def test_dealing_goes_on_with_a_storage_that_never_opens(
    dealer: Dealer, live_room: LiveRoom
) -> None:
    sit_down(dealer)
    dealer.page.add_init_script(BLOCKED)
    dealer.page.reload()
    expect(dealer.page.locator("body[data-engine='ready']")).to_be_attached()
    dealer.tap("Fold seat 5")
    expect_step_unkept(dealer, "Six to act, seat 6 first.")
    expect_nothing_waits(dealer)
    assert folded_seats(live_room) == [3, 4, 5]


@pytest.mark.release
def test_dealing_goes_on_after_the_storage_is_wiped(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    """What was tapped before is sent from memory."""
    sit_down(dealer)
    cable.pull()
    dealer.tap("Fold seat 5")
    expect(dealer.page.locator(".step p")).to_contain_text("Six to act, seat 6 first.")
    wipe(dealer)
    dealer.expect_footer(NOT_KEPT)
    dealer.tap("Fold seat 6")
    expect_step_unkept(dealer, "Five to act, seat 7 first.")
    cable.plug()
    expect_nothing_waits(dealer)
    assert folded_seats(live_room) == [3, 4, 5, 6]


@pytest.mark.release
def test_tablet_wiped_without_a_network_says_that_it_has_no_table(
    dealer: Dealer, cable: Cable, live_room: LiveRoom
) -> None:
    """What the room had is all there when it is back; a tap that it never had was lost with the storage."""
    sit_down(dealer)
    cable.pull()
    dealer.tap("Fold seat 5")
    expect(dealer.page.locator(".step p")).to_contain_text("Six to act, seat 6 first.")
    dealer.page.goto("about:blank")
    wipe(dealer)
    dealer.page.goto(f"{dealer.url}/tablet/")
    expect(dealer.page.locator(".no-table")).to_contain_text("No network")
    cable.plug()
    dealer.expect_step("Seven to act, seat 5 first.")
    dealer.tap("Fold seat 5")
    dealer.expect_step("Six to act, seat 6 first.")
    assert folded_seats(live_room) == [3, 4, 5]
