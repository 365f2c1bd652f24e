"""Every screen of the tablet, each opened once: its boxes, how big keys are and how far apart, its step, axe."""

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Page
from playwright.sync_api import expect as expect_element

from dealer_ui.messages.text_width import width
from tests.dealer_ui.browser import boxes
from tests.dealer_ui.browser.conftest import Set
from tests.dealer_ui.browser.test_access import serious
from tests.dealer_ui.browser.test_boxes import KEYS, expect
from tests.dealer_ui.stage import FIXTURES, SCENES, before_the_draw, scene

pytestmark = pytest.mark.browser

# [text, contrast, least contrast] of each text on a key: colors as computed, over the first opaque background.
CONTRASTS = """() => {
  const rgba = (text) => {
    const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number);
    return [r, g, b, a];
  };
  const over = ([r, g, b, a], under) => [r, g, b].map((part, i) => part * a + under[i] * (1 - a));
  const light = (color) => {
    const [r, g, b] = color.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (node) => {
    const layers = [];
    for (let at = node; at; at = at.parentElement) {
      const color = rgba(getComputedStyle(at).backgroundColor);
      layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reverse().reduce((under, color) => over(color, under), [0, 0, 0]);
  };
  const found = [];
  for (const key of document.querySelectorAll(".key")) {
    const walker = document.createTreeWalker(key, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode.parentElement;
      const style = getComputedStyle(node);
      const text = walker.currentNode.textContent.trim();
      if (!text || !node.checkVisibility() || node.closest(".sr-only")) continue;
      const under = behind(node);
      const [one, two] = [light(over(rgba(style.color), under)), light(under)];
      const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      found.push([text, ratio, large || key.classList.contains("is-off") ? 3 : 4.5]);
    }
  }
  return found;
}"""

PRIMARY = (
    "fold",
    "bet",
    "whole",
    "count",
    "floor-key",
    "award-key",
    "preset",
    "chip-key",
    "set-key",
)


@pytest.mark.parametrize("name", FIXTURES)
def test_a_screen(show: Set, name: str) -> None:
    _, page = show.show(name)
    if name != "ten":
        has_the_same_boxes(page, name)
    has_a_step_as_wide_as_the_words_think(page)
    has_no_key_too_small_or_too_close(page)
    has_readable_keys(page)
    assert not serious(page)


@pytest.mark.parametrize("name", SCENES)
def test_a_helper(show: Set, name: str) -> None:
    page = scene(show.show, name)
    has_no_key_too_small_or_too_close(page)
    has_readable_keys(page)
    assert not serious(page)


@pytest.mark.parametrize("name", ["pair", "sign-in"])
def test_keys_at_the_gate_are_readable(show: Set, name: str) -> None:
    has_readable_keys(scene(show.show, name))


def has_readable_keys(page: Page) -> None:
    """Every word on every key, in whatever state, has the contrast of WCAG 1.4.3; a key that is off has 3 to 1."""
    words = page.evaluate(CONTRASTS)
    assert len(words) > 3
    dim = [(text, round(ratio, 2)) for text, ratio, least in words if ratio < least]
    assert dim == []


def has_the_same_boxes(page: Page, name: str) -> None:
    """As every screen with nine seats at most."""
    middle = boxes.FLOOR if name == "floor" else boxes.STAGE
    expect(page, boxes.DECK | boxes.COUNTS | boxes.BANDS | middle)
    expect(page, boxes.pods(), all_there=False)


def has_a_step_as_wide_as_the_words_think(page: Page) -> None:
    """The measure of words is not below the browser's."""
    line = page.locator(".step p")
    message = line.evaluate(
        "node => [node.scrollWidth, node.clientWidth, node.firstChild.textContent]"
    )
    assert message[0] <= message[1] <= 1142
    now = line.evaluate(
        """node => { const range = document.createRange(); range.selectNode(node.childNodes[1]);
        return [range.getBoundingClientRect().width, node.childNodes[1].textContent]; }"""
    )
    assert now[0] <= width(now[1]) + 1


def has_no_key_too_small_or_too_close(page: Page) -> None:
    """48 px at least, 104 px for what is tapped all night, 8 px between any two."""
    keys = page.evaluate(KEYS)
    assert len(keys) > 3
    for label, _, _, wide, high, classes in keys:
        assert min(wide, high) >= 48, label
        primary = set(PRIMARY) & set(classes.split())
        ten = {"n9", "n10"} & set(classes.split()) and high == 48
        assert not primary or ten or min(wide, high) >= 104, label
    for item, other in combinations(keys, 2):
        assert gap(item, other) >= 7.9, (item[0], other[0])


def gap(item: list[Any], other: list[Any]) -> float:
    """Shortest way between two keys along an axis; below zero when they overlap."""
    (_, x, y, wide, high, _), (_, x2, y2, wide2, high2, _) = item, other
    across: float = max(x2 - (x + wide), x - (x2 + wide2))
    along: float = max(y2 - (y + high), y - (y2 + high2))
    return max(across, along)


def test_button_is_placed_by_one_tap_on_a_seat(show: Set) -> None:
    stage, page = show.show("closed")
    stage.view = before_the_draw()
    page.reload()
    page.click("[aria-label^='Button is here']")
    page.click("[aria-label^='Button at seat 3']")
    expect_element(page.locator(".step p")).to_be_visible()
    page.wait_for_timeout(200)
    assert [command["name"] for command in stage.commands] == ["set_button"]
