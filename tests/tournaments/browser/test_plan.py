"""The manager's pages in the browser: a template from a preset, its levels and payouts, a series in the calendar."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.live_room import LiveRoom
from tests.support.waiting import WAIT_MS

pytestmark = pytest.mark.browser
PICTURES = "PAGE_PICTURES"  # an environment variable: the folder of the pictures


def picture(page: Page, name: str) -> None:
    """Save a picture in a run that takes them."""
    if folder := os.environ.get(PICTURES):
        page.screenshot(path=Path(folder) / f"{name}.png")


def sign_in(page: Page, url: str) -> None:
    page.goto(f"{url}/floor/sign-in")
    page.fill("[name=badge]", "301")
    page.fill("[name=pin]", "9630")
    page.keyboard.press("Enter")
    expect(page.locator("[name=pin]")).to_have_count(0)


def test_manager_makes_a_daily_event_and_a_series(chromium: Browser, live_room: LiveRoom) -> None:
    context = chromium.new_context(viewport={"width": 1366, "height": 768}, timezone_id="UTC")
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    sign_in(page, live_room.url)
    page.goto(f"{live_room.url}/tournaments/plan/")
    page.get_by_role("link", name="Turbo").click()

    # The proof of the split and the times follow what is typed.
    page.get_by_label("Name", exact=True).fill("Late turbo")
    page.get_by_label("Player pays").fill("100")
    expect(page.locator("#proof")).to_have_text("$60 + $15 + $5 = $80, the player pays $100")
    page.get_by_label("Prize pool").first.fill("80")
    expect(page.locator("#proof")).to_have_text("$80 + $15 + $5 = $100")
    second = page.locator("[data-row=level] [data-at]").nth(1)
    expect(second).to_have_text("17:15")
    page.get_by_label("Minutes of level 1", exact=True).fill("20")
    expect(second).to_have_text("17:20")
    page.get_by_label("Minutes a level").fill("12")
    page.get_by_label("Minutes a level").blur()
    expect(page.get_by_label("Minutes of level 3", exact=True)).to_have_value("12")

    # Rows come and go without leaving the page, and nothing typed is lost.
    page.get_by_role("button", name="Suggest 10 more").click()
    expect(page.get_by_label("Big blind of level 32")).to_be_visible()
    page.get_by_role("button", name="Remove level 32").click()
    expect(page.get_by_label("Big blind of level 32")).to_have_count(0)
    expect(page.get_by_label("Name", exact=True)).to_have_value("Late turbo")
    picture(page, "plan-editor")
    page.get_by_role("button", name="Save template").click()
    expect(page.locator(".done")).to_have_text("Saved Late turbo, version 1.")

    # A column that is over turns the save key off, and says how to mend it.
    page.get_by_role("link", name="Payout table").click()
    cell = page.get_by_label("Percent of places 1 to 1, column 5")
    cell.fill("27")
    expect(page.locator("#faults")).to_contain_text("is 0.04 over. Lower first place to 26.96")
    expect(page.get_by_role("button", name="Save version 2")).to_be_disabled()
    picture(page, "plan-payouts-over")
    cell.fill("26.96")
    expect(page.get_by_role("button", name="Save version 2")).to_be_enabled()
    page.get_by_label("Entries", exact=True).fill("226")
    expect(page.locator("#trial")).to_contain_text("27 places add up to $18,080")
    page.get_by_role("button", name="Save version 2").click()
    expect(page.locator(".done")).to_contain_text("Saved version 2")

    # The night with 226 entries, before anyone plays it.
    page.get_by_role("link", name="Template", exact=True).click()
    page.get_by_role("link", name="Try a night").click()
    page.get_by_label("Entries", exact=True).fill("226")
    page.get_by_label("Start").fill("19:00")
    page.get_by_role("button", name="Try").click()
    expect(page.locator(".sums-list")).to_contain_text("$18,080")
    expect(page.locator(".night tbody tr").first).to_contain_text("19:00")
    picture(page, "plan-night")

    # A series of twenty.
    page.get_by_role("link", name="Template", exact=True).click()
    page.get_by_role("link", name="Schedule events").click()
    page.get_by_label("How many events").fill("20")
    page.get_by_label("First day").fill("2030-11-01")
    page.get_by_role("button", name="Schedule").click()
    expect(page.locator(".done")).to_contain_text("Scheduled 20 events")
    expect(page.locator(".event-tile")).to_have_count(10)
    picture(page, "plan-calendar")
    assert errors == []
    context.close()
