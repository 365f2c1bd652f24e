"""The next two hours in a browser: a suggestion taken with one tap, one dismissed, and the wall display."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.floor_pages import (
    ROWAN,
    TABLET_SIZE,
    check_page,
    open_floor_page,
    page_errors,
)
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
WALL = (1920, 1080)
TOLD_AGE_MS = 31_000  # ms; from 30 s on the wall says how old its figures are
FILL = (
    "from tests.floor_ui.browser import crowd, evenings\n"
    "crowd.fill(40, crowd.NOTABLE); crowd.fill_line(56); evenings.fill(); evenings.wait_at('T16', 9)"
)
# What stands outside the screen.
OUTSIDE = """() => [...document.querySelectorAll("header *, main *")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 100)])
    .filter(([at]) => at.right > innerWidth + 0.5 || at.bottom > innerHeight + 0.5 || at.left < 0)
    .map(([, html]) => html)"""
# The same of the parts of the page with the longest name of a room; and whether the sums are whole.
OUTSIDE_WITH_LONG_ROOM = """() => {
    document.querySelector("h1 bdi").textContent = "W".repeat(80);
    const sums = document.getElementById("sums");
    return [...document.querySelectorAll("header > *, main, main > *")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
        .concat(sums.scrollWidth > sums.clientWidth ? [sums] : [])
        .map((one) => one.outerHTML.slice(0, 100));
}"""


def fill(room: LiveRoom, code: str = FILL) -> None:
    result = room.manage("shell", "-c", code)
    assert result.returncode == 0, result.stderr


def allow_wall(browser: Browser, room: LiveRoom) -> Page:
    """Return the wall of the first room, allowed by the supervisor's badge and PIN."""
    context = browser.new_context(viewport={"width": WALL[0], "height": WALL[1]})
    page = context.new_page()
    page.clock.install()
    page.goto(f"{room.url}/wall/1")
    expect(page.locator("h1")).to_contain_text("Wall display of")
    page.fill("[name=badge]", ROWAN[0])
    page.fill("[name=pin]", ROWAN[1])
    page.click("text=Allow this screen")
    expect(page.locator("html[data-live=yes]")).to_have_count(1)
    return page


def test_a_supervisor_takes_a_suggestion_and_the_wall_follows(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    fill(live_room)
    wall = allow_wall(chromium, live_room)
    expect(wall.locator("#lost")).to_contain_text("lost seats now")
    expect(wall.locator("#games thead")).to_contain_text(re.compile(r"\d\d:[03]0"))
    assert wall.evaluate(OUTSIDE) == []
    assert "Sparrow" not in wall.content(), "no player by name"
    save_picture(wall, "wall")
    assert wall.evaluate(OUTSIDE_WITH_LONG_ROOM) == []

    page = open_floor_page(chromium, live_room, page_errors, size=(1366, 900))
    page.goto(f"{live_room.url}/floor/forecast/")
    expect(page.locator("html[data-live=yes]")).to_have_count(1)
    suggested = page.locator("#suggestions li", has_text="T4 is free")
    expect(suggested).to_contain_text("Open a table of Limit hold'em 4/8: 12 wait, 8 tables")
    save_picture(page, "forecast")
    tables = int(wall.locator("#sums b").first.inner_text())
    away = page.locator("#suggestions li", has_text="Call in")
    away.get_by_role("button", name="Dismiss").click()
    expect(away).to_have_count(0)

    page.set_viewport_size({"width": TABLET_SIZE[0], "height": TABLET_SIZE[1]})
    page.goto(f"{live_room.url}/floor/map/")
    expect(page.locator("html[data-map=live]")).to_have_count(1)
    suggested = page.locator(".suggested li", has_text="T4 is free")
    expect(suggested).to_contain_text("12 wait, 8 tables")
    expect(page.locator("[data-table=T4]")).to_contain_text("closed")
    expect(page.locator("#waits li").first).to_be_in_viewport()
    check_page(page, TABLET_SIZE)
    suggested.scroll_into_view_if_needed()
    save_picture(page, "floor-map-suggestion")
    suggested.get_by_role("button", name="Draw and open T4").click()
    expect(suggested).to_have_count(0)
    expect(page.locator("[data-table=T4]")).not_to_contain_text("closed")
    expect(wall.locator("#sums b").first).to_have_text(str(tables + 1))

    # Without the server the wall keeps its figures and says how old they are.
    live_room.stop()
    wall.clock.fast_forward(TOLD_AGE_MS)
    expect(wall.locator("#age")).to_contain_text("old")
    expect(wall.locator("#lost")).to_contain_text("lost seat")
    assert page_errors == []
