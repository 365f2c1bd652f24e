"""A clause of rulings in the browser: found, read, without a fault of access."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.live_room import LiveRoom
from tests.support.rulebook_browser import DESK, PHONE, open_setting, page_errors

__all__ = ["page_errors"]
pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [pytest.param(DESK, marks=pytest.mark.release), PHONE])
def test_clause_is_found_and_readable(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str], size: tuple[int, int]
):
    page = open_setting(chromium, live_room, page_errors, size=size)
    page.fill("#find", "premature turn")
    page.get_by_role("link", name="FL-7").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Premature turn")
    overflow = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert overflow <= 0
    assert page_errors == []
