"""Taps made upon one that is refused later: held back, told, and sent or dropped by the dealer."""

from itertools import combinations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.dealer_ui.browser.conftest import Set
from tests.dealer_ui.browser.test_boxes import KEYS
from tests.dealer_ui.browser.test_queue import STORED, footer
from tests.dealer_ui.browser.test_screens import gap
from tests.dealer_ui.stage import Stage

pytestmark = pytest.mark.browser

REFUSAL = {"code": "bad_raise", "rule": "H-03", "facts": {}, "message": "A raise is to $16 now."}


def names(stage: Stage) -> list[tuple[str, int]]:
    """Commands that the room took, and what they had seen."""
    return [(command["name"], command["seen"]) for command in stage.commands]


def two_raises(show: Set, *after: str) -> tuple[Stage, Page]:
    """Offline the second raise has the total of the first, and the count is made upon it."""
    stage, page = show.show("flop")
    footer(page, "all sent")
    stage.down = True
    for name in ("Raise seat 4", "Raise seat 5", "5 players still in", *after):
        page.click(f"[aria-label^='{name}']")
    footer(page, f"{3 + len(after)} to send")
    stage.refusal, stage.refuse_seat = REFUSAL, 5
    stage.down = False
    expect(page.locator(".held h3")).to_have_text("Not done: Raise seat 5 to $12", timeout=20_000)
    return stage, page


def test_what_follows_a_refusal_waits_for_the_dealer(show: Set) -> None:
    stage, page = two_raises(show)
    expect(page.locator(".held .help")).to_have_text("A raise is to $16 now.")
    expect(page.locator(".held .following")).to_contain_text("5 players still in")
    footer(page, "2 held")
    assert names(stage) == [("act", 7)]

    page.click("[aria-label^='Fold seat 2']")  # made knowing the refusal: it goes past
    footer(page, "all sent")
    assert names(stage) == [("act", 7), ("act", 8)]
    expect(page.locator(".held")).to_be_visible()

    page.reload()
    expect(page.locator(".held h3")).to_have_text("Not done: Raise seat 5 to $12")
    page.click("[aria-label='Send the rest']")
    expect(page.locator(".held")).to_have_count(0)
    footer(page, "all sent")
    assert names(stage) == [("act", 7), ("act", 8), ("close_street", 9)]
    assert page.evaluate(STORED) == []


def test_what_follows_a_refusal_is_dropped(show: Set) -> None:
    stage, page = two_raises(show)
    page.click("[aria-label='Discard the rest']")
    expect(page.locator(".held")).to_have_count(0)
    footer(page, "all sent")
    page.reload()
    footer(page, "all sent")
    assert page.evaluate(STORED) == []
    assert names(stage) == [("act", 7)]


def test_a_floor_call_waits_for_nothing(show: Set) -> None:
    stage, page = two_raises(show, "Call the floor")
    expect(page.locator(".held .following")).not_to_contain_text("floor")
    footer(page, "all sent")
    assert [name for name, _ in names(stage)] == ["act", "call_floor"]


def test_a_late_refusal_stays_until_it_is_seen(show: Set) -> None:
    stage, page = show.show("flop")
    footer(page, "all sent")
    stage.down = True
    page.click("[aria-label^='Raise seat 5']")
    footer(page, "1 to send")
    page.wait_for_timeout(2200)
    stage.refusal, stage.refuse_seat = REFUSAL, 5
    stage.down = False
    locator = page.locator(".held h3")
    expect(locator).to_have_text("Not done: Raise seat 5 to $12", timeout=20_000)
    page.click("[aria-label^='Fold seat 2']")
    footer(page, "all sent")
    page.reload()
    expect(locator).to_be_visible()
    page.click(".held [aria-label='OK']")
    expect(locator).to_have_count(0)
    assert page.evaluate(STORED) == []


def test_the_question_can_be_read_and_hit(show: Set) -> None:
    _, page = two_raises(show)
    match = Axe().run(page).response["violations"]
    assert not [item["id"] for item in match if item["impact"] in ("serious", "critical")]
    keys = page.evaluate(KEYS)
    assert not [
        (item[0], other[0]) for item, other in combinations(keys, 2) if gap(item, other) < 7.9
    ]
