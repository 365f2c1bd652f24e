"""Where stud's keys are: the tie grid and the steppers in the boxes of the design, and no key that moves."""

import pytest

from tests.dealer_ui.browser import boxes
from tests.dealer_ui.browser.conftest import Set
from tests.dealer_ui.browser.test_boxes import expect

pytestmark = pytest.mark.browser

CUT = """() => [...document.querySelectorAll(
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


def test_the_tie_grid_is_where_it_was_drawn(show: Set) -> None:
    _, page = show.show("stud_bring_in")
    expect(page, boxes.TIE | boxes.BESIDE | boxes.DECK | boxes.COUNTS)


@pytest.mark.parametrize("name", ["stud_shortage", "stud_common_card", "stud_two_passes"])
def test_the_steppers_are_where_they_were_drawn(show: Set, name: str) -> None:
    _, page = show.show(name)
    expect(page, boxes.STEPPERS | boxes.BESIDE | boxes.DECK | boxes.COUNTS)


@pytest.mark.parametrize("name", STAGES)
def test_nothing_is_cut_and_all_stays_on_the_stage(show: Set, name: str) -> None:
    _, page = show.show(name)
    assert page.evaluate(CUT) == []
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("name", ["stud_upcards", "stud_bet", "stud_show"])
def test_upcards_pills_and_chips_share_the_row_of_the_name(show: Set, name: str) -> None:
    _, page = show.show(name)
    rows = page.locator(".pod .who").evaluate_all(
        "nodes => nodes.map(node => [node.scrollWidth, node.clientWidth])"
    )
    assert all(wide <= room for wide, room in rows)


def test_seven_handed_the_sums_take_another_free_place(show: Set) -> None:
    _, page = show.show("stud_seven")
    expect(page, {".corner-numbers": (249, 118, 216, 138)} | boxes.TIE)
