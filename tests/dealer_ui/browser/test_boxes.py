"""Where the keys are, and that none ever moves; what every screen has is in test_screens."""

from itertools import pairwise

import pytest

from tests.dealer_ui.browser import boxes
from tests.support.boxes import expect_boxes, measure_boxes
from tests.support.pot_views import view_with_pots
from tests.support.stage import open_scene
from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser


def test_pad_leaves_seats_and_control_bar_in_place(reused_tablet: ReusedTablet) -> None:
    page = open_scene(reused_tablet.open, "pad")
    expect_boxes(page, boxes.PAD | boxes.DECK)
    expect_boxes(page, boxes.pods(), all_there=False)
    assert page.locator(".pad .total").inner_text() == "$187"
    assert page.locator(".c0r1 .bet .sub").inner_text() == "$187"


def test_mirror_swaps_only_floor_and_award(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("flop")
    page.click(".s3")
    page.click("[aria-label^='Mirror']")
    deck = boxes.DECK
    swapped = {".floor-key": deck[".award-key"], ".award-key": deck[".floor-key"]}
    expect_boxes(page, swapped | boxes.COUNTS | boxes.STAGE)
    row = [measure_boxes(page, deck)[name][0] for name in (".undo", ".s3", ".s2", ".s1", ".s0")]
    assert row == [146, 450, 598, 746, 894]
    expect_boxes(page, boxes.pods(), all_there=False)


def test_large_amounts_keep_their_boxes(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pad")
    for seat in stage.view["seats"]:
        seat["to_call"] = 1_234_500
        if seat["raise"]:
            seat["raise"] |= {"min": 2_469_000, "half_pot": 5_000_000, "pot": 12_345_600}
    stage.view["money"] |= {"pot": 12_345_600, "match": 1_234_500}
    reused_tablet.show_again()
    page.click(".c0r1 .bet")
    for digits in ("12", "34", "00", "0"):
        for digit in ["00"] if digits == "00" else digits:
            page.click(f"[aria-label='Digit {digit}']")
    edges = page.evaluate(
        """() => [".pad .total", ".pad .range", ".set-key .sub", ".c1r0 .bet .sub"].map(selector => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector(selector));
        const { left, right, bottom } = range.getBoundingClientRect(); return [left, right, bottom]; })"""
    )
    assert edges[0][1] < 485
    assert edges[1][1] < 485
    assert edges[1][2] <= 418
    assert edges[2][1] - edges[2][0] < 212
    assert edges[3][1] - edges[3][0] < 104


def test_large_amounts_on_the_diagram_do_not_overlap(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("pot_limit")
    stage.view["money"] |= {"pot": 12_345_600, "match": 1_234_500, "max": 5_678_900, "dead": 1250}
    reused_tablet.show_again()
    edges = page.locator(".number > *").evaluate_all(
        """nodes => nodes.map(node => { const range = document.createRange();
        range.selectNodeContents(node); const { left, right, top } = range.getBoundingClientRect();
        return [left, right, top]; })"""
    )
    for row in (edges[::2], edges[1::2]):
        assert all(right <= left for (_, right, _), (left, _, _) in pairwise(row))


@pytest.mark.parametrize("name", ["award", "ten"])
@pytest.mark.parametrize("count", [1, 3, 4, 5, 9])
def test_pots_stay_on_the_felt(reused_tablet: ReusedTablet, name: str, count: int) -> None:
    stage, page = reused_tablet.open(name)
    view = view_with_pots(count, 0)
    view["award"] |= {"split": {"2": 12600, "9": 12700}, "odd_seat": 9}
    stage.view |= {key: view[key] for key in ("award", "step", "hand")}
    reused_tablet.show_again()
    page.wait_for_selector(".pots")
    edges = page.evaluate(
        """() => [".stage", ".pots > :last-child", ".pots > :first-child"].map(selector => {
        const { top, bottom } = document.querySelector(selector).getBoundingClientRect();
        return [top, bottom]; })"""
    )
    assert edges[0][0] + 16 <= edges[2][0]
    assert edges[1][1] <= edges[0][1] - 16


@pytest.mark.parametrize("name", ["award", "flop", "deal", "pot_limit"])
def test_text_is_never_cut(reused_tablet: ReusedTablet, name: str) -> None:
    _, page = reused_tablet.open(name)
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".key .text, .key .sub, .pot .note, .number b")]
        .filter(node => node.scrollWidth > node.clientWidth + 1 && node.clientWidth).map(n => n.textContent)"""
    )
    assert cut == []


def test_side_pots_in_play_stay_on_the_felt(reused_tablet: ReusedTablet) -> None:
    page = open_scene(reused_tablet.open, "side_pots")
    rows = page.locator(".layer").evaluate_all(
        "nodes => nodes.map(node => { const { top, bottom } = node.getBoundingClientRect(); return [top, bottom]; })"
    )
    assert [bottom - top for top, bottom in rows] == [54, 54, 54]
    assert rows[-1][1] <= 552 - 9
    cut = page.locator(".layer").evaluate_all(
        "nodes => nodes.filter(node => node.scrollWidth > node.clientWidth).map(n => n.textContent)"
    )
    assert cut == []
    columns = page.locator(".layer .seats").evaluate_all(
        """nodes => nodes.map(node => Object.fromEntries([...node.children]
        .filter(chip => chip.textContent.trim()).map(chip => [chip.textContent, chip.getBoundingClientRect().left])))"""
    )
    assert all(columns[0][seat] == columns[2][seat] for seat in columns[0])


def test_names_are_not_cut_beside_blinds(reused_tablet: ReusedTablet) -> None:
    _, page = reused_tablet.open("deal")
    cut = page.locator(".pod .player").evaluate_all(
        "nodes => nodes.filter(node => node.scrollWidth > node.clientWidth).map(n => n.textContent)"
    )
    assert cut == []
