"""A tap on a key that is off shows its reason, and sends nothing."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.double_taps import sent_names
from tests.support.guard_clock import pause
from tests.support.stage import Stage, open_scene, view_with_rewritten_call
from tests.support.staged_fixtures import ReusedTablet

pytestmark = pytest.mark.browser


def notice(page: Page, text: str) -> None:
    """Expect a sentence in the band."""
    expect(page.locator(".step p")).to_contain_text(text)


def commands(stage: Stage) -> list[str]:
    """Return the commands that the tablet has sent."""
    return [command["name"] for command in stage.commands]


def tap_off(page: Page, name: str) -> None:
    """Tap a key that is off; a page that waits for it to be enabled would wait forever."""
    key = page.locator(f"[aria-label^='{name}']")
    expect(key).to_have_attribute("aria-disabled", "true")
    key.click(force=True)


def test_a_tap_on_the_last_raise_says_why(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    tap_off(page, "Raised seat 7")
    notice(
        page, "Seat 7 has raised, as tapped. UNDO takes back the last tap; FLOOR rules on the rest."
    )
    pause(page)
    page.click("[aria-label^='Fold seat 4']")
    assert sent_names(stage, page) == ["act"]
    expect(page.locator(".step")).not_to_contain_text("has raised")


FREE_KEY = """() => [...document.querySelectorAll("[aria-disabled=true]")].map((key) => {
  const { x, y, width, height } = key.getBoundingClientRect();
  return [x + width / 2, y + height / 2, key];
}).find(([x, y, key]) => key.contains(document.elementFromPoint(x, y)))?.slice(0, 2)"""


def test_a_key_beside_the_cards_says_that_they_are_open(reused_tablet: ReusedTablet) -> None:
    page = open_scene(reused_tablet.open, "picker")
    pause(page)
    page.mouse.click(*page.evaluate(FREE_KEY))
    notice(page, "A pad or a sheet is open.")


def test_an_inferred_call_becomes_a_fold_by_one_tap(reused_tablet: ReusedTablet) -> None:
    page = open_scene(reused_tablet.open, "corrected")
    assert page.locator(".pill.inferred [aria-hidden]").all_inner_texts() == [
        "call $4?",
        "call $4?",
    ]
    expect(page.get_by_label("Put the hand back, seat 6")).to_have_text(
        re.compile(r"folded\s*was a call")
    )
    expect(page.locator(".caption .note")).to_have_text("Seat 6 now a fold. Pot $18 \u2192 $14")
    expect(page.locator(".undo .sub")).to_have_text("Seat 6 fold, was a call")
    expect(page.locator(".count.is-expected")).to_contain_text("6")


def test_both_keys_of_an_inferred_seat_send(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    stage.view = view_with_rewritten_call()
    reused_tablet.show_again()
    page.click("[aria-label^='Raise seat 5']")
    pause(page)
    page.click("[aria-label^='Fold seat 7']")
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    assert [command["args"] for command in stage.commands] == [
        {"seat": 5, "what": "raise", "to": 800},
        {"seat": 7, "what": "fold"},
    ]
