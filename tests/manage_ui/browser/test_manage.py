"""Settings in Chromium: a measure is wrong, then right; a plaque of an open table is changed; a phone; axe.

`PICTURES=docs/img .venv/bin/python -m pytest tests/manage_ui/browser` takes the pictures of docs.
"""

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect

from tests.floor_ui.browser.test_floor import checked, chromium, picture, told
from tests.live_room import LiveRoom

__all__ = ["chromium", "told"]

pytestmark = pytest.mark.browser
DESK, PHONE = (1366, 900), (390, 844)
PAGES = (
    *("room", "messages", "shifts", "ladder", "rules", "sections", "plaques", "rakes"),
    *("lists", "retention", "mails", "sign-ins", "rooms/new"),
    *("tables", "tables/new", "staff", "staff/new", "devices"),
)


def manager(browser: Browser, room: LiveRoom, told: list[str]) -> Page:
    """Hornbeam at all settings, after name and password."""
    context = browser.new_context(
        viewport={"width": DESK[0], "height": DESK[1]}, device_scale_factor=2, timezone_id="UTC"
    )
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.on("pageerror", lambda error: told.append(str(error)))
    page.goto(f"{room.url}/manage/")
    page.fill("[name=username]", "manager")
    page.fill("[name=password]", "only-for-the-demo")
    page.click("[type=submit]")
    expect(page.locator("h1")).to_contain_text("Settings")
    page.on(
        "console", lambda said: told.append(said.text) if "policy" in said.text.lower() else None
    )
    return page


def test_settings_say_what_they_do_before_it_is_done(
    chromium: Browser, live_room: LiveRoom, told: list[str]
) -> None:
    page = manager(chromium, live_room, told)
    checked(page, DESK)
    picture(page, "manage")

    # What is wrong is said beside it and kept, without a script; by the keyboard alone.
    page.click("text=Name, minimum age")
    page.fill("[name=lock_minutes]", "0")
    page.press("[name=lock_minutes]", "Enter")
    wrong = page.locator(".field.wrong")
    expect(wrong).to_have_count(1)
    expect(wrong.locator("input")).to_have_value("0")
    expect(wrong.locator("input")).to_have_attribute("aria-invalid", "true")
    checked(page, DESK)
    page.fill("[name=lock_minutes]", "25")
    page.press("[name=lock_minutes]", "Enter")
    expect(page.locator(".done")).to_contain_text("15 → 25")

    # An open table's plaque: what changes and where is said before it is done.
    expect(page.locator(".change-history")).to_contain_text("15 → became 25")
    # Whoever leaves with something typed is asked; what is saved asks nothing.
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", leave)
    page.fill("[name=slow_percent]", "33")
    page.click("text=All settings")
    expect(page.locator("h1")).to_contain_text("Settings")
    assert asked == ["beforeunload"]
    page.click(".kinds b:text-is('Plaques')")
    page.click(
        ".plaques li:has(h2:text-matches(\"^Limit hold'em 4/8 version\")) a:has-text('Edit')"
    )
    page.fill("[name=cap]", "4")
    page.click("text=Publish")
    sure = page.locator(".sure")
    expect(sure).to_contain_text("Takes effect with the next hand at T1.")
    expect(sure.locator("s")).to_have_text("5")
    checked(page, DESK)
    picture(page, "manage-plaque")
    page.click("[name=sure]")
    expect(page.locator(".done")).to_contain_text("5 → 4")
    expect(page.locator(".plaques li:has-text('version 2')")).to_contain_text("$4 max")

    for name in PAGES:
        page.goto(f"{live_room.url}/manage/{name}{'' if '/' in name else '/'}")
        checked(page, DESK)
    page.click("tr:has-text('Tablet T1') button:has-text('New pairing code')")
    expect(page.locator(".code")).to_have_text("".join(page.locator(".code").all_inner_texts()))
    checked(page, DESK)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for name in ("", "plaques/", "shifts/", "staff/", "ladder/", "lists/", "sign-ins/", "rules/"):
        page.goto(f"{live_room.url}/manage/{name}")
        checked(page, PHONE)
    expect(page.locator(".main-nav [aria-current]")).to_be_in_viewport()
    assert told == []
