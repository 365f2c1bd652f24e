"""Screens of other sizes: the frame is scaled, and every key is tapped where it is seen."""

import pytest
from playwright.sync_api import expect

from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser

SIZES = [(1180, 820), (1366, 1024), (1024, 768), (1280, 800)]
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
    scale = min(width / 1180, high / 820)
    page.wait_for_function(
        "wide => Math.abs(document.querySelector('.frame').getBoundingClientRect().width - wide) < 1",
        arg=1180 * scale,
    )
    box = page.evaluate(FRAME)
    assert box["x"] == pytest.approx((width - 1180 * scale) / 2, abs=0.5)
    assert box["y"] + box["height"] == pytest.approx(high, abs=0.5)
    assert box["height"] == pytest.approx(820 * scale, abs=0.5)
    assert not box["scrolls"]
    # A far corner, the middle and a near corner, touched where they are seen.
    for x, y in ((1000, 204), (534, 636), (74, 678)):
        page.touchscreen.tap(box["x"] + x * scale, box["y"] + y * scale)
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    message = [command["name"] for command in stage.commands]
    assert message == ["act", "close_street", "call_floor"]


@pytest.mark.parametrize("name", ["flop", "ten"])
def test_upright_tablet_asks_to_be_turned(reused_tablet: ReusedTablet, name: str) -> None:
    """What is under it keeps its state, and takes no tap meanwhile."""
    stage, page = reused_tablet.open(name)
    page.set_viewport_size({"width": 820, "height": 1180})
    expect(page.get_by_role("heading", name="Turn the tablet")).to_be_visible()
    page.touchscreen.tap(410, 1000)
    page.set_viewport_size({"width": 1180, "height": 820})
    expect(page.get_by_role("heading", name="Turn the tablet")).to_be_hidden()
    page.locator("[aria-label^='Fold seat']").first.tap()
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    assert [command["name"] for command in stage.commands] == ["act"]


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
