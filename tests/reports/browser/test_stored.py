"""Stored reports in a browser: the list, an old edition, what differs, closing by badge, a mail sent again."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.support.incident_browser import HORNBEAM, PHONE, ROWAN, TABLET_SIZE, check_page
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.support.waiting import WAIT_MS

pytestmark = pytest.mark.browser


@pytest.mark.release
def test_stored_reports_and_rulings_on_tablet_and_phone(
    chromium: Browser, live_room: LiveRoom
) -> None:
    result = live_room.manage(
        "shell",
        "-c",
        "from tests.reports.browser.past import create_past_events; create_past_events()",
    )
    assert result.returncode == 0, result.stderr
    page_errors: list[str] = []
    context = chromium.new_context(viewport={"width": TABLET_SIZE[0], "height": TABLET_SIZE[1]})
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.on("console", lambda message: page_errors.append(message.text))
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.goto(f"{live_room.url}/reports/stored/")
    page.fill("#badge", HORNBEAM[0])
    page.fill("#pin", HORNBEAM[1])
    page.click("button:has-text('Sign in')")
    page.select_option("[name=room]", label="Rows")
    page.click("button:has-text('Show')")
    expect(page.locator("tbody tr")).to_have_count(4)
    expect(page.locator("td .red")).to_have_count(2)  # mails that failed are seen from here
    check_page(page, TABLET_SIZE)

    page.click("tbody a >> text=/^Swing shift$/")
    expect(page.locator(".refused")).to_contain_text("Corrected since")
    expect(page.locator("button:has-text('Close')")).to_have_count(0)
    page.click(".refused a")
    expect(page.locator("#t-differs")).to_contain_text("Changes from edition 1")
    expect(page.locator("section[aria-labelledby=t-differs] tbody tr").first).to_be_visible()
    expect(page.locator("section[aria-labelledby=t-mails]")).to_contain_text("Connection refused")
    expect(page.locator("section[aria-labelledby=t-heads] tbody tr")).to_have_count(2)
    expect(page.locator(".proof")).to_contain_text("Log verified to entry 2 of")
    check_page(page, TABLET_SIZE)
    save_picture(page, "report-stored")
    page.emulate_media(media="print")
    for selector in (".top", ".keys", ".editions", ".narrow", "button"):
        assert not [locator for locator in page.locator(selector).all() if locator.is_visible()], (
            selector
        )
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
    check_page(page, PHONE)
    page.click(".keys a:has-text('All')")
    expect(page.locator("tbody tr:has-text('Swing shift, edition 2')")).to_contain_text(
        "closed by Rowan"
    )
    page.set_viewport_size({"width": TABLET_SIZE[0], "height": TABLET_SIZE[1]})
    room = page.input_value("[name=room]")
    page.goto(f"{live_room.url}/reports/consistency/?room={room}&first=2026-11-20&last=2026-11-20")
    expect(page.locator("section[aria-labelledby=g-1]")).to_contain_text("It stands.")
    check_page(page, TABLET_SIZE)
    save_picture(page, "report-rulings")
    page.click("text=F-101")
    expect(page).to_have_url(re.compile(r"/floor/rulings/\d+"))
    page.goto(f"{live_room.url}/reports/discipline/")
    expect(page.locator("main tr:has-text('Copper kettle')")).to_contain_text("2 warnings")
    check_page(page, TABLET_SIZE)
    save_picture(page, "report-discipline")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    check_page(page, PHONE)
    # The console logs each response that is not a 2xx or a 3xx.
    assert [text for text in page_errors if "403" not in text] == []
    context.close()
