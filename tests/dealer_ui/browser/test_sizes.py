"""Screens of other sizes: the frame is scaled, and every key is tapped where it is seen."""

import pytest
from playwright.sync_api import expect

from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser

SIZES = [(1180, 820), (1366, 1024), (1024, 768), (1280, 800), (820, 1180), (800, 1280), (768, 1024)]
# A far corner, the middle and a near corner: RAISE of seat 6, a count and FLOOR.
TAPS = {
    "landscape": ((1000, 204), (534, 636), (74, 678)),
    "portrait": ((640, 352), (613, 790), (74, 846)),
}
FRAME = """() => {
  const { x, y, width, height } = document.querySelector(".frame").getBoundingClientRect();
  return { x, y, width, height, scrolls: document.documentElement.scrollWidth > innerWidth };
}"""


@pytest.mark.parametrize(("width", "high"), SIZES)
def test_the_frame_fills_the_screen_from_its_near_edge(
    reused_tablet: ReusedTablet, width: int, high: int
) -> None:
    stage, page = reused_tablet.open("flop")
    page.set_viewport_size({"width": width, "height": high})
    orientation, wide, tall = ("landscape", 1180, 820) if width > high else ("portrait", 820, 1180)
    scale = min(width / wide, high / tall)
    page.wait_for_function(
        "wide => Math.abs(document.querySelector('.frame').getBoundingClientRect().width - wide) < 1",
        arg=wide * scale,
    )
    box = page.evaluate(FRAME)
    assert box["x"] == pytest.approx((width - wide * scale) / 2, abs=0.5)
    assert box["y"] + box["height"] == pytest.approx(high, abs=0.5)
    assert box["height"] == pytest.approx(tall * scale, abs=0.5)
    assert not box["scrolls"]
    for x, y in TAPS[orientation]:
        page.touchscreen.tap(box["x"] + x * scale, box["y"] + y * scale)
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    message = [command["name"] for command in stage.commands]
    assert message == ["act", "close_street", "call_floor"]


def test_upright_tablet_asks_ten_seats_to_turn_it(reused_tablet: ReusedTablet) -> None:
    """What is under it keeps its state, and takes no tap meanwhile."""
    stage, page = reused_tablet.open("ten")
    page.set_viewport_size({"width": 820, "height": 1180})
    expect(page.get_by_role("heading", name="Turn the tablet")).to_be_visible()
    page.touchscreen.tap(410, 1000)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement === document.body")
    page.set_viewport_size({"width": 1180, "height": 820})
    expect(page.get_by_role("heading", name="Turn the tablet")).to_be_hidden()
    page.locator("[aria-label^='Fold seat']").first.tap()
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    assert [command["name"] for command in stage.commands] == ["act"]


def test_tablet_that_is_turned_keeps_what_is_open(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("pad")
    page.click(".c0r1 .bet")
    page.click("[aria-label='Digit 8']")
    page.set_viewport_size({"width": 820, "height": 1180})
    expect(page.locator(".pad .total")).to_have_text("$8")
    page.locator("[aria-label='Digit 7']").tap()
    page.set_viewport_size({"width": 1180, "height": 820})
    expect(page.locator(".pad .total")).to_have_text("$87")


def test_ten_handed_counts_are_as_high_as_the_others(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("ten")
    boxes = [key.bounding_box() for key in page.locator(".count").all()]
    assert len(boxes) == 9
    for left, box in enumerate(boxes):
        assert box
        assert (box["width"], box["height"]) == (91, 104)
        assert box["x"] == pytest.approx(146 + 99.6 * left, abs=0.5)


# The lines of a name, each as wide as its box at most; only the first one is visible.
NAME = """([selector, name]) => {
  const player = document.querySelector(selector);
  player.textContent = name;
  const range = document.createRange();
  range.selectNodeContents(player);
  const { bottom } = player.getBoundingClientRect();
  const isSeen = (i) => {
    range.setStart(player.firstChild, i);
    range.setEnd(player.firstChild, i + 1);
    return range.getBoundingClientRect().bottom <= bottom + 1;
  };
  return [...name].filter((_, i) => isSeen(i)).join("");
}"""


def test_long_name_ends_after_a_word(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("flop")
    arguments = [".pod .player", "Wayfarer Montgomery-Featherstone the Third"]
    assert page.evaluate(NAME, arguments).strip() == "Wayfarer"
