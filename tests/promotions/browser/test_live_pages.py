"""Pages of funds refresh by themselves, and nothing typed is lost."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.claimed_fund import FILL
from tests.support.floor_pages import HORNBEAM, ROWAN, open_floor_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
DESK = (1366, 768)


def open_page(
    chromium: Browser, room: LiveRoom, errors: list[str], account: tuple[str, str], address: str
) -> Page:
    page = open_floor_page(chromium, room, errors, account=account, size=DESK)
    page.goto(f"{room.url}/funds/{address}")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    return page


def test_claim_and_ledger_follow_another_page(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    result = live_room.manage("shell", "-c", FILL)
    assert result.returncode == 0, result.stderr
    fund = json.loads(result.stdout.split("MARK")[1])["fund"]
    claim = f"claims/{fund}/1"
    manager = open_page(chromium, live_room, page_errors, HORNBEAM, claim)
    supervisor = open_page(chromium, live_room, page_errors, ROWAN, claim)
    ledger = open_page(chromium, live_room, page_errors, HORNBEAM, f"ledger/{fund}")

    supervisor.get_by_text("Refuse with a rule").click()
    supervisor.fill("#refuse [name=rule]", "Talk about the jackpot, seat 4")
    manager.locator("form.question button.amber").click()
    expect(manager.locator("#people-title .count")).to_have_text("1 of 4")
    expect(supervisor.locator("#people-title .count")).to_have_text("1 of 4")
    expect(supervisor.locator("#refuse [name=rule]")).to_have_value(
        "Talk about the jackpot, seat 4"
    )
    for count in range(2, 5):
        supervisor.locator("form.question button.amber").click()
        expect(supervisor.locator("#people-title .count")).to_have_text(f"{count} of 4")
        expect(manager.locator("#people-title .count")).to_have_text(f"{count} of 4")
    expect(supervisor.locator("#refuse [name=rule]")).to_have_value(
        "Talk about the jackpot, seat 4"
    )

    manager.get_by_text("Verify hit, PIN").click()
    manager.fill("#badge-verify", HORNBEAM[0])
    manager.fill("#pin-verify", HORNBEAM[1])
    manager.get_by_role("button", name="Verify", exact=True).click()
    expect(manager.locator("#paid-title .count")).to_have_text("0 of 9 paid")
    expect(supervisor.locator("#head h1")).to_contain_text("hit")
    expect(supervisor.locator("#refuse [name=rule]")).to_have_value(
        "Talk about the jackpot, seat 4"
    )
    supervisor.get_by_text("Refuse with a rule").click()
    expect(supervisor.locator("#paid-title .count")).to_have_text("0 of 9 paid")
    save_picture(supervisor, "funds-claim-followed")

    expect(ledger.locator("#sums")).to_contain_text("Shares to pay")
    ledger.get_by_text("Transfer", exact=True).first.click()
    ledger.fill("#transfer [name=receiver]", "Children's hospital")
    supervisor.fill("[name=envelope]", "0412")
    supervisor.get_by_role("button", name="Record the seal").click()
    expect(manager.get_by_text("Sealed, envelope 0412")).to_be_visible()
    supervisor.locator(".payments [value=cash], .payments [value=check]").first.click()
    expect(manager.locator("#paid-title .count")).to_have_text("1 of 9 paid")
    expect(ledger.locator("#days")).to_contain_text("$")
    expect(ledger.locator("#transfer [name=receiver]")).to_have_value("Children's hospital")
    assert page_errors == []
