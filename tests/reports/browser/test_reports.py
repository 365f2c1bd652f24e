"""Every report in a browser, on a month of figures: axe, widths, the console, paper, a bad range."""

import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from reports.pages.report_types import KINDS
from tests.support.boxes import HIDDEN
from tests.support.incident_browser import HORNBEAM, PHONE, check_page
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture, takes_pictures
from tests.support.signed_in_pages import sign_in_window
from tests.support.waiting import WAIT_MS

pytestmark = pytest.mark.browser
WIDE = (1366, 1000)
DAY = "2026-11-20"
QUERY = {
    "shift": f"day={DAY}&shift=swing",
    "day": f"day={DAY}",
    "week": f"day={DAY}",
}


# One of each layout: a shift, a list of tables, floor calls. The others run before a release.
KINDS_OF_EVERY_RUN = ("shift", "tables", "calls")
KIND_PARAMETERS = [
    pytest.param(KINDS_OF_EVERY_RUN, 2, 2, id="three"),
    pytest.param(tuple(KINDS), 20, 30, id="all", marks=pytest.mark.release),
]

SHIFT_PAGES = 2
YEAR = """
from datetime import date
from tools.bench.report_year import report_year_create
report_year_create("Year", tables={tables}, days={days}, last=date(2026, 11, 21))
"""


# Heads of columns with less than a space between them.
RUN_TOGETHER = """() => [...document.querySelectorAll(".block thead th + th")]
    .filter((head) => head.textContent.trim() && head.previousElementSibling.textContent.trim())
    .map((head) => [head.previousElementSibling, head].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect();
    }).concat(head.textContent))
    .filter(([before, box]) => box.left - before.right < 7)
    .map(([before, box, text]) => `${text}: ${box.left - before.right}`)"""


def check_columns(page: Page) -> None:
    """Check that no column of a report is hidden on a manager's screen."""
    for size in ((1180, 820), WIDE):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert page.evaluate(HIDDEN) == [], (page.url, size)
        assert page.evaluate(RUN_TOGETHER) == [], (page.url, size)


@pytest.mark.parametrize(("kinds", "tables", "days"), KIND_PARAMETERS)
def test_reports_on_screen_paper_and_phone(
    chromium: Browser, live_room: LiveRoom, kinds: tuple[str, ...], tables: int, days: int
) -> None:
    # In pictures a shift has the same shifts of the weeks before.
    all_days = max(days, 70) if takes_pictures() else days
    result = live_room.manage("shell", "-c", YEAR.format(tables=tables, days=all_days))
    assert result.returncode == 0, result.stderr
    page_errors: list[str] = []
    context = chromium.new_context(viewport={"width": WIDE[0], "height": WIDE[1]})
    context.set_default_timeout(WAIT_MS)
    sign_in_window(context, f"{live_room.url}/reports/", HORNBEAM)
    page = context.new_page()
    page.on("console", lambda message: page_errors.append(message.text))
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.goto(f"{live_room.url}/reports/")
    page.select_option("[name=room]", label="Year")
    page.click("button:has-text('Show')")
    room = page.input_value("[name=room]")
    for key in kinds:
        query = QUERY.get(key, f"first=2026-10-24&last={DAY}")
        page.goto(f"{live_room.url}/reports/{key}/?room={room}&{query}")
        expect(page.locator("h1")).to_have_text(KINDS[key].title)
        expect(page.locator("table").first).to_be_visible()
        assert page.locator("[style]").count() == 0
        check_columns(page)
        check_page(page, WIDE)
        save_picture(page, f"report-{key}")
    page.goto(f"{live_room.url}/reports/shift/?room={room}&{QUERY['shift']}")
    page.set_viewport_size({"width": 1180, "height": 820})
    check_page(page, (1180, 820))
    with page.expect_download() as download:  # a worker makes it while the page says how far it is
        page.click("button:has-text('PDF')")
    assert download.value.suggested_filename == "shift-swing-2026-11-20.pdf"
    assert len(PdfReader(download.value.path()).pages) <= SHIFT_PAGES
    check_page(page, (1180, 820))
    page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    page.go_back()
    page.click("a:has-text('Definitions') >> nth=0")
    expect(page.locator("dt").first).to_have_text("Hands")
    check_page(page, WIDE)
    save_picture(page, "report-definitions")
    # From day to day by its keys; an invalid range shows an error and keeps the input.
    page.goto(f"{live_room.url}/reports/day/?room={room}&day={DAY}")
    page.click("a[rel=prev]")
    expect(page.locator("[name=day]")).to_have_value("2026-11-19")
    page.goto(f"{live_room.url}/reports/range/?room={room}&first=2026-11-20&last=2026-11-01")
    expect(page.locator("[role=alert]")).to_contain_text("Swap them.")
    expect(page.locator("[name=first]")).to_have_value("2026-11-20")
    with page.expect_download() as download:
        page.goto(f"{live_room.url}/reports/shift/?room={room}&{QUERY['shift']}")
        page.click("a:has-text('CSV')")
    assert download.value.suggested_filename == "shift-swing-2026-11-20.csv"
    # On paper nothing is left of what only a screen has; on a phone nothing is wider than it.
    page.emulate_media(media="print")
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator(".keys")).to_be_hidden()
    expect(page.locator(".block").first).to_be_visible()
    page.emulate_media(media="screen")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    check_page(page, PHONE)
    # The console logs each response that is not a 2xx or a 3xx.
    assert [text for text in page_errors if "422" not in text] == []
    page.context.close()
