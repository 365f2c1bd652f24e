"""Pages of the floor in a browser: opening them, and checks for every page."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.screenshots import pixels
from tests.support.signed_in_pages import sign_in_window
from tests.support.waiting import WAIT_MS

TABLET_SIZE = (1180, 820)
PHONE = (390, 844)
ROWAN = ("201", "7410")
ALDER = ("202", "8520")
HORNBEAM = ("301", "9630")
TARGETS = "a, button, summary, select, textarea, .chip, input:not([type=hidden], [type=radio], [type=checkbox])"
SMALL_TARGETS = f"""() => [...document.querySelectorAll("{TARGETS}")]
    .filter((one) => one.checkVisibility({{ visibilityProperty: true }}) && !one.closest(".skip"))
    .map((one) => [one.getBoundingClientRect(), one.outerHTML.slice(0, 160)])
    .filter(([box]) => box.height < 43.9 || box.width < 43.9)
    .map(([box, html]) => `${{box.width}}x${{box.height}} ${{html}}`)"""


@pytest.fixture
def page_errors() -> list[str]:
    """Errors of any page, and console messages about the content security policy; the list must stay empty."""
    return []


@pytest.fixture
def dealer(chromium: Browser, live_room: LiveRoom) -> Iterator[Dealer]:
    dealer = Dealer(chromium, live_room)
    yield dealer
    dealer.close()


def open_floor_page(
    browser: Browser,
    room: LiveRoom,
    page_errors: list[str],
    account: tuple[str, str] = ROWAN,
    size: tuple[int, int] = TABLET_SIZE,
) -> Page:
    """Return the page of the queue, signed in."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=pixels(),
        has_touch=True,
        timezone_id="UTC",
    )
    context.set_default_timeout(WAIT_MS)
    sign_in_window(context, f"{room.url}/floor/", account)
    page = context.new_page()
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.on(
        "console",
        lambda console_message: (
            page_errors.append(console_message.text)
            if "policy" in console_message.text.lower()
            else None
        ),
    )
    page.goto(f"{room.url}/floor/")
    expect(page.locator("h1")).to_contain_text("Calls")
    return page


def check_page(page: Page, size: tuple[int, int]) -> None:
    """Check that the page fits its width and that no target is too small."""
    page.wait_for_load_state()  # a heading may appear before the style sheets
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    assert page.evaluate(SMALL_TARGETS) == []
