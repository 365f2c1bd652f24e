"""Two agents count one box on two devices: neither page has the other's figures; then the slip.

Sizes.
"""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.floor_pages import ROWAN, check_page
from tests.support.live_room import LiveRoom
from tests.support.screenshots import pixels, save_picture

pytestmark = pytest.mark.browser
COBALT = ("401", "6240")
DESK = (1366, 900)
PHONE = (390, 844)


def open_agent_page(
    browser: Browser,
    room: LiveRoom,
    account: tuple[str, str],
    size: tuple[int, int],
    frames: list[str],
) -> Page:
    """Return an agent's page; `frames` collects everything sent to it."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, device_scale_factor=pixels(), has_touch=True
    )
    page = context.new_page()
    page.on("pageerror", lambda error: frames.append(f"ERROR {error}"))
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: frames.append(str(frame))),
    )
    page.on("response", lambda response: _record_response(response, frames))
    page.goto(f"{room.url}/floor/drop/")
    page.fill("[name=badge]", account[0])
    page.fill("[name=pin]", account[1])
    page.click("text=Sign in")
    expect(page.locator("h1")).to_contain_text("Drop")
    return page


def _record_response(response: object, frames: list[str]) -> None:
    kind = response.headers.get("content-type", "")  # type: ignore[attr-defined]
    if ("html" in kind and response.status < 300) or response.status >= 400:  # type: ignore[attr-defined]
        frames.append(response.text())  # type: ignore[attr-defined]


def enter_count(page: Page, account: tuple[str, str], ones_count: str, total: str) -> None:
    """Enter and send a count."""
    page.get_by_label("$1", exact=True).fill(ones_count)
    page.get_by_label("Total, $").fill(total)
    page.fill("[name=badge]", account[0])
    page.fill("[name=pin]", account[1])
    page.click("text=SEND MY COUNT")


@pytest.mark.release
def test_box_is_counted_blind_twice_and_explained(chromium: Browser, live_room: LiveRoom) -> None:
    sent_desk: list[str] = []
    sent_rowan: list[str] = []
    desk = open_agent_page(chromium, live_room, COBALT, DESK, sent_desk)
    rowan = open_agent_page(chromium, live_room, ROWAN, PHONE, sent_rowan)
    check_page(desk, DESK)
    check_page(rowan, PHONE)
    for table, box in (("T1", "A7"), ("T5", "B2")):
        rowan.locator(".to-pull li", has_text=re.compile(f"^{table} ")).locator(
            ".typed, input:visible"
        ).fill(box)
    rowan.fill("[name=badge]", ROWAN[0])
    rowan.fill("[name=pin]", ROWAN[1])
    rowan.click("text=PULL THESE BOXES")
    expect(rowan.locator(".done")).to_contain_text("A7 from T1")
    desk.reload()
    for page in (desk, rowan):
        page.click(".boxes a:has-text('A7')")
        expect(page.locator("h1")).to_have_text("Box A7, T1")
        expect(page.locator(".card h2")).to_have_text("Your count")
    check_page(rowan, PHONE)
    save_picture(desk, "drop-count")
    enter_count(desk, COBALT, "47", "48")
    expect(desk.locator("#refused .refused")).to_contain_text(
        "The chips add up to $47, but the total says $48"
    )
    enter_count(desk, COBALT, "47", "47")
    expect(desk.locator(".done")).to_contain_text("Someone else counts next")
    enter_count(rowan, ROWAN, "46", "46")  # its page is as old as it was: nothing was sent to it
    expect(rowan.locator(".done")).to_contain_text("the counts don't match")
    assert not [
        text
        for text in sent_rowan
        if re.search(r"\b47\b", re.sub(r"<script.*?</script>", "", text))
    ]
    assert not [text for text in sent_desk if re.search(r"\$46\b|value=.46.", text)]
    for page, name in ((rowan, ROWAN), (desk, COBALT)):
        page.goto(f"{live_room.url}/floor/drop/")
        page.click(".boxes a:has-text('A7')")
        expect(page.locator("#count-status")).to_contain_text(
            "Recount" if page is rowan else "Rowan has counted"
        )
        enter_count(page, name, "47", "47")
        expect(page.locator(".done")).to_be_visible()
    expect(desk.locator("#boxes")).to_contain_text("Variances to explain")
    rowan.goto(f"{live_room.url}/floor/drop/")
    rowan.click(".boxes a:has-text('A7')")
    expect(rowan.locator("dl.sums")).to_contain_text("+$47")
    check_page(rowan, PHONE)
    rowan.fill("[name=reason]", "Pots of two hands were not counted.")
    rowan.fill("[name=pin]", ROWAN[1])
    rowan.click("text=EXPLAIN AND CLOSE")
    expect(rowan.locator("#boxes")).to_contain_text("explained")
    rowan.click(".boxes a:has-text('A7')")
    expect(rowan.locator(".result")).to_contain_text("Pots of two hands were not counted.")
    slip = rowan.context.request.get(f"{rowan.url}slip.pdf")
    assert slip.headers["content-type"] == "application/pdf"
    check_page(rowan, PHONE)
    desk.reload()
    save_picture(desk, "drop")
    assert not [text for text in (*sent_desk, *sent_rowan) if text.startswith("ERROR")]


def test_every_box_to_pull_is_on_the_page_itself(chromium: Browser, live_room: LiveRoom) -> None:
    """A list that scrolled inside the page hid boxes without a sign."""
    page = open_agent_page(chromium, live_room, ROWAN, DESK, [])
    page.set_viewport_size({"width": 1180, "height": 400})
    boxes = page.locator(".to-pull")
    assert boxes.evaluate("(list) => list.scrollHeight - list.clientHeight") <= 0
