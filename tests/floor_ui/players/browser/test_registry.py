"""The registry in a browser: search, add a player, check in, a file with bad rows, at three sizes."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.incident_browser import HORNBEAM, PHONE, ROWAN, TABLET_SIZE, check_page
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.support.signed_in_pages import sign_in_at

pytestmark = pytest.mark.browser
NAME = "Ermintrude Inventedname"


def open_registry(
    browser: Browser,
    room: LiveRoom,
    account: tuple[str, str],
    size: tuple[int, int],
    page_errors: list[str],
) -> Page:
    """Return a page at the list of players."""
    page = sign_in_at(browser, f"{room.url}/players/", account, size, page_errors)
    expect(page.locator("h1")).to_contain_text("Players")
    return page


@pytest.mark.release
def test_player_is_added_checked_in_and_edited(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    page = open_registry(chromium, live_room, HORNBEAM, TABLET_SIZE, message)
    check_page(page, TABLET_SIZE)
    page.click("text=New player")
    page.fill("#f-alias", "Sieve")
    page.fill("#f-legal_name", NAME)
    page.fill("#f-phone", "202 555 0123")
    page.fill("#f-born", "1990-12-31")
    check_page(page, TABLET_SIZE)
    page.click("button:has-text('Add player')")
    expect(page.locator(".done")).to_contain_text("added")
    expect(page.locator(".facts")).to_contain_text(NAME)
    page.click("text=Check in")
    expect(page.locator("[aria-label=Visit]")).to_contain_text("Here since")
    page.click("a:has-text('Edit')")
    page.fill("#f-notes", "Prefers a seat by the wall.")
    page.click("button:has-text('Save')")
    expect(page.locator(".given").last).to_contain_text("Notes Prefers a seat by the wall.")
    check_page(page, TABLET_SIZE)
    save_picture(page, "players")
    page.click("button:has-text('Check out')")
    page.check("[name=for_good]")
    page.fill("#pin-out", HORNBEAM[1])
    page.click("button:has-text('Record')")
    expect(page.locator(".standing-of")).to_contain_text("Self-excluded permanently.")
    page.click("button:has-text('Check in')")
    expect(page.locator("[role=alert]")).to_contain_text(
        "is self-excluded permanently and can\u2019t"
    )
    check_page(page, TABLET_SIZE)
    page.click("summary")
    check_page(page, TABLET_SIZE)
    page.goto(f"{live_room.url}/players/?who=inventedname")
    expect(page.locator(".rows a")).to_have_count(1)
    check_page(page, TABLET_SIZE)
    # The console logs each response that is not a 2xx or a 3xx.
    assert [text for text in message if "422" not in text] == []
    page.context.close()


def test_a_supervisor_on_a_phone_sees_no_legal_name(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    page = open_registry(chromium, live_room, ROWAN, PHONE, message)
    check_page(page, PHONE)
    page.fill("#who", "ketTLE")
    page.keyboard.press("Enter")
    page.click(".rows a")
    expect(page.locator("h1")).to_have_text("Kettle")
    expect(page.locator("main")).not_to_contain_text("Legal name")
    expect(page.locator(".visit")).to_contain_text("T1, seat 1")
    expect(page.locator("[aria-label=Visit] button")).to_be_disabled()
    check_page(page, PHONE)
    page.click("a:has-text('Edit')")
    page.fill("#f-notes", "w" * 300)
    page.click("button:has-text('Save')")
    check_page(page, PHONE)
    assert message == []
    page.context.close()


def test_import_lists_bad_rows_and_imports_the_corrected_file(
    chromium: Browser, live_room: LiveRoom, tmp_path: Path
) -> None:
    message: list[str] = []
    page = open_registry(chromium, live_room, HORNBEAM, PHONE, message)
    page.click("text=Import")
    file = tmp_path / "players.csv"
    file.write_text("alias,phone\nKettle,\nSkewer,12\n" + "x" * 60 + ",\n")
    page.set_input_files("#file", file)
    page.click("button:has-text('Check file')")
    expect(page.locator("tbody tr")).to_have_count(3)
    expect(page.locator("tbody")).to_contain_text("12 isn\u2019t a phone number.")
    check_page(page, PHONE)
    file.write_text("alias,phone\nSkewer,\n")
    page.set_input_files("#file", file)
    page.click("button:has-text('Import') >> nth=0")
    expect(page.locator(".done")).to_contain_text("1 player imported.")
    assert message == []
    page.context.close()
