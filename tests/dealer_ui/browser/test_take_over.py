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

# A queue whose page the room has shown its table up to entry 13. The tablet kept the table up to `kept`; each of
# `posted` is a tap that the room stored, with the entries before and after it. The room sends its table up to `sent`,
# null if the network is lost before. An entry that is loaded is the last of a table that the engine begins with.
BEGIN = """async ({ kept, posted, sent }) => {
  const { EngineQueue } = await import("/static/dealer_ui/engine/engine_queue.js");
  const result = { screen: {}, seq: 0, pending: [], answered: [], refused: [], diverged: [] };
  const loaded = [], saved = [], asked = [];
  const call = async (name, { table, taps }) => {
    loaded.push([table.seq, taps.map(({ id }) => id)]);
    return result;
  };
  const queue = new EngineQueue({
    owner: { queue: "", dealer: "" },
    table: "T1",
    handlers: new Proxy({ seqOfScreen: () => 13 }, { get: (own, name) => own[name] ?? (() => undefined) }),
    clock: { saved: 0, now: () => 0, restore() {} },
    hello: () => asked.push(loaded.length),
    tables: { read: async () => ({ table: { seq: kept } }), save: async ({ table }) => saved.push(table.seq) },
  });
  Object.assign(queue, { loading: Promise.resolve(), ready: true, isExpected: true });
  queue.posted = posted.map(([prev, seq]) => ({ command: { id: String(seq), posted: { prev, seq } } }));
  if (sent) queue.load({ seq: sent }, {});
  await queue.takeOver({ call });
  return { loaded, saved, asked: asked.length };
}"""
# The storage takes no tap, or no table; how often the kept table is deleted.
FAIL = """async () => {
  const { EngineQueue } = await import("/static/dealer_ui/engine/engine_queue.js");
  const deleted = [];
  const queue = new EngineQueue({
    owner: { queue: "", dealer: "" },
    table: "T1",
    handlers: new Proxy({}, { get: () => () => undefined }),
    clock: { saved: 0 },
    tables: { save: () => Promise.reject(new Error("full")), forget: async () => deleted.push("kept table") },
  });
  await queue.save();
  await queue.save();
  return { deleted, durable: queue.durable };
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


@pytest.mark.parametrize(
    ("kept", "posted", "sent", "loaded"),
    [
        pytest.param(13, [], None, [[13, []]], id="the kept table is that of the screen"),
        pytest.param(
            10, [(10, 11), (11, 13)], None, [[10, ["11", "13"]]], id="posted taps lead to it"
        ),
        pytest.param(10, [], None, [], id="the kept table is older"),
        pytest.param(10, [(11, 13)], None, [], id="others stored something in between"),
        pytest.param(10, [], 13, [[13, []]], id="the room sent its table"),
        pytest.param(10, [(10, 12), (12, 13)], 12, [[12, ["13"]]], id="and stored a tap after it"),
    ],
)
def test_engine_begins_with_no_table_older_than_the_screen(
    page: Page,
    kept: int,
    posted: list[tuple[int, int]],
    sent: int | None,
    loaded: list[list[object]],
) -> None:
    """Without the room's table it waits, and the room's screen stays."""
    state = page.evaluate(BEGIN, {"kept": kept, "posted": posted, "sent": sent})
    assert state == {"loaded": loaded, "saved": [sent] if sent else [], "asked": 1}


def test_kept_table_is_deleted_once_no_newer_one_can_be_kept(page: Page) -> None:
    assert page.evaluate(FAIL) == {"deleted": ["kept table"], "durable": False}
