"""An open page of the floor stays in its room when its user works in another one in another tab."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.support.floor_pages import HORNBEAM, open_floor_page, page_errors
from tests.support.live_room import LiveRoom

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
NEW_ROOM = """
from staff.models import Room
print("ROOM", Room.objects.create(name="Annex").pk)
"""


def test_page_stays_in_its_room(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    """It was opened while the user had one room, by an address without a room."""
    page = open_floor_page(chromium, live_room, page_errors, account=HORNBEAM)
    page.goto(f"{live_room.url}/floor/tables/T1/")
    named = re.compile(r"/floor/tables/T1/\?room=\d+$")
    expect(page).to_have_url(named)
    result = live_room.manage("shell", "-c", NEW_ROOM)
    assert result.returncode == 0, result.stderr
    annex = result.stdout.split("ROOM")[1].strip()
    other = page.context.new_page()
    other.goto(f"{live_room.url}/floor/tables/?room={annex}")
    expect(other.locator("main")).to_contain_text("No tables")

    actions = page.locator("#main form").evaluate_all("forms => forms.map((form) => form.action)")
    number = re.search(r"\d+$", page.url)
    assert number is not None
    assert actions
    assert all(action.endswith(f"?room={number[0]}") for action in actions), actions
    page.reload()
    expect(page.locator("h1")).to_contain_text("T1")
    expect(page).to_have_url(named)
