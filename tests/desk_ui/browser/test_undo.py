"""UNDO at the desk: each person's last act in a bar, undone at the list and on the tablet."""

import pytest
from playwright.sync_api import Browser, expect

from tests.dealer_ui.browser.dealer import Dealer
from tests.desk_ui.browser.test_desk import (
    OMAHA,
    ROWAN,
    TABLET,
    add_players,
    check_page,
    chromium,
    open_desk,
    save_screenshot,
)
from tests.live_room import LiveRoom

__all__ = ["chromium"]
pytestmark = pytest.mark.browser


@pytest.mark.crossing
def test_seat_call_and_remove_are_undone(chromium: Browser, live_room: LiveRoom) -> None:
    page_errors: list[str] = []
    dealer = Dealer(chromium, live_room)
    dealer.sign_in("T7")
    page = open_desk(chromium, live_room, TABLET, page_errors)
    page.click(f".games a:has-text('{OMAHA}')")
    add_players(page, "Blue Hat", "Paper Crane", "Copper Kettle")
    supervisor = open_desk(chromium, live_room, TABLET, page_errors, ROWAN)
    supervisor.click(f".games a:has-text('{OMAHA}')")
    bar = page.locator(".undo")
    expect(bar).to_have_count(0)

    page.click("[aria-label='Fill T7·S5']")
    page.click("button:has-text('Seat Blue Hat in T7·S5')")
    expect(bar).to_contain_text("Blue Hat seated in T7 seat 5")
    expect(dealer.page.locator("[aria-label^='Seat 5']").first).to_contain_text("Blue Hat")
    # Another desk's act is not this desk's to undo, and does not take the bar away.
    supervisor.click("[aria-label='Call Paper Crane for T7·S6']")
    expect(supervisor.locator(".undo")).to_contain_text("Paper Crane called for T7 seat 6")
    expect(page.locator(".clocks")).to_contain_text("Paper Crane")
    expect(bar).to_contain_text("Blue Hat seated in T7 seat 5")
    check_page(page, TABLET)
    save_screenshot(page, "desk-undo")

    bar.locator("button").click()
    rows = page.locator(".names .alias")
    expect(rows).to_have_text(["Blue Hat", "Paper Crane", "Copper Kettle"])
    expect(bar).to_have_count(0)
    expect(dealer.page.locator("[aria-label^='Seat 5']").first).not_to_contain_text("Blue Hat")
    supervisor.locator(".undo button").click()
    expect(supervisor.locator("#clocks")).not_to_contain_text("Paper Crane")

    page.click("[aria-label='More for Paper Crane']")
    page.fill("#reason", "went home")
    page.click("[name=ask][value=take_off]")
    expect(rows).to_have_text(["Blue Hat", "Copper Kettle"])
    bar.locator("button").click()
    expect(rows).to_have_text(["Blue Hat", "Paper Crane", "Copper Kettle"])
    expect(page.locator(".changes")).to_contain_text("Paper Crane removal undone, back at #2")
    assert page_errors == []
    dealer.close()
