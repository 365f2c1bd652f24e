"""The home page and both sign-ins in Chromium: at every size, with the longest name, by finger."""

import pytest
from playwright.sync_api import Browser, Page, expect

from ops.demo import PASSWORD
from tests.support.floor_pages import PHONE, ROWAN, TABLET_SIZE, check_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.screenshots import pixels, save_picture
from tests.support.waiting import WAIT_MS

__all__ = ["page_errors"]
pytestmark = pytest.mark.browser
SIZES = ((1024, 768), TABLET_SIZE, (1366, 900), PHONE)
LONGEST = "صالة 大撲克室 🂡 " + "W" * 66


def _page(browser: Browser, page_errors: list[str], size: tuple[int, int] = TABLET_SIZE) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=pixels(),
        has_touch=True,
        timezone_id="UTC",
    )
    context.set_default_timeout(WAIT_MS)
    page = context.new_page()
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.on(
        "console",
        lambda message: page_errors.append(message.text) if "olicy" in message.text else None,
    )
    return page


def _check_sizes(page: Page) -> None:
    """Check every size."""
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        check_page(page, size)
    page.set_viewport_size({"width": TABLET_SIZE[0], "height": TABLET_SIZE[1]})


def test_home_page_and_sign_ins(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = _page(chromium, page_errors)
    page.goto(live_room.url)
    expect(page.locator(".home-area")).to_have_count(6)
    _check_sizes(page)

    # The badge sign-in by finger: a wrong PIN keeps the badge and moves nothing; a reader's Enter sends nothing.
    page.tap("#area-floor a")
    page.fill("[name=badge]", ROWAN[0])
    page.press("[name=badge]", "Enter")
    expect(page.locator("[name=pin]")).to_be_focused()
    keys = page.locator(".pad .key")
    before = keys.nth(0).bounding_box()
    assert before is not None
    assert min(before["width"], before["height"]) >= 88
    for digit in "000000":
        page.tap(f"[data-digit='{digit}']")
    page.tap(".pad .key.amber")
    expect(page.locator("[role=alert]")).to_contain_text(
        "That PIN doesn't match this badge. 4 tries left."
    )
    expect(page.locator("[name=badge]")).to_have_value(ROWAN[0])
    expect(page.locator("[name=pin]")).to_have_value("")
    expect(keys.nth(0)).to_be_visible()
    assert keys.nth(0).bounding_box() == before
    _check_sizes(page)
    for digit in ROWAN[1][:3]:
        page.tap(f"[data-digit='{digit}']")
    save_picture(page, "sign-in-badge")
    page.tap("[data-digit='0']")
    page.tap(".pad .key.amber")
    expect(page.locator("h1")).to_contain_text("Calls")

    # Signed in: who, until when, and what waits. This browser then opens the floor by itself.
    page.goto(f"{live_room.url}/?home")
    floor = page.locator("#area-floor a")
    expect(floor).to_contain_text("Rowan, until")
    _check_sizes(page)
    save_picture(page, "home")
    page.tap(".choice-of-area > summary")
    check_page(page, TABLET_SIZE)
    page.tap(".choice-of-area label:has-text('Floor')")
    page.tap(".choice-of-area .key.amber")
    expect(page.locator("footer")).to_contain_text("This browser opens Floor by itself.")
    page.goto(live_room.url)
    expect(page.locator("h1")).to_contain_text("Calls")

    # Too many tries: the key says for how long, and waits.
    page.goto(f"{live_room.url}/desk/sign-in")
    for _ in range(5):
        page.fill("[name=badge]", "987654")
        page.fill("[name=pin]", "0000")
        page.tap(".pad .key.amber")
    expect(page.locator(".pad .key.amber")).to_be_disabled()
    expect(page.locator(".pad .key.amber")).to_contain_text("Wait 0:")
    check_page(page, TABLET_SIZE)
    page.context.close()

    # The manager's: Show, a wrong password, then in.
    page = _page(chromium, page_errors)
    page.goto(f"{live_room.url}/manage/")
    page.fill("[name=username]", "manager")
    page.fill("[name=password]", "only-for-the-dem")
    page.tap("[data-show]")
    expect(page.locator("[name=password]")).to_have_attribute("type", "text")
    page.tap("[data-show]")
    _check_sizes(page)
    save_picture(page, "sign-in-manager")
    page.press("[name=password]", "Enter")
    expect(page.locator("[role=alert]")).to_contain_text("4 tries left.")
    _check_sizes(page)
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    expect(page.locator("h1")).to_contain_text("Settings")

    # The longest name, in scripts with other directions, at every size.
    page.goto(f"{live_room.url}/manage/room/")
    page.fill("[name=name]", LONGEST[:80])
    page.press("[name=name]", "Enter")
    page.goto(f"{live_room.url}/?home")
    expect(page.locator("h1")).to_have_text(LONGEST[:80])
    expect(page.locator("#area-settings a")).to_contain_text("Hornbeam, until")
    _check_sizes(page)
    page.context.clear_cookies()
    page.goto(f"{live_room.url}/floor/sign-in")
    _check_sizes(page)
    page.goto(f"{live_room.url}/manage/sign-in")
    _check_sizes(page)
    assert page_errors == []
    page.context.close()
