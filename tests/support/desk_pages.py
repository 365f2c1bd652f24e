"""Pages of the desk in a browser."""

from playwright.sync_api import Browser, Page, expect

from tests.support.live_room import LiveRoom
from tests.support.signed_in_pages import sign_in_at

COBALT = ("401", "6240")
ROWAN = ("201", "7410")
DESK = (1366, 900)
TABLET = (1180, 820)
PHONE = (390, 844)
OMAHA = "O8 4/8 kill"


def open_desk(
    browser: Browser,
    room: LiveRoom,
    size: tuple[int, int],
    page_errors: list[str],
    account: tuple[str, str] = COBALT,
) -> Page:
    """Return a page signed in at the desk."""
    page = sign_in_at(browser, f"{room.url}/desk/", account, size, page_errors)
    expect(page.locator("#live")).to_contain_text("Live")
    return page


def add_players(page: Page, *names: str, present: bool = True) -> None:
    for name in names:
        if not page.locator("#who").is_visible():
            page.click("summary:has-text('Add player')")
        page.fill("#who", name)
        if not present:
            page.check("[name=here][value=no]")
        page.press("#who", "Enter")
        expect(page.locator(".names .alias", has_text=name)).to_be_visible()
        expect(page.locator("#who")).to_have_value("")
    page.keyboard.press("Escape")
    expect(page.locator("#who")).to_be_hidden()


def check_page(page: Page, size: tuple[int, int]) -> None:
    """Check that the page fits its width and that no key is too small."""
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    small = page.evaluate(
        """() => [...document.querySelectorAll("a, button, summary, select, input")]
            .filter((one) => !["radio", "checkbox", "hidden"].includes(one.type))
            .filter((one) => one.checkVisibility() && !one.closest(".skip"))
            .filter((one) => one.getBoundingClientRect().height < 44 || one.getBoundingClientRect().width < 44)
            .map((one) => one.outerHTML)"""
    )
    assert small == []
