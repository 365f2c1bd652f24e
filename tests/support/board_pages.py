"""The public board in a browser: a page without input, and the elements that do not fit on it."""

from playwright.sync_api import Browser, Page, expect

from tests.support.live_room import LiveRoom

SCREEN = (1920, 1080)
# Elements outside the screen, or too large for their box.
OUTSIDE = """() => [...document.querySelectorAll("#calls *, #lists *, header *")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
        const at = one.getBoundingClientRect();
        const wide = getComputedStyle(one).display !== "inline" && one.scrollWidth > one.clientWidth + 1;
        return wide || at.right > innerWidth + 0.5 || at.bottom > innerHeight + 0.5 || at.left < 0;
    })
    .map((one) => one.outerHTML.slice(0, 120))"""


def open_board(
    browser: Browser, room: LiveRoom, page_errors: list[str], *, clock: bool = False
) -> Page:
    """Return a board page that receives no input."""
    context = browser.new_context(viewport={"width": SCREEN[0], "height": SCREEN[1]})
    page = context.new_page()
    if clock:
        page.clock.install()
    page.on("console", lambda message: page_errors.append(message.text))
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.goto(f"{room.url}/board")
    expect(page.locator("#calls")).to_be_visible()
    return page
