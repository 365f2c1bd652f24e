"""The settings of a live room in Chromium."""

from playwright.sync_api import Browser, Page, expect

from tests.support.live_room import LiveRoom
from tests.support.screenshots import pixels
from tests.support.waiting import WAIT_MS

DESK = (1366, 900)


def open_settings(browser: Browser, room: LiveRoom, page_errors: list[str]) -> Page:
    """Return Hornbeam's settings page, signed in with name and password."""
    context = browser.new_context(
        viewport={"width": DESK[0], "height": DESK[1]},
        device_scale_factor=pixels(),
        timezone_id="UTC",
    )
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.goto(f"{room.url}/manage/")
    page.fill("[name=username]", "manager")
    page.fill("[name=password]", "only-for-the-demo")
    page.click("[type=submit]")
    expect(page.locator("h1")).to_contain_text("Settings")
    page.on(
        "console",
        lambda console_message: (
            page_errors.append(console_message.text)
            if "policy" in console_message.text.lower()
            else None
        ),
    )
    return page
