"""The engine takes over while taps are being posted: each is posted or decided by the engine, none is lost."""

import pytest
from playwright.sync_api import Page

from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser
MAX_WAIT_MS = 2000  # that a dealer waits for a tap
# A queue whose first post is answered when the test says so. Times are turns of the event loop.
QUEUE = """async (isAnswered) => {
  const { EngineQueue } = await import("/static/dealer_ui/engine/engine_queue.js");
  const turns = async () => { for (let i = 0; i < 20; i++) await new Promise((next) => setTimeout(next)); };
  const posted = [], timeouts = [], asked = [], answers = [];
  const queue = new EngineQueue({
    owner: { queue: "", dealer: "" },
    table: "T1",
    post: ({ name }, timeout) => new Promise((answer) => {
      posted.push(name);
      timeouts.push(timeout);
      answers.push(() => answer({ status: 200, body: { seq: 1 } }));
    }),
    handlers: new Proxy({}, { get: () => () => undefined }),
    hello: () => asked.push([...posted]),
    tables: { read: async () => null },
  });
  Object.assign(queue, { loading: Promise.resolve(), ready: true, durable: false, isExpected: true });
  for (const name of ["first", "second"]) queue.add({ name, args: {}, seen: 0 });
  await turns();
  if (isAnswered) queue.pending = queue.pending.filter(({ command }) => command.name !== "first");
  else queue.takeOver({});
  await turns();
  const early = asked.length;
  for (let i = 0; i < 2; i++) {
    answers[i]?.();
    await turns();
  }
  return { early, posted, asked, timeouts };
}"""


@pytest.fixture
def page(reused_tablet: ReusedTablet) -> Page:
    """A page that serves the tablet's modules."""
    return reused_tablet.open("flop")[1]


def test_engine_waits_for_the_post_under_way(page: Page) -> None:
    state = page.evaluate(QUEUE, False)
    assert (state["early"], state["asked"]) == (0, [["first", "second"]])


def test_engine_does_not_wait_long_for_a_post_without_a_response(page: Page) -> None:
    assert max(page.evaluate(QUEUE, False)["timeouts"]) <= MAX_WAIT_MS


def test_answer_to_a_tap_that_has_left_the_queue_removes_no_other(page: Page) -> None:
    assert page.evaluate(QUEUE, True)["posted"] == ["first", "second"]
