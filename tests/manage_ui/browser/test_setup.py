"""The setup in Chromium: from the printed link through all five steps to the map."""

import re
from base64 import b32decode
from collections.abc import Generator
from pathlib import Path
from time import time

import pytest
from django_otp.oath import TOTP
from playwright.sync_api import Browser, Page, expect

from tests.support.floor_pages import check_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.live_room import empty_room as run_empty_room
from tests.support.screenshots import pixels, save_picture
from tests.support.setup_pages import PASSWORD
from tests.support.waiting import WAIT_MS

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
SIZE = (1180, 820)
STAFF = "badge,alias,role\n4417,Hawthorn,supervisor\n6031,Bittern,dealer\n6031,Coot,dealer\n"


@pytest.fixture
def empty_room(tmp_path: Path) -> Generator[LiveRoom]:
    """A running room that is not set up."""
    folder = tmp_path / "data"
    folder.mkdir()
    with run_empty_room(folder) as room:
        yield room


def go_on(page: Page, heading: str) -> None:
    """Leave a step; the next page has this heading and no problem of layout or accessibility."""
    page.locator("main > footer .amber").click()
    expect(page.locator("h1")).to_have_text(heading)
    check_page(page, SIZE)


@pytest.mark.release
def test_setup_from_the_link_to_the_map(
    chromium: Browser, empty_room: LiveRoom, page_errors: list[str], tmp_path: Path
) -> None:
    context = chromium.new_context(
        viewport={"width": SIZE[0], "height": SIZE[1]}, device_scale_factor=pixels()
    )
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    link = re.search(r"http://\S+/setup\?code=\S+", empty_room.output)
    assert link
    page.goto(link[0])
    expect(page.locator("h1")).to_have_text("Who runs this room?")
    check_page(page, SIZE)
    page.get_by_label("Name for signing in").fill("hornbeam")
    page.get_by_label("How the log names you").fill("Hornbeam")
    page.get_by_label("Password").fill(PASSWORD)
    expect(page.locator("#id_password_helptext")).to_contain_text("Long enough")
    page.get_by_label("The same again").fill(PASSWORD)
    page.get_by_label("Badge").fill("1001")
    page.get_by_label("PIN, 4 to 8 digits").fill("271828")
    go_on(page, "A second factor for Hornbeam")
    page.locator("#code").fill(digits(page))
    go_on(page, "Keep these recovery codes")
    go_on(page, "The room and its hours")
    page.get_by_label("Name of the room").fill("Riverside")
    go_on(page, "Which games do you spread?")
    page.get_by_label("NL 1/3").check()
    page.get_by_label("HORSE 10/20").check()
    go_on(page, "Tables and their tablets")
    page.get_by_label("Tables", exact=True).fill("T1-T3")
    page.get_by_label("They open with").select_option("NL 1/3")
    page.get_by_role("button", name="Make the tables").click()
    expect(page.locator(".tables li")).to_have_count(3)
    check_page(page, SIZE)
    with context.expect_page() as printed:
        page.get_by_role("button", name="Print pairing codes").click()
    printed.value.close()
    # The page asks by itself, so it comes to know of the sheet without a reload.
    expect(page.locator("#tablets")).to_contain_text("Codes on paper hold until")
    save_picture(page, "setup")
    go_on(page, "Bring in your staff")
    (tmp_path / "staff.csv").write_text(STAFF)
    page.set_input_files("#file", tmp_path / "staff.csv")
    page.get_by_role("button", name="Read the file").click()
    expect(page.locator("main")).to_contain_text("2 ready, 1 needs a look")
    check_page(page, SIZE)
    page.get_by_role("button", name="Import 2 and open the room").click()
    expect(page.locator("h1")).to_have_text("Riverside is open")
    page.get_by_role("link", name="Open the map").click()
    expect(page).to_have_url(re.compile("/floor/map/"))
    page.goto(link[0])
    expect(page).to_have_url(re.compile("/manage/$"))
    context.close()
    assert page_errors == []


def digits(page: Page) -> str:
    """Return the six digits of an app that was given the page's key."""
    totp = TOTP(b32decode(page.locator(".mono").inner_text().replace(" ", "")))
    totp.time = time()
    return f"{totp.token():06d}"
