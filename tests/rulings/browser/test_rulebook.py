"""The rulebook in the browser: two managers make a version, by mouse, by keyboard, without scripts."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests.support.live_room import LiveRoom
from tests.support.rulebook_browser import PHONE, open_setting, page_errors
from tests.support.screenshots import save_picture

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
REASON = "Most limit players here know the half rule."


def save_draft(page: Page) -> None:
    """Draft the half rule from the day after tomorrow on."""
    day = timezone.now() + timedelta(days=2)
    page.check("#option-half")
    expect(page.locator(".tag.chosen")).to_have_text("chosen in v2")
    page.fill("#effective", f"{day:%Y-%m-%d}T06:00")
    page.fill("#reason", REASON)
    page.locator("#reason").blur()
    expect(page.locator("#diff")).to_contain_text("Half a bet or more counts")
    expect(page.locator("#diff [name=revision]")).to_have_value("3")  # each was saved separately


@pytest.mark.release
def test_two_managers_publish_a_version(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = open_setting(chromium, live_room, page_errors)
    linden_page = open_setting(chromium, live_room, page_errors, name="linden")
    save_draft(page)
    expect(page.locator("#standing")).to_contain_text("v2 draft, 1 of 76 settings changed")
    page.reload()
    expect(page.locator("#reason")).to_have_value(REASON)
    save_picture(page, "rulebook")
    page.click("text=Replay the last 90 days")
    expect(page.locator("h1")).to_have_text("0 of 0 hands would have gone differently")
    page.go_back()
    # The other manager's page is older than the draft: the save is refused and the input kept.
    assert page_errors == []
    linden_page.check("#option-half")
    expect(linden_page.locator("#refused")).to_contain_text("Hornbeam saved this draft at")
    page.fill("#badge", "301")
    page.fill("#pin", "9630")
    page.click("text=Publish v2")
    expect(page.locator("#refused")).to_contain_text("A second manager has to publish it")
    page_errors.clear()  # both answers were refusals, which the console notes
    page.fill("#badge", "302")
    page.fill("#pin", "5820")
    page.click("text=Publish v2")
    expect(page.locator(".done")).to_contain_text("Version 2 is published")
    expect(page.locator(".versions")).to_contain_text("pending")
    page.click(".versions a >> nth=0")
    expect(page.locator("h1")).to_have_text("Version 2")
    expect(page.locator("main")).to_contain_text("Published byLinden")
    assert page_errors == []


def test_setting_is_changed_by_keyboard(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = open_setting(chromium, live_room, page_errors)
    page.wait_for_load_state()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("#main$"))
    page.keyboard.press("Tab")
    expect(page.locator("#option-full")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.locator("#option-half")).to_be_focused()
    expect(page.locator(".tag.chosen")).to_be_visible()
    expect(page.locator("#option-half")).to_be_focused()  # the concurrent change removed nothing
    page.focus("#find")
    page.keyboard.type("odd chips")
    expect(page.locator(".contents li:visible")).to_have_count(1)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Odd chips")
    expect(page.locator("#diff")).to_contain_text("Half a bet or more counts")
    assert page_errors == []


@pytest.mark.release
def test_setting_page_fits_on_a_phone(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = open_setting(chromium, live_room, page_errors, size=PHONE)
    save_draft(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    small = page.evaluate(
        """() => [...document.querySelectorAll("a, button, summary, select, input:not([type=hidden], [type=radio])")]
            .filter((one) => one.checkVisibility() && !one.closest(".diff, .skip"))
            .filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML)"""
    )
    assert small == []
    assert page_errors == []


@pytest.mark.release
def test_draft_is_saved_without_scripts(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = open_setting(chromium, live_room, page_errors, scripts=False)
    page.check("#option-half")
    page.fill("#reason", REASON)
    page.click("text=Save draft")
    expect(page.locator(".tag.chosen")).to_have_text("chosen in v2")
    page.click("text=Discard H-04 change")
    expect(page.locator(".tag.chosen")).to_have_count(0)
    expect(page.locator("#reason")).to_have_value(REASON)
