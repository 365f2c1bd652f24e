"""The registry in a browser: look for a player, write one down, check in, a file with bad rows; axe, at three sizes.

`PICTURES=docs/img .venv/bin/python -m pytest tests/players_ui/browser` takes the picture of docs.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.dealer_ui.stage import CHROMIUM
from tests.live_room import LiveRoom
from tests.rulings.browser.test_incidents import HELD, HORNBEAM, PHONE, ROWAN, checked

pytestmark = pytest.mark.browser
NAME = "Ermintrude Inventedname"


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=CHROMIUM
        )
        yield browser
        browser.close()


def registry(
    browser: Browser, room: LiveRoom, who: tuple[str, str], size: tuple[int, int], told: list[str]
) -> Page:
    """Somebody at the list of players."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.goto(f"{room.url}/players/")
    page.fill("#badge", who[0])
    page.fill("#pin", who[1])
    page.click("button:has-text('Sign in')")
    expect(page.locator("h1")).to_contain_text("Players")
    return page


def picture(page: Page, name: str) -> None:
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def test_from_the_list_to_the_door(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    page = registry(chromium, live_room, HORNBEAM, HELD, message)
    checked(page, HELD)
    page.click("text=New player")
    page.fill("#f-alias", "Sieve")
    page.fill("#f-legal_name", NAME)
    page.fill("#f-phone", "202 555 0123")
    page.fill("#f-born", "1990-12-31")
    checked(page, HELD)
    page.click("button:has-text('Add player')")
    expect(page.locator("[role=status]")).to_contain_text("added")
    expect(page.locator(".facts")).to_contain_text(NAME)
    page.click("text=Check in")
    expect(page.locator("[aria-label=Visit]")).to_contain_text("Here since")
    page.click("a:has-text('Edit')")
    page.fill("#f-notes", "Prefers a seat by the wall.")
    page.click("button:has-text('Save')")
    expect(page.locator(".given").last).to_contain_text("Notes Prefers a seat by the wall.")
    checked(page, HELD)
    picture(page, "players")
    page.click("button:has-text('Check out')")
    page.check("[name=for_good]")
    page.fill("#pin-out", HORNBEAM[1])
    page.click("button:has-text('Record')")
    expect(page.locator(".standing-of")).to_contain_text("Self-excluded permanently.")
    page.click("button:has-text('Check in')")
    expect(page.locator("[role=alert]")).to_contain_text(
        "is self-excluded permanently and can\u2019t"
    )
    checked(page, HELD)
    page.click("summary")
    checked(page, HELD)
    page.goto(f"{live_room.url}/players/?who=inventedname")
    expect(page.locator(".rows a")).to_have_count(1)
    checked(page, HELD)
    # The console tells of each answer that is not a 2xx or a 3xx.
    assert [text for text in message if "422" not in text] == []
    page.context.close()


def test_a_supervisor_on_a_phone_sees_no_legal_name(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    page = registry(chromium, live_room, ROWAN, PHONE, message)
    checked(page, PHONE)
    page.fill("#who", "ketTLE")
    page.keyboard.press("Enter")
    page.click(".rows a")
    expect(page.locator("h1")).to_have_text("Kettle")
    expect(page.locator("main")).not_to_contain_text("Legal name")
    expect(page.locator(".visit")).to_contain_text("T1, seat 1")
    expect(page.locator("[aria-label=Visit] button")).to_be_disabled()
    checked(page, PHONE)
    page.click("a:has-text('Edit')")
    page.fill("#f-notes", "w" * 300)
    page.click("button:has-text('Save')")
    checked(page, PHONE)
    assert message == []
    page.context.close()


def test_a_file_with_bad_rows(chromium: Browser, live_room: LiveRoom, tmp_path: Path) -> None:
    message: list[str] = []
    page = registry(chromium, live_room, HORNBEAM, PHONE, message)
    page.click("text=Import")
    file = tmp_path / "players.csv"
    file.write_text("alias,phone\nKettle,\nSkewer,12\n" + "x" * 60 + ",\n")
    page.set_input_files("#file", file)
    page.click("button:has-text('Check file')")
    expect(page.locator(".bad tbody tr")).to_have_count(3)
    expect(page.locator(".bad")).to_contain_text("12 isn\u2019t a phone number.")
    checked(page, PHONE)
    file.write_text("alias,phone\nSkewer,\n")
    page.set_input_files("#file", file)
    page.click("button:has-text('Import') >> nth=0")
    expect(page.locator("[role=status]")).to_contain_text("1 player imported.")
    assert message == []
    page.context.close()
