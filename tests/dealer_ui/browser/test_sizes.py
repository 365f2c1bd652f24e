"""Screens of other sizes: the frame is scaled, and every key is tapped where it is seen."""

import pytest
from playwright.sync_api import expect

from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser

SIZES = [(1180, 820), (1366, 1024), (1024, 768), (1280, 800), (820, 1180)]
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
