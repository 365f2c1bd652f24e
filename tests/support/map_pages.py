"""Pages of the map in a browser."""

from playwright.sync_api import Browser, Page, expect

from tests.support.floor_pages import open_floor_page
from tests.support.live_room import LiveRoom


def run_in_room(room: LiveRoom, call: str) -> None:
    """Run a function of `crowd` on the room's data."""
    result = room.manage("shell", "-c", f"from tests.floor_ui.browser import crowd; crowd.{call}")
    assert result.returncode == 0, result.stderr


def open_map(
    browser: Browser, room: LiveRoom, page_errors: list[str], size: tuple[int, int]
) -> Page:
    """Return the map after the sign-in, with its socket open."""
    page = open_floor_page(browser, room, page_errors, size=size)
    page.goto(f"{room.url}/floor/map/")
    expect(page.locator("html[data-map=live]")).to_have_count(1)
    page.evaluate("document.getElementById('signs').open = false")  # as after the first visit
    return page
