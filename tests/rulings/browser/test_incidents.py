"""Incidents from the table to the floor and back: three taps, a supervisor's sanction, the warning
flag on the tablet.
"""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.dealer import Dealer
from tests.support.guard_clock import pause
from tests.support.incident_browser import HORNBEAM, PHONE, ROWAN, TABLET_SIZE, check_page
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.support.signed_in_pages import sign_in_at

pytestmark = pytest.mark.browser
REASON = "Threw cards at the dealer, twice."


def open_incidents(
    browser: Browser,
    room: LiveRoom,
    account: tuple[str, str],
    size: tuple[int, int],
    page_errors: list[str],
) -> Page:
    """Return a page at the list of incidents."""
    page = sign_in_at(browser, f"{room.url}/incidents/", account, size, page_errors)
    expect(page.locator("h1")).to_contain_text("Incidents")
    return page


def give_sanction(page: Page, kind: str, pin: str, reason: str = REASON) -> None:
    page.check(f"[name=kind][value={kind}]")
    page.fill("#reason", reason)
    page.fill("#pin-give", pin)
    page.click("button:has-text('Give sanction')")
    expect(page.locator(".done")).to_contain_text("given to")


@pytest.mark.release
@pytest.mark.crossing
def test_incident_goes_from_the_tablet_to_the_floor_and_back(
    chromium: Browser, live_room: LiveRoom
) -> None:
    message: list[str] = []
    dealer = Dealer(chromium, live_room)
    dealer.sit_down()
    dealer.tap("Fold seat 1", "More", "Conduct report", "Report conduct of seat 5")
    save_picture(dealer.page, "conduct")
    dealer.tap("Abuse, threw cards")
    notice = dealer.page.locator(".step.notice")
    expect(notice).to_contain_text("Seat 5, Anchor: Abuse, threw cards. Logged with hand 1, ")
    expect(notice).to_contain_text("This needs a supervisor: tap FLOOR.")
    page = open_incidents(chromium, live_room, ROWAN, TABLET_SIZE, message)
    check_page(page, TABLET_SIZE)
    row = page.locator(".rows a")
    expect(row).to_contain_text("T1, seat 5, hand 1")
    expect(row).to_contain_text("dealer Wren")
    row.click()
    expect(page.locator(".proposal")).to_contain_text("Suspension for 24 hours")
    expect(page.locator("[value=suspension]")).to_be_checked()
    check_page(page, TABLET_SIZE)
    give_sanction(page, "warning", ROWAN[1])
    mark = dealer.page.locator("[aria-label='Seat 5'] .sr-only", has_text="1 warning")
    expect(mark).to_have_count(1)  # updated at once, without a tap
    page.fill("#text", "Seen on camera 4.")
    page.click("button:has-text('Add')")
    expect(page.locator(".text")).to_contain_text("Seen on camera 4.")
    give_sanction(page, "suspension", ROWAN[1])
    expect(page.locator(".standing-of")).to_contain_text("Can't be seated in any room.")
    check_page(page, TABLET_SIZE)
    save_picture(page, "incident")
    expect(mark).to_have_count(0)
    # The hand ends; the tablet says who is not to be dealt in, and seats the player nowhere.
    dealer.tap("2 players still in", "Award, then", "Award to seat 2")
    note = dealer.page.locator(".caption .note.alert")
    expect(note).to_have_text("Seat 5 can't play: call floor")
    dealer.tap("More", "Change a seat", "Change seat 5", "Leave")
    expect(note).to_have_count(0)
    dealer.tap("Seat a player in seat 5")
    dealer.page.locator(".people .key", has_text="Anchor").tap()
    pause(dealer.page)
    dealer.page.locator(".set-key").or_(
        dealer.page.locator("[aria-label^='not counted']")
    ).first.tap()
    refused = dealer.page.locator(".step.notice, .refused-tap")
    expect(refused.first).to_contain_text("Anchor is suspended until")
    assert message == []
    dealer.close()


@pytest.mark.parametrize("size", [TABLET_SIZE, PHONE])
def test_report_form_is_readable(
    chromium: Browser, live_room: LiveRoom, size: tuple[int, int]
) -> None:
    message: list[str] = []
    page = open_incidents(chromium, live_room, ROWAN, size, message)
    page.click("a:has-text('Report an incident')")
    check_page(page, size)
    widths = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll(".report [id]:is(input, select)")]
            .map((field) => [field.id, field.getBoundingClientRect().width]))"""
    )
    assert max(widths.values()) <= 480
    if size == TABLET_SIZE:
        assert widths["seat"] <= 120
        assert widths["hand"] <= 120
    texts = page.locator("#category option").all_text_contents()
    assert "Electronic device" in texts
    assert {"Intoxicated", "Theft", "Fight or threat", "Other"} <= set(texts)
    assert message == []
    page.context.close()


@pytest.mark.release
def test_manager_lifts_a_sanction_on_a_phone(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    page = open_incidents(chromium, live_room, HORNBEAM, PHONE, message)
    check_page(page, PHONE)
    page.click(".parts a:has-text('standing')")
    page.fill("#who", "ketTLE")
    page.click("button:has-text('Show')")
    page.click(".rows a")
    expect(page.locator("h1")).to_have_text("Kettle")
    give_sanction(page, "bar", HORNBEAM[1], "w" * 300)
    check_page(page, PHONE)
    expect(page.locator(".standing-of")).to_contain_text("Barred.")
    page.click(".given summary")
    check_page(page, PHONE)
    page.fill(".given textarea", "Apologized.")
    page.fill(".given [name=pin]", HORNBEAM[1])
    page.click("button:has-text('Lift sanction')")
    expect(page.locator(".given .green")).to_contain_text("Lifted by Hornbeam")
    expect(page.locator(".standing-of")).to_have_text(re.compile("In good standing"))
    check_page(page, PHONE)
    assert message == []
    page.context.close()


def test_incident_is_reported_by_keyboard(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    page = open_incidents(chromium, live_room, ROWAN, TABLET_SIZE, message)
    page.wait_for_load_state()  # a key pressed before moves the focus of a page that is not there yet
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Report an incident")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#who")).to_be_focused()
    page.keyboard.type("nobody")
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_contain_text("No matching incidents.")
    assert message == []
