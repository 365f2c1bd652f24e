"""Stored reports in a browser: the list, an old edition, what differs, closing by badge, a mail sent again; axe, print.

`PICTURES=docs/img .venv/bin/python -m pytest tests/reports/browser` takes the pictures of docs.
"""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.live_room import LiveRoom
from tests.reports.browser.test_reports import chromium, picture
from tests.rulings.browser.test_incidents import HELD, HORNBEAM, PHONE, ROWAN, checked

__all__ = ["chromium"]
pytestmark = pytest.mark.browser


def test_a_stored_report(chromium: Browser, live_room: LiveRoom) -> None:
    result = live_room.manage("shell", "-c", "from tests.reports.browser.past import lay; lay()")
    assert result.returncode == 0, result.stderr
    told: list[str] = []
    context = chromium.new_context(viewport={"width": HELD[0], "height": HELD[1]})
    context.set_default_timeout(20_000)
    page = context.new_page()
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.goto(f"{live_room.url}/reports/stored/")
    page.fill("#badge", HORNBEAM[0])
    page.fill("#pin", HORNBEAM[1])
    page.click("button:has-text('Sign in')")
    page.select_option("[name=room]", label="Rows")
    page.click("button:has-text('Show')")
    expect(page.locator("tbody tr")).to_have_count(4)
    expect(page.locator("td .red")).to_have_count(2)  # mails that failed are seen from here
    checked(page, HELD)
    picture(page, "stored-list")

    page.click("tbody a >> text=/^Swing shift$/")
    expect(page.locator(".refused")).to_contain_text("Corrected since")
    expect(page.locator("button:has-text('Close')")).to_have_count(0)
    page.click(".refused a")
    expect(page.locator("#t-differs")).to_contain_text("Changes from edition 1")
    expect(page.locator("section[aria-labelledby=t-differs] tbody tr").first).to_be_visible()
    expect(page.locator("section[aria-labelledby=t-mails]")).to_contain_text("Connection refused")
    expect(page.locator("section[aria-labelledby=t-heads] tbody tr")).to_have_count(2)
    expect(page.locator(".proof")).to_contain_text("Log verified to entry 2 of")
    checked(page, HELD)
    picture(page, "stored")
    page.emulate_media(media="print")
    for away in (".top", ".keys", ".editions", ".narrow", "button"):
        assert not [locator for locator in page.locator(away).all() if locator.is_visible()], away
    expect(page.locator("#t-heads")).to_be_visible()
    page.emulate_media(media="screen")
    page.click("text=Send again")
    expect(page.locator(".done")).to_contain_text("Sending to oak@room.example again")

    page.fill("[name=badge]", ROWAN[0])
    page.fill("[name=pin]", "0000")
    page.click("button:has-text('Close')")
    expect(page.locator("[role=alert]")).to_contain_text("Wrong badge or PIN.")
    expect(page.locator("[name=badge]")).to_have_value(ROWAN[0])
    page.fill("[name=pin]", ROWAN[1])
    page.click("button:has-text('Close')")
    expect(page.locator("main")).to_contain_text("Closed by Rowan at")
    expect(page.locator("[name=pin]")).to_have_count(0)
    with page.expect_download() as download:
        page.click(".keys a:has-text('XLSX')")
    assert download.value.suggested_filename == "swing-2026-11-20-edition-2.xlsx"
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    checked(page, PHONE)
    page.click(".keys a:has-text('All')")
    expect(page.locator("tbody tr:has-text('Swing shift, edition 2')")).to_contain_text(
        "closed by Rowan"
    )
    page.set_viewport_size({"width": HELD[0], "height": HELD[1]})
    room = page.input_value("[name=room]")
    page.goto(f"{live_room.url}/reports/consistency/?room={room}&first=2026-11-20&last=2026-11-20")
    expect(page.locator("section[aria-labelledby=g-1]")).to_contain_text("It stands.")
    checked(page, HELD)
    picture(page, "rulings")
    page.click("text=F-101")
    expect(page).to_have_url(re.compile(r"/floor/rulings/\d+"))
    page.goto(f"{live_room.url}/reports/discipline/")
    expect(page.locator("main tr:has-text('Copper kettle')")).to_contain_text("2 warnings")
    checked(page, HELD)
    picture(page, "discipline")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    checked(page, PHONE)
    # The console tells of each answer that is not a 2xx or a 3xx.
    assert [text for text in told if "403" not in text] == []
    context.close()
