"""Calls that ring on whichever page of the floor is open, also those of the other room."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.back_room import open_back_room
from tests.support.dealer import Dealer
from tests.support.floor_pages import (
    TABLET_SIZE,
    check_page,
    dealer,
    open_floor_page,
    page_errors,
)
from tests.support.live_room import LiveRoom

__all__ = ["dealer", "page_errors"]

pytestmark = pytest.mark.browser


def wait_for_tones(page: Page, count: int) -> None:
    """Wait until the page has rung so often."""
    page.wait_for_function(f"document.documentElement.dataset.tones === '{count}'")


@pytest.mark.release
def test_page_of_dealers_rings_for_a_call(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    page = open_floor_page(chromium, live_room, page_errors)
    expect(page.locator("#live")).to_contain_text("Live")
    sockets: list[str] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.goto(f"{live_room.url}/floor/dealers/")
    page.tap("h1")  # a browser rings after one tap
    dealer.sit_down()
    dealer.tap("Call the floor")
    expect(page).to_have_title("(1) Dealers · Floorbook")
    wait_for_tones(page, 1)
    # What is heard is delivered.
    expect(dealer.page.locator(".ladder .reached")).to_contain_text(["Sent", "Delivered"])
    assert len(sockets) == 1
    assert page_errors == []


def test_supervisor_of_two_rooms_answers_a_call_in_the_other_one(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    back = open_back_room(live_room)
    map_page, page = (open_floor_page(chromium, live_room, page_errors) for _ in range(2))
    map_page.goto(f"{live_room.url}/floor/map/?room={back}")
    expect(map_page.locator("html[data-map=live]")).to_have_count(1)
    page.goto(f"{live_room.url}/floor/tables/?room={back}")
    for open_page in (map_page, page):
        expect(open_page.locator("#room-menu strong")).to_have_text("Back room")
        expect(open_page.locator("#room-menu .count")).to_have_count(0)
        open_page.tap("h1" if open_page is page else "#sums")
    dealer.sit_down()
    dealer.tap("Call the floor")
    for open_page in (map_page, page):
        expect(open_page.locator("#room-menu .count")).to_contain_text("1")
        wait_for_tones(open_page, 1)
        open_page.tap("#room-menu summary")
        expect(open_page.locator("#room-menu a", has_text="Demo room")).to_contain_text(
            "1 call waits"
        )
        check_page(open_page, TABLET_SIZE)
    map_page.tap("#room-menu a:has-text('Demo room')")
    map_page.tap("#waits .amber")
    expect(map_page.locator("#waits .stage")).to_contain_text("Rowan is on the way")
    assert page_errors == []
