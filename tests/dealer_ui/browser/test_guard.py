"""A double tap does not hit what appears under the finger, and sends a command once."""

import pytest
from playwright.sync_api import expect

from tests.support.double_taps import sent_names, tap_twice
from tests.support.guard_clock import move_ahead, pause, stop_clock
from tests.support.stage import fixture
from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser

# Taps on keys "a" and "b" of a guard: [key, sends, at, x], and when the screen changed.
GUARD = """async ([changed, taps]) => {
  const { Guard } = await import("/static/dealer_ui/double_tap.js");
  const guard = new Guard({ now: () => changed, timeOf: (event) => event.timeStamp });
  guard.change();
  return taps.map(([name, sends, at, x, waits]) => guard.takes(
    { name, do: sends ? { send: sends, args: {} } : null },
    { timeStamp: at, clientX: x, clientY: 100, detail: 1 }, Boolean(waits)));
}"""


@pytest.mark.parametrize("gap", [0, 150, 300])
def test_double_tap_on_wins_raises_no_bet(reused_tablet: ReusedTablet, gap: int) -> None:
    stage, page = reused_tablet.open("award")
    stage.then = fixture("flop")
    tap_twice(page, "[aria-label^='Award to seat 9']", gap)
    expect(page.locator("[aria-label^='Raise seat 9']")).to_be_visible()
    assert sent_names(stage, page) == ["award"]
    pause(page)
    page.click("[aria-label^='Raise seat 9']")
    assert sent_names(stage, page) == ["award", "act"]


@pytest.mark.parametrize("gap", [0, 150, 300])
def test_a_count_tapped_twice_opens_one_street(reused_tablet: ReusedTablet, gap: int) -> None:
    stage, page = reused_tablet.open("flop")
    turn = fixture("flop")
    turn["hand"]["street"] = "turn"
    turn["count"]["opens"] = "river"
    stage.then = turn
    tap_twice(page, ".count.n5", gap)
    expect(page.locator(".count.n5")).to_contain_text("RIVER")
    assert sent_names(stage, page) == ["close_street"]
    pause(page)
    page.click(".count.n5")
    assert sent_names(stage, page) == ["close_street", "close_street"]


def test_undo_tapped_again_undoes_the_next_command(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    stage.then = fixture("flop")
    stage.then["undo"] |= {"seat": 5, "what": "bet", "amount": 400}
    stop_clock(page)
    page.click(".undo")
    expect(page.locator(".undo .sub")).to_have_text("Seat 5 bet $4")
    move_ahead(page, 300)  # a tap of the same finger that was meant, within half a second
    page.click(".undo")
    assert sent_names(stage, page) == ["undo", "undo"]


def test_double_tap_on_undo_undoes_one_command(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap_twice(page, ".undo", 100)
    assert sent_names(stage, page) == ["undo"]


def test_tap_that_closes_the_pad_hits_no_key_below(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    page.click("[aria-label^='Raise seat 2']")
    page.click(".chip-3")
    box = page.locator(".set-key").bounding_box()
    assert box
    stop_clock(page)
    for _ in range(2):
        page.mouse.click(box["x"] + 40, box["y"] + 40)
        move_ahead(page, 150)
    assert sent_names(stage, page) == ["act"]


def test_quick_taps_on_chip_keys_are_all_counted(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("pad")
    page.click("[aria-label^='Raise seat 2']")
    tap_twice(page, ".chip-3", 0)
    expect(page.locator(".pad .total")).to_have_text("$200")


@pytest.mark.parametrize(
    ("changed_seat", "taps", "guarded"),
    [
        (0, [["a", "", 1000, 50], ["b", "", 1400, 50]], [True, False]),
        (0, [["a", "", 1000, 50], ["b", "", 1600, 50]], [True, True]),
        (0, [["a", "", 1000, 50], ["b", "", 1100, 150]], [True, True]),
        (1650, [["a", "", 1000, 50], ["b", "", 1700, 50]], [True, False]),
        (1650, [["a", "", 1000, 50], ["b", "", 2000, 50]], [True, True]),
        (0, [["a", "", 1000, 50], ["a", "", 1100, 50]], [True, True]),
        (0, [["a", "undo", 1000, 50], ["b", "undo", 1400, 150]], [True, False]),
        (0, [["a", "undo", 1000, 50], ["b", "undo", 1600, 150]], [True, True]),
        (0, [["a", "undo", 1000, 50], ["a", "undo", 2500, 50, True]], [True, False]),
        (0, [["a", "undo", 1000, 50], ["a", "undo", 3100, 50, True]], [True, True]),
    ],
)
def test_guard_ignores_only_accidental_double_taps(
    reused_tablet: ReusedTablet, changed_seat: int, taps: list[list[object]], guarded: list[bool]
) -> None:
    _, page = reused_tablet.open("flop")
    assert page.evaluate(GUARD, [changed_seat, taps]) == guarded


# The look and label of a key while a swallowed tap is shown, which is gone after 120 ms.
NOTE_BLINKS = """() => {
  window.blinks = [];
  new MutationObserver((changes) => {
    for (const { target } of changes) if (target.matches(".key.is-again")) window.blinks.push(target.ariaLabel);
  }).observe(document.body, { subtree: true, attributeFilter: ["class"] });
}"""
NOTE_SIGNALS = """() => {
  window.buzzes = [];
  navigator.vibrate = (times) => window.buzzes.push(times.length);
}"""


def test_swallowed_tap_blinks_and_undo_says_once(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    stage.then = fixture("flop")
    page.evaluate(NOTE_BLINKS)
    tap_twice(page, "[aria-label^='Fold seat 5']", 150)
    page.wait_for_function("() => window.blinks.length")
    expect(page.locator(".key.is-again")).to_have_count(0)
    expect(page.locator(".undo .sub")).to_contain_text(", once")
    assert sent_names(stage, page) == ["act"]


def test_second_tap_on_another_key_blinks_undo(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("award")
    stage.then = fixture("flop")
    page.evaluate(NOTE_BLINKS)
    tap_twice(page, "[aria-label^='Award to seat 9']", 300)
    page.wait_for_function("() => window.blinks.length")
    assert all(name.startswith("Undo") for name in page.evaluate("() => window.blinks"))


def test_taps_vibrate_if_the_tablet_is_set_to_it(reused_tablet: ReusedTablet) -> None:
    """Once for a tap, twice for a swallowed one."""
    _, page = reused_tablet.open("flop")
    page.evaluate(NOTE_SIGNALS)
    page.evaluate("() => localStorage.setItem('floorbook.feedback', 'vibration')")
    tap_twice(page, "[aria-label^='Fold seat 5']", 150)
    page.wait_for_function("() => window.buzzes.length === 2")
    assert page.evaluate("() => window.buzzes") == [1, 3]


def test_sound_of_taps_is_chosen_on_the_tablet(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("complete")
    page.evaluate("() => { floorbook.app.set({ of: 'look' }); }")
    page.click("[aria-label='Taps: silent. Tap to change.']")
    expect(page.locator("[aria-label='Taps: sound. Tap to change.']")).to_be_visible()
    assert page.evaluate("() => localStorage.getItem('floorbook.feedback')") == "sound"
