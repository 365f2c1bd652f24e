"""The operations page in Chromium: it asks by itself, a worker makes the backup, and it passes axe."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.floor_pages import check_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.settings_browser import DESK, open_settings

__all__ = ["page_errors"]
pytestmark = pytest.mark.browser


@pytest.mark.release
def test_backup_by_its_key_is_listed_without_a_reload(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = open_settings(chromium, live_room, page_errors)
    page.goto(f"{live_room.url}/operations/")
    expect(page.locator("#runs")).to_contain_text("There is no backup yet.")
    page.get_by_text("What to do").first.click()
    page.get_by_role("button", name="Back up now").click()
    expect(page.get_by_role("status").first).to_contain_text("The backup has begun")
    expect(page.locator("#runs")).to_contain_text("good")
    check_page(page, DESK)
    assert page_errors == []
