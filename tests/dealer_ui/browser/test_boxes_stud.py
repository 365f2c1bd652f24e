"""Where stud's keys are: the tie grid and the steppers in the boxes of the design, and no key that moves."""

import pytest

from tests.dealer_ui.browser import boxes
from tests.support.boxes import expect_boxes
from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser

CUT_OFF_TEXTS = """() => [...document.querySelectorAll(
".key .text, .key .sub, .short b, .short span, .tie span, .beside p, .forecast, .antes")]
.filter(node => node.scrollWidth > node.clientWidth + 1 && node.clientWidth).map(node => node.textContent)"""
STAGES = (
    "stud_tied_three",
    "stud_tied_four",
    "stud_common_card",
    "stud_two_passes",
    "stud_first",
    "stud_low",
)
OUTSIDE = """() => { const edge = document.querySelector(".stage").getBoundingClientRect();
return [...document.querySelectorAll(".stage *")].map(node => [node.className, node.getBoundingClientRect()])
.filter(([, box]) => box.width && (box.left < edge.left - 1 || box.right > edge.right + 1 || box.top < edge.top - 1
|| box.bottom > edge.bottom + 1)).map(([name]) => String(name)); }"""


def test_tie_grid_has_the_boxes_of_the_design(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("stud_bring_in")
    expect_boxes(page, boxes.TIE | boxes.NEXT_TO_PODS | boxes.DECK | boxes.COUNTS)


@pytest.mark.parametrize("name", ["stud_shortage", "stud_common_card", "stud_two_passes"])
def test_steppers_have_the_boxes_of_the_design(reused_tablet: ReusedTablet, name: str) -> None:
    _, page = reused_tablet.open(name)
    expect_boxes(page, boxes.STEPPERS | boxes.NEXT_TO_PODS | boxes.DECK | boxes.COUNTS)


@pytest.mark.parametrize("name", STAGES)
def test_no_text_is_cut_and_every_element_is_on_the_stage(
    reused_tablet: ReusedTablet, name: str
) -> None:
    _, page = reused_tablet.open(name)
    assert page.evaluate(CUT_OFF_TEXTS) == []
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("name", ["stud_upcards", "stud_bet", "stud_show"])
def test_upcards_pills_and_chips_share_the_row_of_the_name(
    reused_tablet: ReusedTablet, name: str
) -> None:
    _, page = reused_tablet.open(name)
    rows = page.locator(".pod .who").evaluate_all(
        "nodes => nodes.map(node => [node.scrollWidth, node.clientWidth])"
    )
    assert all(width <= room for width, room in rows)


def test_seven_handed_amounts_use_another_free_slot(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("stud_seven")
    expect_boxes(page, {".corner-numbers": (249, 118, 216, 138)} | boxes.TIE)
