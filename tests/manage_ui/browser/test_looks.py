"""Distances that pages of managers and desk keep: between keys, from the edge, around a bar."""

import pytest
from playwright.sync_api import Browser, Page

from tests.support.desk_pages import DESK, OMAHA, add_players, open_desk
from tests.support.live_room import LiveRoom
from tests.support.signed_in_pages import sign_in_manager, sign_in_window

pytestmark = pytest.mark.browser
PHONE = (390, 844)
ROOMS = """
from django.contrib.auth.models import Group
from staff.accounts import secrets_hashed
from staff.audit.recording import record
from staff.models import Staff
from staff.models import Room
from staff.account_changes import staff_save
from django.utils import timezone
Room.objects.create(name="The Long Back Room of the North Wing Annex")
group = Group.objects.get(name="dealer")
staff = Staff(alias="Newcomer", badge="881", house_wide=True)
staff_save(staff=staff, username="newcomer", role=group, is_active=True, secrets=secrets_hashed(), rooms=())
record(Staff.objects.get(badge="301"), "setting_changed", now=timezone.now(), reason="W" * 300)
"""
KEY_DISTANCE = """() => {
    const [first, second] = [...document.querySelectorAll("main .key")].map((key) => key.getBoundingClientRect());
    return Math.max(second.left - first.right, second.top - first.bottom);
}"""
LEFT = """(part) => {
    const range = document.createRange();
    range.selectNodeContents(part);
    return range.getBoundingClientRect().left;
}"""


@pytest.fixture
def manager_page(chromium: Browser, live_room: LiveRoom) -> Page:
    result = live_room.manage("shell", "-c", ROOMS)
    assert result.returncode == 0, result.stderr
    window = chromium.new_context(viewport={"width": 1180, "height": 820})
    sign_in_manager(window, f"{live_room.url}/manage/")
    return window.new_page()


def test_rulebook_and_staff_pages_set_their_keys_apart(
    manager_page: Page, live_room: LiveRoom
) -> None:
    page = manager_page
    page.goto(f"{live_room.url}/rulebook/")
    assert page.evaluate(KEY_DISTANCE) >= 8
    page.locator("main .key").first.click()
    for width, height in ((1180, 820), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator("#standing span").first.evaluate(LEFT) >= 12
    page.goto(f"{live_room.url}/manage/staff/")
    summary = page.locator("summary", has_text="1 person has no PIN yet")
    assert summary.evaluate("(key) => getComputedStyle(key).borderTopWidth") != "0px"
    assert summary.evaluate("(key) => getComputedStyle(key, '::after').content") != "none"


def test_audit_list_keeps_an_alias_whole(chromium: Browser, live_room: LiveRoom) -> None:
    result = live_room.manage("shell", "-c", ROOMS)
    assert result.returncode == 0, result.stderr
    window = chromium.new_context(viewport={"width": 900, "height": 820})
    sign_in_window(window, f"{live_room.url}/audit/", ("301", "9630"))
    page = window.new_page()
    page.goto(f"{live_room.url}/audit/")
    alias = page.locator(".actor strong", has_text="Hornbeam").first
    assert alias.evaluate("(strong) => strong.getClientRects().length") == 1


def test_undo_bar_of_a_short_list_is_at_the_bottom(chromium: Browser, live_room: LiveRoom) -> None:
    page = open_desk(chromium, live_room, DESK, [])
    page.click(f".games a:has-text('{OMAHA}')")
    add_players(page, "Blue Hat")
    box = page.locator(".undo").bounding_box()
    assert box is not None
    assert DESK[1] - 12 <= box["y"] + box["height"] <= DESK[1]
