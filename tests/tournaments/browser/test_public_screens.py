"""Wall and player's phone in a browser: every state fits, at ten meters and in the hand; the clock needs no network."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.axe import serious_violations
from tests.support.live_room import ClosedRoom, LiveRoom
from tests.support.live_room import live_room as run_live_room
from tests.support.screenshots import save_picture
from tests.tournaments.browser.evening import EVENING, MOVED, fill

pytestmark = pytest.mark.browser
WALLS = {"16-9": (1920, 1080), "portrait": (1080, 1920)}
PHONE = (390, 844)
LONG_EVENT = "Championship of the Northern Card Rooms, Mixed Pot-Limit"
LONG_NAME = "Polished Compass Wheel"
NUMBERS = """
NUMBERS = {
    "moving": moved.number,
    "alternate": alternate,
    "out": 3,
    "seated": next(e.number for e in state.seated() if e.number != moved.number and not e.coming),
}
"""
HAND_FOR_HAND = """
state = send(c.CloseRegistration(), 16)
state = send(c.FixPool(), 16)
for entry in list(state.alternates()):
    state = send(c.SeatAlternates(), 16)
for entry in list(state.seated())[:20]:
    state = send(c.BustPlayer(entry.number), 16)
state = send(c.BeginHandForHand(), 16)
state = send(c.FinishHand("T32"), 16)
"""
# Elements outside the screen, or too large for their box. A long title ends with an ellipsis.
OUTSIDE = """() => [...document.querySelectorAll("body *")]
    .filter((node) => node.checkVisibility())
    .filter((node) => !node.matches("h1") && !node.closest("h1"))
    .filter((node) => {
        const at = node.getBoundingClientRect();
        if (!at.width || !at.height) return false;
        const wide = getComputedStyle(node).display !== "inline" && node.scrollWidth > node.clientWidth + 1;
        return wide || at.right > innerWidth + 0.5 || at.bottom > innerHeight + 0.5 || at.left < -14;
    })
    .map((node) => node.outerHTML.slice(0, 120))"""
# Boxes of the wall's parts that lie over one another.
OVERLAPS = """() => {
    const parts = ["header", "#level", "#figures", "#strip"].map((name) => document.querySelector(name));
    const boxes = parts.filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect());
    const overlap = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const pairs = [];
    for (const [i, a] of boxes.entries())
        for (const [j, b] of boxes.entries()) if (i < j && overlap(a, b)) pairs.push([i, j]);
    return pairs;
}"""
SMALL = """(least) => [...document.querySelectorAll("header *, main *")]
    .filter((node) => node.checkVisibility())
    .filter((node) => [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim()))
    .filter((node) => parseFloat(getComputedStyle(node).fontSize) < least - 0.01)
    .map((node) => node.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module")
def evening(closed_room: ClosedRoom) -> Iterator[tuple[LiveRoom, dict[str, Any]]]:
    """A running event with a move, an alternate and a bust, for tests that only read."""
    with run_live_room(closed_room) as room:
        yield room, fill(room, MOVED, NUMBERS)


def open_page(browser: Browser, url: str, size: tuple[int, int]) -> Page:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.goto(url)
    return page


def picture(page: Page, name: str) -> None:
    save_picture(page, name)
    if folder := os.environ.get("PAGE_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def check_wall(page: Page, name: str) -> None:
    picture(page, name)
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate(SMALL, 42) == []
    assert serious_violations(page) == []


@pytest.mark.parametrize("shape", WALLS)
def test_wall_shows_every_state(
    chromium: Browser, evening: tuple[LiveRoom, dict[str, Any]], shape: str
) -> None:
    room, printed = evening
    page = open_page(chromium, f"{room.url}/wall/tournament/{printed['event']}", WALLS[shape])
    expect(page.locator("[data-show=blinds]")).to_have_text("100 / 100")
    expect(page.locator("#moves li:visible")).to_have_count(1)
    expect(page.locator("#moves")).to_contain_text("Amber Spindle")
    check_wall(page, f"tournament-wall-{shape}")
    page.close()


@pytest.mark.parametrize("shape", WALLS)
def test_wall_goes_through_levels_without_the_network(
    chromium: Browser, evening: tuple[LiveRoom, dict[str, Any]], shape: str
) -> None:
    room, printed = evening
    context = chromium.new_context(viewport={"width": WALLS[shape][0], "height": WALLS[shape][1]})
    page = context.new_page()
    page.clock.install()
    page.goto(f"{room.url}/wall/tournament/{printed['event']}")
    expect(page.locator("[data-show=break]")).to_contain_text(":")
    page.wait_for_load_state("networkidle")  # an answer on its way would set the clock back
    context.set_offline(True)
    minutes, seconds = page.locator("[data-show=time]").inner_text().split(":")
    left = (int(minutes) * 60 + int(seconds)) * 1000
    page.clock.fast_forward(left - 100_000)
    expect(page.locator("main")).to_have_class(re.compile("ending"))
    expect(page.locator("#level")).to_contain_text("Last 2 minutes")
    expect(page.locator("#age")).to_contain_text("No connection")
    expect(page.locator("#moves")).to_be_hidden()
    check_wall(page, f"tournament-wall-last-two-{shape}")
    page.clock.fast_forward(200_000)
    expect(page.locator("#level")).to_contain_text("Level 2")
    expect(page.locator("[data-show=blinds]")).to_have_text("100 / 200")
    page.clock.fast_forward(60 * 60_000)
    expect(page.locator("#level")).to_contain_text("Break")
    expect(page.locator("[data-show=blinds]")).to_have_text("200 / 400")
    expect(page.locator("#level")).to_contain_text("Level 4 at")
    check_wall(page, f"tournament-wall-break-{shape}")
    context.close()


def test_wall_reloads_itself_after_a_day(
    chromium: Browser, evening: tuple[LiveRoom, dict[str, Any]]
) -> None:
    room, printed = evening
    context = chromium.new_context(viewport={"width": 1920, "height": 1080})
    page = context.new_page()
    page.clock.install()
    page.goto(f"{room.url}/wall/tournament/{printed['event']}")
    expect(page.locator("#moves li:visible")).to_have_count(1)
    with page.expect_event("load"):
        page.clock.fast_forward(25 * 3_600_000)
    context.close()


@pytest.mark.parametrize("shape", WALLS)
def test_wall_in_hand_for_hand(chromium: Browser, live_room: LiveRoom, shape: str) -> None:
    printed = fill(live_room, HAND_FOR_HAND, "NUMBERS = {}")
    page = open_page(chromium, f"{live_room.url}/wall/tournament/{printed['event']}", WALLS[shape])
    expect(page.locator("#level")).to_contain_text("Hand for hand")
    expect(page.locator("#strip")).to_contain_text("still playing")
    check_wall(page, f"tournament-wall-hand-for-hand-{shape}")
    page.close()


@pytest.mark.parametrize("name", ["seated", "moving", "alternate", "out"])
def test_phone_fits_in_the_hand(
    chromium: Browser, evening: tuple[LiveRoom, dict[str, Any]], name: str
) -> None:
    room, printed = evening
    page = open_page(chromium, f"{room.url}/entry/{printed['tokens'][name]}", PHONE)
    texts = {"seated": "Left", "moving": "You move to", "alternate": "alternate", "out": "finished"}
    expect(page.locator("#own")).to_contain_text(texts[name])
    if name in ("seated", "alternate"):
        expect(page.locator("[data-show=break-aside]")).to_contain_text("Break in")
    check_phone(page, f"tournament-phone-{name}")
    page.close()


def check_phone(page: Page, name: str) -> None:
    picture(page, name)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    assert page.evaluate(SMALL, 17) == []
    assert serious_violations(page) == []


def test_clock_and_payouts_of_a_phone(
    chromium: Browser, evening: tuple[LiveRoom, dict[str, Any]]
) -> None:
    room, printed = evening
    page = open_page(chromium, f"{room.url}/entry/{printed['tokens']['seated']}", PHONE)
    page.get_by_role("link", name="Clock").click()
    expect(page.locator("[data-show=title]")).to_have_text("Level 1")
    check_phone(page, "tournament-phone-clock")
    page.get_by_role("link", name="Payouts").click()
    expect(page.locator("h1")).to_contain_text("paid")
    check_phone(page, "tournament-phone-payouts")
    page.close()


def test_schedule_on_a_phone(chromium: Browser, evening: tuple[LiveRoom, dict[str, Any]]) -> None:
    room, printed = evening
    page = open_page(chromium, f"{room.url}/schedule/{printed['room']}", PHONE)
    expect(page.locator("main")).to_contain_text("Sunday Deepstack")
    check_phone(page, "tournament-schedule")
    page.close()


@pytest.mark.parametrize("shape", WALLS)
def test_wall_with_the_longest_texts(chromium: Browser, live_room: LiveRoom, shape: str) -> None:
    big = "plan = replace(DAILY, levels=DAILY.levels[-1:] * 4, breaks=(), late_level=2, chips=(5_000,),"
    evening = EVENING.replace("plan = replace(DAILY,", big)
    evening = evening.replace("$240 No-Limit Hold'em", LONG_EVENT).replace(
        "Amber Spindle", LONG_NAME
    )
    moved = MOVED.replace("Amber Spindle", LONG_NAME)
    printed = fill(live_room, moved, "NUMBERS = {}", evening=evening)
    page = open_page(chromium, f"{live_room.url}/wall/tournament/{printed['event']}", WALLS[shape])
    expect(page.locator("[data-show=blinds]")).to_have_text("100,000 / 150,000")
    expect(page.locator("#moves")).to_contain_text(LONG_NAME)
    check_wall(page, f"tournament-wall-longest-{shape}")
    page.close()
