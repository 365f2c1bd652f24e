"""The positions of keys on the tablet's screen, and the elements that a page hides in scrolling boxes."""

from typing import Any

from playwright.sync_api import Page

# Tables and charts that are wider than their scrolling box.
HIDDEN = """() => [...document.querySelectorAll(".scroll")]
    .filter((one) => one.checkVisibility() && one.scrollWidth > one.clientWidth + 1)
    .map((one) => `${one.getAttribute("aria-label")}: ${one.scrollWidth} in ${one.clientWidth}`)"""
Box = tuple[float, float, float, float]
MEASURE = """selectors => selectors.map(selector => [...document.querySelectorAll(selector)].map(node => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return [x, y, width, height];
}))"""
ALL_THERE = "selectors => selectors.every(selector => document.querySelector(selector))"
# The row of a seat and the rule of a step are not keys of the rhythm of a hand, and are
# deliberately lower.
KEYS = """() => [...document.querySelectorAll("button:not(:disabled):not(.row-key, .note-key)")].filter(node => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map(node => {
  const { x, y, width, height } = node.getBoundingClientRect();
  return [node.ariaLabel, x, y, width, height, node.className];
})"""


def measure_boxes(page: Page, expected: dict[str, Any]) -> dict[str, Box]:
    """Return the boxes of the selectors that exist on the page."""
    match = page.evaluate(MEASURE, list(expected))
    return {name: tuple(hits[0]) for name, hits in zip(expected, match, strict=True) if hits}


def expect_boxes(page: Page, expected: dict[str, Any], *, all_there: bool = True) -> None:
    """Compare the boxes within half a pixel. all_there: wait until each exists on the page."""
    if all_there:
        page.wait_for_function(ALL_THERE, arg=list(expected))
    matches = measure_boxes(page, expected)
    offsets = {
        name: (box, expected[name])
        for name, box in matches.items()
        if not is_near(box, expected[name])
    }
    assert not offsets, offsets


def is_near(box: Box, other_box: Box) -> bool:
    """Return whether a finger hits both boxes equally well."""
    return all(abs(a - b) <= 0.5 for a, b in zip(box, other_box, strict=True))
