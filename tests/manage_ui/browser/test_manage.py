"""Settings in Chromium: a measure is wrong, then right; a plaque of an open table is changed; a phone."""

import pytest
from playwright.sync_api import Browser, Dialog, expect

from tests.support.floor_pages import check_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.support.settings_browser import DESK, open_settings

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
PHONE = (390, 844)
# The fields of a form that a person sees.
IN_SIGHT = """() => [...document.querySelectorAll(".ask :is(input:not([type=hidden]), select, textarea)")]
    .filter((one) => one.checkVisibility()).map((one) => one.name)"""
PAGES = (
    "room",
    "board",
    "messages",
    "shifts",
    "ladder",
    "rules",
    "sections",
    "plaques",
    "rakes",
    "lists",
    "retention",
    "mails",
    "sign-ins",
    "rooms/new",
    "tables",
    "tables/new",
    "staff",
    "staff/new",
    "devices",
)


@pytest.mark.release
def test_settings_show_their_effect_before_saving(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = open_settings(chromium, live_room, page_errors)
    check_page(page, DESK)
    save_picture(page, "manage")

    # Errors are next to their field and the input stays, without a script; by keyboard only.
    page.click("text=Name, hours, minimum age")
    page.fill("[name=lock_minutes]", "0")
    page.press("[name=lock_minutes]", "Enter")
    invalid_fields = page.locator(".field.wrong")
    expect(invalid_fields).to_have_count(1)
    expect(invalid_fields.locator("input")).to_have_value("0")
    expect(invalid_fields.locator("input")).to_have_attribute("aria-invalid", "true")
    check_page(page, DESK)
    page.fill("[name=lock_minutes]", "25")
    page.press("[name=lock_minutes]", "Enter")
    expect(page.locator(".done")).to_contain_text("15 → 25")

    # An open table's plaque: the page shows what changes and where before saving.
    expect(page.locator(".change-history")).to_contain_text("15 → became 25")
    # Leaving with unsaved input asks for confirmation; saving does not.
    confirmations: list[str] = []

    def accept_dialog(dialog: Dialog) -> None:
        confirmations.append(dialog.type)
        dialog.accept()

    page.on("dialog", accept_dialog)
    page.fill("[name=slow_percent]", "33")
    page.click("text=All settings")
    expect(page.locator("h1")).to_contain_text("Settings")
    assert confirmations == ["beforeunload"]
    page.click(".kinds b:text-is('Plaques')")
    page.click(
        ".plaques li:has(h2:text-matches(\"^Limit hold'em 4/8 version\")) a:has-text('Edit')"
    )
    fields = ["name", "game", "limit", "small_bet", "blinds"]
    with_big_bet = [*fields[:4], "big_bet", fields[4]]
    assert page.evaluate(IN_SIGHT) == with_big_bet
    page.select_option("[name=limit]", "pot")
    assert page.evaluate(IN_SIGHT) == fields
    page.select_option("[name=limit]", "split")
    page.click("summary:has-text('Collection')")
    charge = page.evaluate(IN_SIGHT)[len(with_big_bet) :]
    assert {"charge", "basis_points", "cap"} <= set(charge)
    assert not {"steps", "time_charge", "time_minutes"} & set(charge)
    page.select_option("[name=charge]", "free")
    assert page.evaluate(IN_SIGHT) == [*with_big_bet, "charge"]
    page.select_option("[name=charge]", "percent")
    page.fill("[name=cap]", "4")
    page.click("text=Publish")
    sure = page.locator(".sure")
    expect(sure).to_contain_text("Takes effect with the next hand at T1.")
    expect(sure.locator("s")).to_have_text("5")
    check_page(page, DESK)
    save_picture(page, "manage-plaque")
    page.click("[name=sure]")
    expect(page.locator(".done")).to_contain_text("5 → 4")
    expect(page.locator(".plaques li:has-text('version 2')")).to_contain_text("$4 max")

    for name in PAGES:
        page.goto(f"{live_room.url}/manage/{name}{'' if '/' in name else '/'}")
        check_page(page, DESK)
    page.click("tr:has-text('Tablet T1') button:has-text('New pairing code')")
    expect(page.locator(".code")).to_have_text("".join(page.locator(".code").all_inner_texts()))
    check_page(page, DESK)
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    for name in ("", "plaques/", "shifts/", "staff/", "ladder/", "lists/", "sign-ins/", "rules/"):
        page.goto(f"{live_room.url}/manage/{name}")
        check_page(page, PHONE)
    expect(page.locator(".more-places > summary")).to_have_text("Settings")
    assert page_errors == []
