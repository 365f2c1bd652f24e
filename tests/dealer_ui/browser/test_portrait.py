"""An upright tablet: every screen in its boxes, keys that stay in place, and a hand by taps to its award."""

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.dealer_ui.browser.boxes import HALF, KEY, NAME_ROW, POD
from tests.dealer_ui.browser.clashes import CLASHES
from tests.support.boxes import KEYS, expect_boxes
from tests.support.cable import Cable
from tests.support.gaps import gap
from tests.support.hand_walk import PlaywrightTablet, walk_a_hand
from tests.support.law_examples import sampled
from tests.support.live_room import LiveRoom
from tests.support.room_log import folded_seats
from tests.support.screenshots import pixels, save_picture
from tests.support.stage import FIXTURES, SCENES, open_scene
from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser

UPRIGHT: Any = {"width": 820, "height": 1180}
SLOTS = {
    "c1r0": (16, 118),
    "c2r0": (302, 118),
    "c3r0": (588, 118),
    "c0r0": (16, 266),
    "c4r0": (588, 266),
    "c0r1": (16, 414),
    "c4r1": (588, 414),
    "c0r2": (16, 562),
    "c4r2": (588, 562),
}
FRAME = {
    ".header": (16, 0, 788, 40),
    ".step": (16, 40, 788, 70),
    ".stage": (240, 266, 340, 434),
    ".caption": (16, 706, 788, 26),
    ".floor-key": (16, 738, 116, 216),
    ".award-key": (688, 738, 116, 216),
    ".undo": (16, 1052, 788, 76),
    ".footer": (16, 1140, 788, 40),
    **{f".s{i}": (16 + 199 * i, 966, 191, 76) for i in range(4)},
    **{f".count.n{i + 2}": (142 + 136 * (i % 4), 738 + 112 * (i // 4), 126, 104) for i in range(8)},
}
# The band of the next step and the header are lower than a key.
IN_BAND = {"coming", "seen", "take-time", "done-step"}
TOUCH = 72  # px, the least side of a key
# What leaves the frame, the felt or its sheet: [box, class, text].
OUTSIDE = """() => {
  const [left, right, top, bottom] = [0, 1, 2, 3];
  const edges = (node) => {
    const box = node.getBoundingClientRect();
    return [box.left, box.right, box.top, box.bottom];
  };
  const isOut = (node, parent) => {
    const [box, edge] = [edges(node), edges(parent)];
    if (box[left] === box[right] || box[top] === box[bottom]) return false;
    const isWide = box[left] < edge[left] - 1 || box[right] > edge[right] + 1;
    return isWide || box[top] < edge[top] - 1 || box[bottom] > edge[bottom] + 1;
  };
  const boxes = [".frame", ".stage", ".sheet", ".wide", ".call", ".push-summary", ".proposed"];
  return boxes.flatMap((name) => {
    const parent = document.querySelector(name);
    const inside = [...(parent?.querySelectorAll("*") ?? [])].filter((node) => !node.closest("svg, .sr-only"));
    const out = inside.filter((node) => isOut(node, parent));
    return out.map((node) => [name, String(node.className), node.textContent.trim()]);
  });
}"""


def is_upright_scene(name: str) -> bool:
    """Return whether a scene has at most nine seats, in a look that no other scene has."""
    return "ten" not in name.split("_") and not name.startswith(("light_", "letters_"))


NAMES = [*filter(is_upright_scene, FIXTURES), *filter(is_upright_scene, SCENES)]
UPRIGHT_SCENES = sampled(list(dict.fromkeys(NAMES)), 2)


@pytest.fixture
def upright(reused_tablet: ReusedTablet) -> ReusedTablet:
    """The reused tablet, upright."""
    reused_tablet.page.set_viewport_size(UPRIGHT)
    return reused_tablet


def check_keys(page: Page) -> None:
    """Check 72 px at least for each key outside the bands, and 8 px between any two."""
    keys = page.evaluate(KEYS)
    assert len(keys) > 3
    for label, _, _, width, height, classes in keys:
        assert IN_BAND & set(classes.split()) or min(width, height) >= TOUCH - 0.1, label
    for key, other_key in combinations(keys, 2):
        assert gap(key, other_key) >= 7.9, (key[0], other_key[0])


@pytest.mark.parametrize("name", UPRIGHT_SCENES)
def test_upright_screen_fits_its_boxes(upright: ReusedTablet, name: str) -> None:
    page = open_scene(upright.open, name)
    assert page.evaluate(CLASHES) == []
    assert page.evaluate(OUTSIDE) == []
    if not page.locator(".pad").count():  # the pad covers half of some keys below it
        check_keys(page)


@pytest.mark.parametrize("name", ["flop", "deal", "award", "draw", "stud_first", "more", "acts"])
def test_keys_of_the_upright_table_keep_their_boxes(upright: ReusedTablet, name: str) -> None:
    page = open_scene(upright.open, name)
    save_picture(page, f"portrait-{name}")
    seats = {}
    for slot, (x, y) in SLOTS.items():
        seats[f".{slot}"] = (x, y, *POD)
        seats[f".{slot} .fold"] = (x, y + NAME_ROW, KEY, KEY)
        seats[f".{slot} .bet"] = (x + HALF, y + NAME_ROW, KEY, KEY)
    expect_boxes(page, FRAME | seats, all_there=False)


def test_upright_seats_keep_their_order_around_the_table(upright: ReusedTablet) -> None:
    _, page = upright.open("flop")
    places = page.locator(".pod").evaluate_all(
        """pods => pods.map(pod => { const { x, y } = pod.getBoundingClientRect();
        return [pod.querySelector(".seat").textContent, x, y]; })"""
    )
    column = {seat: (x, y) for seat, x, y in places}
    left = [column[seat] for seat in "1234"]
    right = [column[seat] for seat in "6789"]
    assert left == sorted(left, key=lambda place: -place[1])
    assert right == sorted(right, key=lambda place: place[1])
    assert {x for x, _ in left} == {16}
    assert {x for x, _ in right} == {588}


def test_upright_pad_leaves_the_other_seats_in_reach(upright: ReusedTablet) -> None:
    page = open_scene(upright.open, "pad")
    save_picture(page, "portrait-pad")
    digits = {
        f".digit.x-{column}.y-{row}": (246 + 112 * column, 410 + 80 * row, 104, 72)
        for column in range(3)
        for row in range(3)
    }
    expect_boxes(page, digits | {".set-key": (414, 850, 262, 104)})
    keys = {label: box for label, *box in page.evaluate(KEYS)}
    for seat in (4, 6, 7):
        assert any(label.startswith(f"Fold seat {seat}") for label in keys), seat
    assert {"Close", "Delete the last digit"} & set(keys)
    page.locator("[aria-label^='Raise seat 6']").tap()
    expect(page.locator(".pad .title")).to_contain_text("Seat 6")


def test_mirrored_upright_tablet_swaps_floor_and_award(upright: ReusedTablet) -> None:
    _, page = upright.open("flop")
    page.click(".s3")
    page.click("[aria-label^='Mirror']")
    swapped = {".floor-key": FRAME[".award-key"], ".award-key": FRAME[".floor-key"]}
    swapped |= {f".s{i}": FRAME[f".s{3 - i}"] for i in range(4)}
    expect_boxes(page, swapped | {".undo": FRAME[".undo"]})


def test_hand_is_dealt_to_its_award_on_an_upright_tablet(
    chromium: Browser, cable: Cable, live_room: LiveRoom
) -> None:
    context = chromium.new_context(viewport=UPRIGHT, device_scale_factor=pixels(), has_touch=True)
    page = context.new_page()
    walk_a_hand(PlaywrightTablet(page), cable)
    assert page.evaluate(CLASHES) == []
    context.close()
    assert folded_seats(live_room) == [3, 4, 5, 6, 1, 7, 8, 9, 4]
