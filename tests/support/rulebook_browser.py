"""Pages of the rulebook in a browser."""

import pytest
from playwright.sync_api import Browser, Page

from tests.support.live_room import LiveRoom
from tests.support.signed_in_pages import sign_in_manager
from tests.support.waiting import WAIT_MS

DESK = (1366, 900)
PHONE = (390, 844)


@pytest.fixture
def page_errors() -> list[str]:
    """Console messages and errors of any page; the list must stay empty."""
    return []


def open_setting(
    browser: Browser,
    room: LiveRoom,
    page_errors: list[str],
    *,
    name: str = "manager",
    size: tuple[int, int] = DESK,
    scripts: bool = True,
) -> Page:
    """Return a manager's page at the half-rule setting."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, java_script_enabled=scripts
    )
    context.set_default_timeout(WAIT_MS)
    sign_in_manager(context, f"{room.url}/rulebook/", name)
    page = context.new_page()
    page.goto(f"{room.url}/rulebook/")
    page.wait_for_selector(".book")
    page.on("console", lambda message: page_errors.append(message.text))
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.goto(page.url.replace("BTN-1", "BET-4"))
    return page
