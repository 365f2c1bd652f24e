"""Bomb pots and straddles on the floor's pages, on a tablet and on a phone."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.floor_pages import PHONE, TABLET_SIZE, check_page, open_floor_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
TEXT = "Bomb pot, two boards"


def test_special_hands_are_listed_and_named(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    result = live_room.manage(
        "shell",
        "-c",
        "from tests.floor_ui.replay.browser.special import create_special_hands as create; create()",
    )
    assert result.returncode == 0, result.stderr
    page = open_floor_page(chromium, live_room, page_errors)
    page.goto(f"{live_room.url}/replay/")
    page.select_option("[name=kind]", "any")
    page.fill("[name=table]", "T1")
    page.click("button:has-text('List hands')")
    expect(page.locator(".hands li")).to_have_count(3)
    for name, size in (("tablet", TABLET_SIZE), ("phone", PHONE)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        check_page(page, size)
        save_picture(page, f"special-hands-{name}")
    page.click(".hands li:last-child a")
    expect(page.locator(".head .kinds")).to_have_text(f"{TEXT} $10")
    for path, place, text in (
        ("tables/T1/", ".kinds", TEXT),
        ("map/", "[data-table=T1] .special", "Bomb pot, 2 boards"),
    ):
        page.goto(f"{live_room.url}/floor/{path}")
        for name, size in (("tablet", TABLET_SIZE), ("phone", PHONE)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            expect(page.locator(place)).to_contain_text(text)
            check_page(page, size)
            save_picture(page, f"special-{path.partition('/')[0]}-{name}")
    assert page_errors == []
