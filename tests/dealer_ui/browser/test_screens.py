"""Every screen of the tablet, opened once: its boxes, key sizes and gaps, its step."""

from itertools import combinations

import pytest
from playwright.sync_api import Page
from playwright.sync_api import expect as expect_element

from dealer_ui.messages.text_width import width
from tests.dealer_ui.browser import boxes
from tests.support.boxes import KEYS, expect_boxes
from tests.support.gaps import gap
from tests.support.law_examples import sampled
from tests.support.screenshots import save_picture
from tests.support.stage import FIXTURES, SCENES, open_scene, view_before_button_draw
from tests.support.staged_fixtures import ReusedTablet

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
    "set-key",
)


# The others are made of the same parts, and `check_contrast` measures the texts on all keys.


@pytest.mark.parametrize("name", sampled(FIXTURES, 2))
def test_screen_has_its_layout_contrast_and_names(reused_tablet: ReusedTablet, name: str) -> None:
    _, page = reused_tablet.open(name)
    if not name.endswith("ten"):  # ten seats have their own boxes
        check_boxes(page, name)
    check_step_width(page)
    check_key_sizes(page)
    check_contrast(page)


# The colors of the other scenes in light are tokens that these five use, too.
LIGHT_SCENES_OF_EVERY_RUN = {"light_flop", "light_pad", "light_more", "light_award", "light_floor"}
SCENE_PARAMETERS = [
    pytest.param(
        name,
        marks=pytest.mark.release
        if name.startswith("light_") and name not in LIGHT_SCENES_OF_EVERY_RUN
        else (),
    )
    for name in SCENES
]


@pytest.mark.parametrize("name", SCENE_PARAMETERS)
def test_helper_has_its_key_sizes_and_contrast(reused_tablet: ReusedTablet, name: str) -> None:
    page = open_scene(reused_tablet.open, name)
    check_key_sizes(page)
    check_contrast(page)
    if name == "time":
        save_picture(page, "time-charge")
    if name == "sleeper":
        save_picture(page, "sleeper")
    if name == "sleeper_asleep":
        save_picture(page, "sleeper-asleep")


@pytest.mark.parametrize("name", ["pair", "sign-in"])
def test_keys_of_pairing_and_sign_in_are_readable(reused_tablet: ReusedTablet, name: str) -> None:
    check_contrast(open_scene(reused_tablet.open, name))


def check_contrast(page: Page) -> None:
    """Every word on every key, in whatever state, has the contrast of WCAG 1.4.3; a key that is off has 3 to 1."""
    words = page.evaluate(CONTRASTS)
    assert len(words) > 3
    dim = [(text, round(ratio, 2)) for text, ratio, least in words if ratio < least]
    assert dim == []


def check_boxes(page: Page, name: str) -> None:
    """Check that the boxes are those of every screen with at most nine seats."""
    middle = boxes.FLOOR if name == "floor" else boxes.STAGE
    row = boxes.PROMOTION if name.startswith("promotion_") else boxes.COUNTS
    expect_boxes(page, boxes.DECK | row | boxes.BANDS | middle)
    expect_boxes(page, boxes.pods(), all_there=False)


def check_step_width(page: Page) -> None:
    """Check that the measured text width is not below the browser's."""
    text_line = page.locator(".step p")
    message = text_line.evaluate(
        "node => [node.scrollWidth, node.clientWidth, node.firstChild.textContent]"
    )
    assert message[0] <= message[1] <= 1142
    now = text_line.evaluate(
        """node => { const range = document.createRange(); range.selectNode(node.childNodes[1]);
        return [range.getBoundingClientRect().width, node.childNodes[1].textContent]; }"""
    )
    assert now[0] <= width(now[1]) + 1


def check_key_sizes(page: Page) -> None:
    """Check 48 px at least, 104 px for the primary keys (91 wide for ten counts), 8 px between any two."""
    keys = page.evaluate(KEYS)
    assert len(keys) > 3
    for label, _, _, key_width, high, classes in keys:
        assert min(key_width, high) >= 48, label
        primary = set(PRIMARY) & set(classes.split())
        is_ten = "count" in classes.split() and page.locator(".frame.ten").count()
        assert not primary or (high >= 104 and key_width >= (91 if is_ten else 104)), label
    for item, other_key in combinations(keys, 2):
        assert gap(item, other_key) >= 7.9, (item[0], other_key[0])


def test_button_is_placed_by_one_tap_on_a_seat(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("closed")
    stage.view = view_before_button_draw()
    reused_tablet.show_again()
    page.click("[aria-label^='Button is here, seat 3']")
    expect_element(page.locator(".footer .link")).to_contain_text("all sent")
    assert [(item["name"], item["args"]) for item in stage.commands] == [
        ("set_button", {"seat": 3})
    ]


@pytest.mark.parametrize("name", ["button_draw", "closed", "count_pot", "conduct_seat"])
def test_felt_key_has_one_box(reused_tablet: ReusedTablet, name: str) -> None:
    page = open_scene(reused_tablet.open, name)
    expect_boxes(page, {".felt-key": (700, 298, 176, 116)})


@pytest.mark.parametrize("name", ["more", "more_between", "more_ten"])
def test_cells_of_more_keep_their_boxes(reused_tablet: ReusedTablet, name: str) -> None:
    page = open_scene(reused_tablet.open, name)
    cells = {
        f".more-key.row-{row}.col-{column}": (365 + 140 * column, 278 + 90 * row, 132, 82)
        for row in range(3)
        for column in range(4)
    }
    expect_boxes(page, cells, all_there=False)
    assert 6 <= page.locator(".more-key").count() <= 12


def test_push_comes_first_if_only_supervisors_are_free(reused_tablet: ReusedTablet) -> None:
    page = open_scene(reused_tablet.open, "push_supervisors")
    sheet = page.locator(".push")
    expect_element(sheet.locator("h3")).to_have_text("Push in at T12: badge number")
    page.click(".who-list .key:has-text('Rowan')")
    expect_element(sheet.locator("h3")).to_have_text("Rowan signs in for one step")
    page.click(".who-list .key:last-child")
    expect_element(sheet.locator(".gate-help")).not_to_contain_text("\u2019s PIN")
