"""Possible faults of a tablet: its engine, and its storage."""

from playwright.sync_api import expect

from tests.support.cable import Cable
from tests.support.dealer import Dealer
from tests.support.waiting import WAIT_MS

# Lets the test end the worker, and make calls of the engine fail by their names.
OPEN_WORKER = """(() => {
  const Native = window.Worker;
  window.failing = [];
  window.Worker = class extends Native {
    constructor(...parts) {
      super(...parts);
      window.engineWorker = this;
    }
    postMessage(message) {
      if (!window.failing.includes(message.name)) return super.postMessage(message);
      const data = { id: message.id, error: "MemoryError" };
      setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data })));
    }
  };
})()"""
NOT_KEPT = "Taps are not kept:"
FULL = """() => {
  const refuse = () => { throw new DOMException("The quota is exceeded.", "QuotaExceededError"); };
  Object.assign(IDBObjectStore.prototype, { add: refuse, put: refuse });
}"""


def expect_no_engine(dealer: Dealer) -> None:
    """Expect the page to continue without its engine."""
    expect(dealer.page.locator("body[data-engine='none']")).to_be_attached()


def break_storage(dealer: Dealer, fault: str) -> None:
    """Run a script in the page and in the engine's worker, both of which write taps."""
    dealer.page.evaluate(fault)
    for worker in dealer.page.workers:
        worker.evaluate(fault)


def expect_step_unkept(dealer: Dealer, text: str) -> None:
    """Expect the step, and the warning in the footer."""
    expect(dealer.page.locator(".step p")).to_contain_text(text)
    dealer.expect_footer(NOT_KEPT)


def expect_nothing_waits(dealer: Dealer) -> None:
    """Expect the room to have answered every tap."""
    dealer.page.wait_for_function("() => floorbook.app.queue.size === 0", timeout=WAIT_MS)


def expect_a_proposal_without_a_network(dealer: Dealer, cable: Cable) -> None:
    """Report a premature turn while the cable is unplugged. Expect the tablet's proposal, which remains after
    reconnecting.
    """
    cable.pull()
    dealer.tap("Call the floor", "Premature burn or card", "Premature turn", "1")
    proposed = dealer.page.locator(".proposed")
    expect(proposed.locator(".head")).to_contain_text("Proposed, not final")
    expect(proposed.locator(".remedy li")).not_to_have_count(0)
    expect(dealer.page.locator("body")).to_contain_text("NOT DELIVERED: call out FLOOR")
    cable.plug()
    # On a slow machine the footer first shows for ten seconds that the room is back.
    expect_nothing_waits(dealer)
    expect(dealer.page.locator("body")).not_to_contain_text("NOT DELIVERED")
    expect(proposed.locator(".head")).to_contain_text("Proposed, not final")
