"""Funds in a browser: a claim from the first question to the last share, the ledger, the public page on a phone."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.axe import serious_violations
from tests.support.claimed_fund import FILL
from tests.support.floor_pages import HORNBEAM, open_floor_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
DESK = (1366, 768)
PHONE = (390, 844)


def sign(page: Page, suffix: str, account: tuple[str, str]) -> None:
    page.fill(f"#badge-{suffix}", account[0])
    page.fill(f"#pin-{suffix}", account[1])


def check_page(page: Page, name: str) -> None:
    assert serious_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    save_picture(page, name)


def test_claim_from_the_first_question_to_the_last_share(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    result = live_room.manage("shell", "-c", FILL)
    assert result.returncode == 0, result.stderr
    data = json.loads(result.stdout.split("MARK")[1])
    page = open_floor_page(chromium, live_room, page_errors, account=HORNBEAM, size=DESK)
    page.goto(f"{live_room.url}/funds/?room={data['room']}")
    check_page(page, "funds")
    page.get_by_role("link", name="Decide").click()
    for count in range(1, 5):
        page.locator("form.question button.amber").click()
        expect(page.locator("#people-title .count")).to_have_text(f"{count} of 4")
    check_page(page, "funds-claim")
    page.get_by_text("Verify hit, PIN").click()
    sign(page, "verify", HORNBEAM)
    page.get_by_role("button", name="Verify").click()
    expect(page.locator("#paid-title .count")).to_have_text("0 of 9 paid")
    page.fill("[name=envelope]", "0412")
    page.get_by_role("button", name="Record the seal").click()
    expect(page.get_by_text("Sealed, envelope 0412")).to_be_visible()
    for count in range(1, 10):
        page.locator(".payments [value=cash], .payments [value=check]").first.click()
        expect(page.locator("#paid-title .count")).to_have_text(f"{count} of 9 paid")
    expect(page.get_by_text("$55,480 paid, $0 held, $0 to pay")).to_be_visible()
    check_page(page, "funds-paid")
    for address in (f"ledger/{data['fund']}", f"promotions/{data['promotion']}"):
        page.goto(f"{live_room.url}/funds/{address}")
        check_page(page, f"funds-{address.partition('/')[0]}")
    phone = chromium.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}).new_page()
    for address in (str(data["room"]), f"board/{data['room']}"):
        phone.goto(f"{live_room.url}/funds/{address}")
        check_page(phone, f"funds-phone-{address.partition('/')[0]}")
    phone.goto(f"{live_room.url}/funds/{data['room']}")
    expect(phone.get_by_text("To the house")).to_be_visible()
    expect(phone.get_by_text("Wandering Lamp")).to_have_count(0)
