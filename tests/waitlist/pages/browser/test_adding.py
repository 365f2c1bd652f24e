"""The desk's sheet to add a player: suggestions while typing, several games, the key's label."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.desk_pages import OMAHA, TABLET, add_players, check_page, open_desk
from tests.support.live_room import LiveRoom

pytestmark = pytest.mark.browser


def test_player_on_file_is_added_to_two_lists(chromium: Browser, live_room: LiveRoom) -> None:
    page_errors: list[str] = []
    page = open_desk(chromium, live_room, TABLET, page_errors)
    add_players(page, "Slate Chisel")
    page.locator(".games a", has_text=OMAHA).click()
    expect(page.locator("h1")).to_have_text(OMAHA)
    page.click("summary:has-text('Add player')")
    page.fill("#who", "sl")
    page.locator("#known button", has_text="Slate Chisel").click()
    expect(page.locator("#who")).to_have_value("Slate Chisel")
    expect(page.locator("#known button")).to_have_count(0)
    expect(page.locator(".add-games [data-state]").first).to_have_text("spot 1")
    expect(page.locator(".add-games input").first).to_be_disabled()
    page.locator(".add-games .chip", has_text="Stud 10/20").click()
    expect(page.locator("#add-send")).to_have_text("Add Slate Chisel to 2 lists")
    check_page(page, TABLET)
    page.click("#add-send")
    expect(page.locator("#who")).to_have_value("")
    expect(page.locator(".names .alias")).to_have_text(
        ["Slate Chisel also on LHE 4/8 and Stud 10/20"]
    )
    stud = page.locator(".games a", has_text="Stud 10/20").locator(".many")
    expect(stud).to_have_text("waiting 1")
    expect(page.locator(".undo")).to_contain_text("Slate Chisel added to 2 lists")
    page.locator(".undo button").click()
    expect(page.locator(".names .alias")).to_have_count(0)
    expect(stud).not_to_contain_text("1")
    expect(page.locator(".undo")).to_contain_text("Slate Chisel added to LHE 4/8 at #1")
    assert page_errors == []


@pytest.mark.release
def test_key_names_the_games_that_are_ticked(chromium: Browser, live_room: LiveRoom) -> None:
    page_errors: list[str] = []
    page = open_desk(chromium, live_room, TABLET, page_errors)
    page.locator(".games a", has_text=OMAHA).click()
    expect(page.locator("h1")).to_have_text(OMAHA)
    page.click("summary:has-text('Add player')")
    page.fill("#who", "Slate Chisel")
    key = page.locator("#add-send")
    heading = page.locator(".add .to-list")
    expect(key).to_have_text(f"Add to {OMAHA}")
    page.locator(".add-games .chip", has_text=OMAHA).click()
    expect(key).to_have_text("Choose a game")
    expect(key).to_be_disabled()
    page.press("#who", "Enter")
    page.locator(".add-games .chip", has_text="Stud 10/20").click()
    page.locator(".add-games .chip", has_text=OMAHA).click()
    page.fill("#who", "W" * 40)  # the longest alias
    expect(key).to_have_text(f"Add {'W' * 40} to 2 lists")
    assert key.evaluate("node => node.scrollWidth <= node.clientWidth")
    page.fill("#who", "Slate Chisel")
    page.locator(".add-games .chip", has_text=OMAHA).click()
    expect(key).to_have_text("Add to Stud 10/20")
    expect(heading).to_have_text("Add player")
    expect(page.locator(".names .alias")).to_have_count(0)
    key.click()
    expect(page.locator(".undo")).to_contain_text("Slate Chisel added to Stud 10/20 at #1")
    expect(page.locator(".names .alias")).to_have_count(0)
    expect(key).to_have_text(f"Add to {OMAHA}")
    assert page_errors == []


# The filled amber keys in sight.
FILLED = """() => [...document.querySelectorAll(".key.amber")]
    .filter((key) => key.checkVisibility() && getComputedStyle(key).backgroundColor !== "rgba(0, 0, 0, 0)")
    .map((key) => key.textContent.trim())"""


@pytest.mark.release
def test_one_key_is_filled_once_a_seat_is_picked(chromium: Browser, live_room: LiveRoom) -> None:
    page_errors: list[str] = []
    page = open_desk(chromium, live_room, TABLET, page_errors)
    page.locator(".games a", has_text=OMAHA).click()
    expect(page.locator("h1")).to_have_text(OMAHA)
    add_players(page, "Slate Chisel")
    assert page.evaluate(FILLED) == ["Add player"]
    page.click("[aria-label='Fill T7·S5']")
    expect(page.locator("#seat .amber")).to_have_text("Seat Slate Chisel in T7·S5")
    assert page.evaluate(FILLED) == ["Seat Slate Chisel in T7·S5"]
    check_page(page, TABLET)
    assert page_errors == []
