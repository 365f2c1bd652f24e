"""Pages of the rulebook in a browser."""

import pytest
from playwright.sync_api import Browser, Page

from tables.demo import PASSWORD
from tests.support.live_room import LiveRoom

DESK, PHONE = (1366, 900), (390, 844)


@pytest.fixture
def page_errors() -> list[str]:
    """Console messages and errors of any page; must stay empty."""
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
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.goto(f"{room.url}/rulebook/")
    page.fill("[name=username]", name)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_selector(".book")
    page.on("console", lambda message: page_errors.append(message.text))
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.goto(page.url.replace("BTN-1", "BET-4"))
    return page
