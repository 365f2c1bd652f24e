"""Commands that follow a refused one: held back, shown, and sent or dropped by the dealer."""

from itertools import combinations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support.boxes import KEYS
from tests.support.gaps import gap
from tests.support.stage import Stage
from tests.support.staged_fixtures import ReusedTablet
from tests.support.tap_queue import STORED, expect_footer

pytestmark = pytest.mark.browser

REFUSAL = {"code": "bad_raise", "rule": "H-03", "facts": {}, "message": "A raise is to $16 now."}


def sent_names(stage: Stage) -> list[tuple[str, int]]:
    """Return the commands that the room accepted, with the sequence number they were based on."""
    return [(command["name"], command["seen"]) for command in stage.commands]


def send_two_raises(show: ReusedTablet, *after: str) -> tuple[Stage, Page]:
    """Queue two raises offline: the second repeats the first one's total, and a count follows it."""
    stage, page = show.open("flop")
    expect_footer(page, "all sent")
    stage.down = True
    for name in ("Raise seat 4", "Raise seat 5", "5 players still in", *after):
        page.click(f"[aria-label^='{name}']")
    expect_footer(page, f"{3 + len(after)} to send")
    stage.refusal = REFUSAL
    stage.refuse_seat = 5
    stage.down = False
    expect(page.locator(".held h3")).to_have_text("Not done: Raise seat 5 to $12")
    return stage, page


def test_commands_after_a_refusal_wait_for_the_dealer(reused_tablet: ReusedTablet) -> None:
    stage, page = send_two_raises(reused_tablet)
    expect(page.locator(".held .help")).to_have_text("A raise is to $16 now.")
    expect(page.locator(".held .following")).to_contain_text("5 players still in")
    expect_footer(page, "2 held")
    assert sent_names(stage) == [("act", 7)]

    page.click("[aria-label^='Fold seat 2']")  # made knowing the refusal: it goes past
    expect_footer(page, "all sent")
    assert sent_names(stage) == [("act", 7), ("act", 8)]
    expect(page.locator(".held")).to_be_visible()

    page.reload()
    expect(page.locator(".held h3")).to_have_text("Not done: Raise seat 5 to $12")
    page.click("[aria-label='Send the rest']")
    expect(page.locator(".held")).to_have_count(0)
    expect_footer(page, "all sent")
    assert sent_names(stage) == [("act", 7), ("act", 8), ("close_street", 9)]
    assert page.evaluate(STORED) == []


def test_commands_after_a_refusal_are_dropped(reused_tablet: ReusedTablet) -> None:
    stage, page = send_two_raises(reused_tablet)
    page.click("[aria-label='Discard the rest']")
    expect(page.locator(".held")).to_have_count(0)
    expect_footer(page, "all sent")
    page.reload()
    expect_footer(page, "all sent")
    assert page.evaluate(STORED) == []
    assert sent_names(stage) == [("act", 7)]


def test_late_command_is_sent_with_its_age(reused_tablet: ReusedTablet) -> None:
    stage, page = reused_tablet.open("flop")
    stage.down = True
    page.click("[aria-label^='Raise seat 4']")
    page.click("[aria-label^='Call the floor']")
    expect(page.locator(".undelivered")).to_be_visible()  # five seconds after the tap
    page.reload()
    stage.down = False
    expect_footer(page, "all sent")
    call = next(command for command in stage.commands if command["name"] == "call_floor")
    assert 5000 <= call["age"] < 120_000
    assert (call["shown"], call["seen"]) == (7, 8)  # the raise before it is stored


def test_floor_call_is_sent_before_held_taps(reused_tablet: ReusedTablet) -> None:
    stage, page = send_two_raises(reused_tablet, "Call the floor")
    expect(page.locator(".held .following")).not_to_contain_text("floor")
    expect_footer(page, "all sent")
    assert [name for name, _ in sent_names(stage)] == ["act", "call_floor"]
    earlier = stage.commands[-1]["earlier"]
    assert [(tap["name"], tap.get("seat"), tap.get("refused")) for tap in earlier] == [
        ("act", 5, True),
        ("close_street", None, None),
    ]


def test_late_refusal_is_shown_until_the_dealer_closes_the_notice(
    reused_tablet: ReusedTablet,
) -> None:
    stage, page = reused_tablet.open("flop")
    expect_footer(page, "all sent")
    stage.down = True
    page.click("[aria-label^='Raise seat 5']")
    expect_footer(page, "1 to send")
    page.wait_for_timeout(2200)
    stage.refusal = REFUSAL
    stage.refuse_seat = 5
    stage.down = False
    locator = page.locator(".held h3")
    expect(locator).to_have_text("Not done: Raise seat 5 to $12")
    page.click("[aria-label^='Fold seat 2']")
    expect_footer(page, "all sent")
    page.reload()
    expect(locator).to_be_visible()
    page.click(".held [aria-label='OK']")
    expect(locator).to_have_count(0)
    assert page.evaluate(STORED) == []


def test_question_about_held_taps_is_accessible(reused_tablet: ReusedTablet) -> None:
    _, page = send_two_raises(reused_tablet)
    match = Axe().run(page).response["violations"]
    assert not [item["id"] for item in match if item["impact"] in ("serious", "critical")]
    keys = page.evaluate(KEYS)
    assert not [
        (item[0], other_key[0])
        for item, other_key in combinations(keys, 2)
        if gap(item, other_key) < 7.9
    ]
