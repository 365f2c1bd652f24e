"""The audit log, and a second factor from its QR code to the next sign-in."""

import time
from base64 import b32decode

import pytest
from django_otp.oath import TOTP
from playwright.sync_api import Browser, Page, expect

from ops.demo import PASSWORD
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.support.waiting import WAIT_MS

pytestmark = pytest.mark.browser
SIZE = (1366, 900)


def sign_in(page: Page, room: LiveRoom, next_url: str) -> None:
    page.goto(f"{room.url}/admin/login/?next={next_url}")
    page.fill("[name=username]", "manager")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")


def authenticator_code(secret: str, seconds_later: int = 0) -> str:
    totp = TOTP(b32decode(secret.replace(" ", "")))
    totp.time = time.time() + seconds_later
    return f"{totp.token():06d}"


@pytest.mark.release
def test_audit_search_and_second_factor(chromium: Browser, live_room: LiveRoom) -> None:
    context = chromium.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page_errors = list[str]()
    sign_in(page, live_room, "/admin/tables/room/1/change/")
    page.fill("[name=lock_minutes]", "20")
    page.click("[name=_save]")
    page.wait_for_url("**/admin/tables/room/")
    page.on("console", lambda message: page_errors.append(message.text))

    page.goto(f"{live_room.url}/audit/")
    setting_row = page.locator(".acts tr", has_text="changed a setting")
    expect(setting_row).to_contain_text("lock minutes 15 → 20")
    expect(setting_row).to_contain_text("Hornbeam")
    expect(page.locator(".acts")).to_contain_text("seat taken")
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZE[0]
    save_picture(page, "audit")
    page.select_option("#what", "setup_sign_in")
    page.click("text=Search")
    expect(page.locator(".acts tbody tr")).to_have_count(1)

    page.click("text=Two-factor")
    secret = page.locator(".secret").inner_text()
    page.fill("#code", authenticator_code(secret))
    page.click("text=Turn on")
    expect(page.locator(".codes li")).to_have_count(10)
    recovery = page.locator(".codes li").first.inner_text()
    page.click("text=Access")
    expect(page.locator("h1")).to_have_text("Access")

    second_page = chromium.new_context(viewport={"width": 390, "height": 844}).new_page()
    sign_in(second_page, live_room, "/audit/")
    expect(second_page.locator("h1")).to_have_text("App code")
    second_page.fill("#code", recovery)
    second_page.click("text=Continue")
    expect(second_page.locator("h1")).to_have_text("Who did what")
    assert second_page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page_errors == []
