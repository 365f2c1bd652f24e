"""The map of a room with ten tables: large tiles name who comes and whose seat is kept; the signs; the rail."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.floor_pages import TABLET_SIZE, check_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.map_pages import open_map, run_in_room
from tests.support.screenshots import save_picture

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
SMALL_TABLET = (1024, 768)
# The texts of the large tiles that are cut off or lie outside their tile.
OUTSIDE = """() => [...document.querySelectorAll(".tile.large .word > *")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
        const [box, tile] = [one.getBoundingClientRect(), one.closest(".tile").getBoundingClientRect()];
        return box.right > tile.right || box.bottom > tile.bottom;
    })
    .map((one) => one.outerHTML)"""
COVERS = """() => {
    const [panel, rail] = ["#signs .panel", ".rail"].map((one) => document.querySelector(one).getBoundingClientRect());
    return panel.width > 0 && panel.right > rail.left && rail.width > 0;
}"""


@pytest.fixture
def ten_tables(live_room: LiveRoom) -> LiveRoom:
    """A room with ten tables, a push due whose dealer has the longest name, and a kept seat of such a player."""
    run_in_room(live_room, "fill_ten()")
    return live_room


def test_large_tiles_name_who_comes_and_whose_seat_is_kept(
    chromium: Browser, ten_tables: LiveRoom, page_errors: list[str]
) -> None:
    page = open_map(chromium, ten_tables, page_errors, TABLET_SIZE)
    expect(page.locator(".tile.large")).to_have_count(10)
    save_picture(page, "floor-map-ten")
    for size in (TABLET_SIZE, SMALL_TABLET):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        comes = page.locator("[data-table=T5].push .word .due:visible")
        expect(comes.last).to_contain_text("comes")
        kept = page.locator("[data-table=T10] .word .seat-no").first
        expect(kept).to_contain_text("S9 Nimble Canoe of the longest name")
        assert page.evaluate(OUTSIDE) == []
        check_page(page, size)
    assert page_errors == []


@pytest.mark.release
def test_signs_are_open_once_and_never_cover_the_rail(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = open_map(chromium, live_room, page_errors, TABLET_SIZE)
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.locator("#signs")).to_have_attribute("open", "")
    assert not page.evaluate(COVERS)
    check_page(page, TABLET_SIZE)
    page.reload()
    expect(page.locator("html[data-map=live]")).to_have_count(1)
    expect(page.locator("#signs[open]")).to_have_count(0)
    page.set_viewport_size({"width": SMALL_TABLET[0], "height": SMALL_TABLET[1]})
    page.tap("[data-view=pushes]")
    page.tap("#signs summary")
    expect(page.locator(".rail")).to_be_hidden()
    assert page_errors == []


@pytest.mark.release
def test_calls_that_do_not_fit_are_counted(
    chromium: Browser, ten_tables: LiveRoom, page_errors: list[str]
) -> None:
    run_in_room(ten_tables, "call_floor(5)")
    page = open_map(chromium, ten_tables, page_errors, TABLET_SIZE)
    rows = page.locator("#waits li")
    expect(rows).to_have_count(5)
    more = page.locator("#calls-below")
    expect(more).to_contain_text("more")
    hidden = int(more.inner_text().split()[0])
    assert 0 < hidden < 5
    save_picture(page, "floor-map-calls")
    page.locator("#waits ul").evaluate("(list) => list.scrollTo(0, list.scrollHeight)")
    expect(more).to_be_hidden()
    page.locator("#waits ul").evaluate("(list) => list.scrollTo(0, 0)")
    row = rows.nth(1)
    name = row.locator(".at b").inner_text()
    row.locator(".amber").tap()
    expect(page.locator("#waits li", has_text=name).locator(".stage")).to_contain_text("on the way")
    check_page(page, TABLET_SIZE)
    assert page_errors == []
