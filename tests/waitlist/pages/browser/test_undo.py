"""UNDO at the desk: each person's last act in a bar, undone at the list and on the tablet."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.dealer import Dealer
from tests.support.desk_pages import OMAHA, ROWAN, TABLET, add_players, check_page, open_desk
from tests.support.live_room import LiveRoom

__all__ = []
pytestmark = pytest.mark.browser
SECOND_PRESS_MS = 700  # ms; sooner, UNDO takes a press for the second one of a double tap
# Presses UNDO once more, at the moment when the bar has another act.
PRESS_NEXT_BAR = """() => {
  const entry = () => document.querySelector(".undo [name=entry]")?.value;
  const first = entry();
  const observer = new MutationObserver(() => {
    if (!entry() || entry() === first) return;
    observer.disconnect();
    document.querySelector(".undo button").click();
    document.body.dataset.pressed = "1";
  });
  observer.observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.release
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
    expect(bar).to_contain_text("Copper Kettle added to O8 4/8 kill at #3")
    expect(supervisor.locator(".undo")).to_have_count(0)

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

    bar.locator("button").click()
    rows = page.locator(".names .alias")
    expect(rows).to_have_text(["Blue Hat", "Paper Crane", "Copper Kettle"])
    expect(bar).to_contain_text("Copper Kettle added")
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


@pytest.mark.release
def test_double_tap_on_undo_undoes_one_act(chromium: Browser, live_room: LiveRoom) -> None:
    page_errors: list[str] = []
    page = open_desk(chromium, live_room, TABLET, page_errors)
    page.click(f".games a:has-text('{OMAHA}')")
    add_players(page, "Blue Hat", "Paper Crane")
    bar = page.locator(".undo")
    for seat, name in ((5, "Blue Hat"), (6, "Paper Crane")):
        page.click(f"[aria-label='Fill T7·S{seat}']")
        page.click(f"button:has-text('Seat {name} in T7·S{seat}')")
        expect(bar).to_contain_text(f"{name} seated in T7 seat {seat}")
    page.evaluate(PRESS_NEXT_BAR)
    bar.locator("button").click()
    expect(bar).to_contain_text("Blue Hat seated in T7 seat 5")
    expect(page.locator("body")).to_have_attribute("data-pressed", "1")
    page.wait_for_timeout(SECOND_PRESS_MS)  # a later press is meant
    expect(page.locator(".names .alias")).to_have_text(["Paper Crane"])
    bar.locator("button").click()
    expect(page.locator(".names .alias")).to_have_count(2)
    expect(page.locator(".changes")).to_contain_text("Blue Hat seating undone")
    assert page_errors == []
