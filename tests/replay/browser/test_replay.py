"""A hand stepped through in a browser: found by table and time, keys, playing, without scripts, axe, sizes.

`PICTURES=docs/img .venv/bin/python -m pytest tests/replay/browser` takes the picture of docs.
"""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.floor_ui.browser.test_floor import HELD, PHONE, checked, chromium, floor, picture, told
from tests.live_room import LiveRoom

__all__ = ["chromium", "told"]

pytestmark = pytest.mark.browser
DESK = (1366, 900)
SMALLEST = """() => {
    const felt = [...document.querySelectorAll(".felt")].find((one) => one.checkVisibility());
    const scale = felt.getBoundingClientRect().width / felt.viewBox.baseVal.width;
    const sizes = [...felt.querySelectorAll("text")].map((one) => parseFloat(getComputedStyle(one).fontSize));
    return Math.min(...sizes) * scale;
}"""
CURRENT = "#steps [aria-current=step]"


def at(page: Page, step: int) -> None:
    """The page is at this step, in the list and in the picture."""
    expect(page.locator(CURRENT)).to_have_attribute("data-step", str(step))
    expect(page.locator("#caption")).to_contain_text(f"Step {step} of")


def test_a_hand_is_read_again(chromium: Browser, live_room: LiveRoom, told: list[str]) -> None:
    result = live_room.manage("shell", "-c", "from tests.replay.browser.past import lay; lay()")
    assert result.returncode == 0, result.stderr
    page = floor(chromium, live_room, told, size=DESK)
    page.click(".main-nav >> text=Replay")
    expect(page.locator("[name=q]")).to_be_visible()
    checked(page, DESK)
    page.fill("[name=q]", "T1 hand 99")
    page.click("button:has-text('Find')")
    expect(page.locator("#refused")).to_have_text("T1 has no hand 99.")
    page.fill("[name=q]", "T1 hand 1")
    page.click("button:has-text('Find')")
    expect(page.locator("html[data-replay=ready]")).to_have_count(1)
    at(page, 1)
    last = int(page.get_attribute("#controls", "data-steps") or 0)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.keyboard.press("End")
    at(page, last)
    expect(page).to_have_url(re.compile(rf"step={last}$"))
    expect(page.locator(".felt.wide")).to_have_attribute("aria-label", re.compile("Hand 1 is over"))
    page.keyboard.press("Home")
    at(page, 1)
    page.keyboard.press("ArrowLeft")
    at(page, 1)

    page.click("#steps li.gone a[data-step]")
    expect(page.locator("#caption")).to_contain_text("Undone later")
    checked(page, DESK)
    page.click("#caption .undo a")
    expect(page.locator("#caption")).to_contain_text("Undone: ")
    page.click("#steps a:has-text('Seat 3 folds')")
    picture(page, "replay")
    page.click("#steps a:has-text('Seat 5 shows')")
    expect(page.locator(".felt.wide .tile.big text").first).to_be_visible()

    page.keyboard.press("Home")
    page.click("[data-go=speed]")
    expect(page.locator("[data-go=speed]")).to_contain_text("4")
    page.click("[data-go=play]")
    expect(page.locator("[data-go=play]")).to_have_text("Pause")
    at(page, 4)  # three taps of four seconds each, four times as fast
    page.click("[data-go=play]")
    expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "false")

    # Everything that is tapped is in sight on the smallest screen of a desk, and no word of a drawing is small.
    page.set_viewport_size({"width": HELD[0], "height": HELD[1]})
    for seen in ("[data-go=last]", "text=Evidence bundle"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)
    for width in (HELD[0], 1000, 860):
        page.set_viewport_size({"width": width, "height": HELD[1]})
        assert page.evaluate(SMALLEST) >= 12.5, width

    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(page.locator(".felt.tall")).to_be_visible()
    checked(page, PHONE)
    picture(page, "replay-phone")

    routes: list[Route] = []
    page.route(re.compile("/evidence"), lambda route: routes.append(route))
    page.click("text=Evidence bundle")
    expect(page.locator(".download-progress")).to_have_text("Being made …")
    with page.expect_download() as event_info:
        routes[0].continue_()
    expect(page.locator(".download-progress")).to_have_count(0)
    path = live_room.data_dir / "evidence.zip"
    event_info.value.save_as(path)
    checked_by_command = live_room.manage("verify_journal", "--bundle", str(path))
    assert checked_by_command.returncode == 0, checked_by_command.stderr
    assert "the log here has the same entries" in checked_by_command.stdout
    assert told == []

    plain = chromium.new_context(
        java_script_enabled=False, storage_state=page.context.storage_state()
    ).new_page()
    plain.goto(page.url.partition("?")[0])
    plain.click("#controls >> text=Next")
    expect(plain.locator("#caption")).to_contain_text("Step 2 of")
    expect(plain.locator("[data-go=play]")).to_be_hidden()
    plain.context.close()
