"""Conduct from the table to the floor and back: three taps, a supervisor's sanction, the mark on the tablet; axe.

`PICTURES=docs/img .venv/bin/python -m pytest tests/rulings/browser/test_incidents.py` takes the picture of docs.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.dealer_ui.browser.dealer import Dealer
from tests.dealer_ui.stage import CHROMIUM
from tests.live_room import LiveRoom
from tests.rulings.browser.test_rulebook import serious

pytestmark = pytest.mark.browser
HELD, PHONE = (1180, 820), (390, 844)
ROWAN, HORNBEAM = ("201", "7410"), ("301", "9630")
REASON = "Threw cards at the dealer, twice."


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=CHROMIUM
        )
        yield browser
        browser.close()


def floor(
    browser: Browser, room: LiveRoom, who: tuple[str, str], size: tuple[int, int], told: list[str]
) -> Page:
    """Somebody at the list of incidents."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.goto(f"{room.url}/incidents/")
    assert not serious(page)
    page.fill("#badge", who[0])
    page.fill("#pin", who[1])
    page.click("button:has-text('Sign in')")
    expect(page.locator("h1")).to_contain_text("Incidents")
    return page


def checked(page: Page, size: tuple[int, int]) -> None:
    """Fits its width, no key is small, axe finds nothing serious."""
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert not serious(page)
    small = page.evaluate(
        """() => [...document.querySelectorAll("a, button, summary, select, textarea, .kind, input")]
            .filter((one) => !["radio", "checkbox"].includes(one.type))
            .filter((one) => one.checkVisibility() && !one.closest(".skip"))
            .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)"""
    )
    assert small == []


def sanction(page: Page, kind: str, pin: str, reason: str = REASON) -> None:
    page.check(f"[name=kind][value={kind}]")
    page.fill("#reason", reason)
    page.fill("#pin-give", pin)
    page.click("button:has-text('Give sanction')")
    expect(page.locator("[role=status]")).to_contain_text("given to")


@pytest.mark.crossing
def test_from_the_table_to_the_floor_and_back(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    dealer = Dealer(chromium, live_room)
    dealer.sit_down()
    dealer.tap("Fold seat 1", "More", "Report conduct, seat 5")
    dealer.picture("conduct")
    dealer.tap("Abuse, threw cards")
    notice = dealer.page.locator(".step.notice")
    expect(notice).to_contain_text("Seat 5, Anchor: Abuse, threw cards. Logged with hand 1, ")
    expect(notice).to_contain_text("This needs a supervisor: tap FLOOR.")
    page = floor(chromium, live_room, ROWAN, HELD, message)
    checked(page, HELD)
    row = page.locator(".rows a")
    expect(row).to_contain_text("T1, seat 5, hand 1")
    expect(row).to_contain_text("dealer Wren")
    row.click()
    expect(page.locator(".proposal")).to_contain_text("Suspension for 24 hours")
    expect(page.locator("[value=suspension]")).to_be_checked()
    checked(page, HELD)
    sanction(page, "warning", ROWAN[1])
    mark = dealer.page.locator("[aria-label='Seat 5'] .sr-only", has_text="1 warning")
    expect(mark).to_have_count(1)  # told at once, and nobody tapped
    page.fill("#text", "Seen on camera 4.")
    page.click("button:has-text('Add')")
    expect(page.locator(".text")).to_contain_text("Seen on camera 4.")
    sanction(page, "suspension", ROWAN[1])
    expect(page.locator(".standing-of")).to_contain_text("Can't be seated in any room.")
    checked(page, HELD)
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / "incident.png")
    expect(mark).to_have_count(0)
    # The hand ends; the tablet says who is not to be dealt in, and seats the player nowhere.
    dealer.tap("2 players still in", "Award, then", "Award to seat 2")
    note = dealer.page.locator(".caption .note.alert")
    expect(note).to_have_text("Seat 5 can't play: call floor")
    dealer.tap("More", "Change a seat", "Change seat 5", "Leave")
    expect(note).to_have_count(0)
    dealer.tap("Seat a player in seat 5")
    dealer.page.locator(".people .key", has_text="Anchor").tap()
    dealer.page.wait_for_timeout(600)
    dealer.page.locator(".set-key").or_(
        dealer.page.locator("[aria-label^='not counted']")
    ).first.tap()
    expect(notice).to_contain_text("Anchor is suspended until")
    assert message == []
    dealer.close()


def test_on_a_phone_a_manager_lifts(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    page = floor(chromium, live_room, HORNBEAM, PHONE, message)
    checked(page, PHONE)
    page.click(".parts a:has-text('standing')")
    page.fill("#who", "ketTLE")
    page.click("button:has-text('Show')")
    page.click(".rows a")
    expect(page.locator("h1")).to_have_text("Kettle")
    sanction(page, "bar", HORNBEAM[1], "w" * 300)
    checked(page, PHONE)
    expect(page.locator(".standing-of")).to_contain_text("Barred.")
    page.click("summary")
    checked(page, PHONE)
    page.fill(".given textarea", "Apologized.")
    page.fill(".given [name=pin]", HORNBEAM[1])
    page.click("button:has-text('Lift sanction')")
    expect(page.locator(".lifted")).to_contain_text("Lifted by Hornbeam")
    expect(page.locator(".standing-of")).to_have_text(re.compile("In good standing"))
    checked(page, PHONE)
    assert message == []
    page.context.close()


def test_by_keyboard(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    page = floor(chromium, live_room, ROWAN, HELD, message)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Report an incident")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#who")).to_be_focused()
    page.keyboard.type("nobody")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("No matching incidents.")
    assert message == []
