"""Two agents count one box on two devices: neither page has a figure of the other's; then the slip. Sizes, axe.

`PICTURES=docs/img .venv/bin/python -m pytest tests/floor_ui/browser/test_drop.py` takes the picture of docs.
"""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.dealer_ui.stage import CHROMIUM
from tests.floor_ui.browser.test_floor import ROWAN, checked, picture
from tests.live_room import LiveRoom

pytestmark = pytest.mark.browser
COBALT = ("401", "6240")
DESK, PHONE = (1366, 900), (390, 844)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium-headless-shell", args=CHROMIUM
        )
        yield browser
        browser.close()


def agent(
    browser: Browser, room: LiveRoom, who: tuple[str, str], size: tuple[int, int], got: list[str]
) -> Page:
    """Somebody's device at the drop; `got` is all that it was ever sent."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, device_scale_factor=2, has_touch=True
    )
    page = context.new_page()
    page.on("pageerror", lambda error: got.append(f"ERROR {error}"))
    page.on(
        "websocket", lambda socket: socket.on("framereceived", lambda said: got.append(str(said)))
    )
    page.on("response", lambda answer: _kept(answer, got))
    page.goto(f"{room.url}/floor/drop/")
    page.fill("[name=badge]", who[0])
    page.fill("[name=pin]", who[1])
    page.click("text=Sign in")
    expect(page.locator("h1")).to_contain_text("Drop")
    return page


def _kept(answer: object, got: list[str]) -> None:
    kind = answer.headers.get("content-type", "")  # type: ignore[attr-defined]
    if ("html" in kind and answer.status < 300) or answer.status >= 400:  # type: ignore[attr-defined]
        got.append(answer.text())  # type: ignore[attr-defined]


def count(page: Page, who: tuple[str, str], ones: str, total: str) -> None:
    """A count is typed and sent."""
    page.get_by_label("$1", exact=True).fill(ones)
    page.get_by_label("Total, $").fill(total)
    page.fill("[name=badge]", who[0])
    page.fill("[name=pin]", who[1])
    page.click("text=SEND MY COUNT")


def test_two_count_blind_then_agree_and_explain(chromium: Browser, live_room: LiveRoom) -> None:
    sent_desk: list[str] = []
    sent_rowan: list[str] = []
    desk = agent(chromium, live_room, COBALT, DESK, sent_desk)
    rowan = agent(chromium, live_room, ROWAN, PHONE, sent_rowan)
    checked(desk, DESK)
    checked(rowan, PHONE)
    for table, box in (("T1", "A7"), ("T5", "B2")):
        rowan.locator(".tables li", has_text=re.compile(f"^{table} ")).locator(
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
        expect(page.locator(".count h2")).to_have_text("Your count")
    checked(rowan, PHONE)
    picture(desk, "drop-count")
    count(desk, COBALT, "47", "48")
    expect(desk.locator("#refused .refused")).to_contain_text(
        "The chips add up to $47, but the total says $48"
    )
    count(desk, COBALT, "47", "47")
    expect(desk.locator(".done")).to_contain_text("Someone else counts next")
    count(rowan, ROWAN, "46", "46")  # its page is as old as it was: nothing was sent to it
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
        count(page, name, "47", "47")
        expect(page.locator(".done")).to_be_visible()
    expect(desk.locator("#boxes")).to_contain_text("Variances to explain")
    rowan.goto(f"{live_room.url}/floor/drop/")
    rowan.click(".boxes a:has-text('A7')")
    expect(rowan.locator("dl.sums")).to_contain_text("+$47")
    checked(rowan, PHONE)
    rowan.fill("[name=reason]", "Pots of two hands were not counted.")
    rowan.fill("[name=pin]", ROWAN[1])
    rowan.click("text=EXPLAIN AND CLOSE")
    expect(rowan.locator("#boxes")).to_contain_text("explained")
    rowan.click(".boxes a:has-text('A7')")
    expect(rowan.locator(".result")).to_contain_text("Pots of two hands were not counted.")
    slip = rowan.context.request.get(f"{rowan.url}slip.pdf")
    assert slip.headers["content-type"] == "application/pdf"
    checked(rowan, PHONE)
    desk.reload()
    picture(desk, "drop")
    assert not [text for text in (*sent_desk, *sent_rowan) if text.startswith("ERROR")]
