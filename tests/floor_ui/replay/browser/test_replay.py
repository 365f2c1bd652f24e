"""A hand stepped through in a browser: found by table and time, keys, playback, without scripts, sizes."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.support.floor_pages import PHONE, TABLET_SIZE, check_page, open_floor_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
DESK = (1366, 900)
SMALLEST = """() => {
    const felt = [...document.querySelectorAll(".diagram")].find((one) => one.checkVisibility());
    const scale = felt.getBoundingClientRect().width / felt.viewBox.baseVal.width;
    const sizes = [...felt.querySelectorAll("text")].map((one) => parseFloat(getComputedStyle(one).fontSize));
    return Math.min(...sizes) * scale;
}"""
CURRENT = "#steps [aria-current=step]"


def expect_step(page: Page, step: int) -> None:
    """Expect the page at this step, in the list and in the diagram."""
    expect(page.locator(CURRENT)).to_have_attribute("data-step", str(step))
    expect(page.locator("#caption")).to_contain_text(f"Step {step} of")


@pytest.mark.release
def test_hand_is_found_and_replayed(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    result = live_room.manage(
        "shell",
        "-c",
        "from tests.floor_ui.replay.browser.past import create_past_events; create_past_events()",
    )
    assert result.returncode == 0, result.stderr
    page = open_floor_page(chromium, live_room, page_errors, size=DESK)
    page.click(".main-nav >> text=Replay")
    expect(page.locator("[name=q]")).to_be_visible()
    check_page(page, DESK)
    page.fill("[name=q]", "T1 hand 99")
    page.click("button:has-text('Find')")
    expect(page.locator("#refused")).to_have_text("T1 has no hand 99.")
    page.fill("[name=q]", "T1 hand 1")
    page.click("button:has-text('Find')")
    expect(page.locator("html[data-replay=ready]")).to_have_count(1)
    expect_step(page, 1)
    last = int(page.get_attribute("#controls", "data-steps") or 0)
    page.keyboard.press("ArrowRight")
    expect_step(page, 2)
    page.keyboard.press("End")
    expect_step(page, last)
    expect(page).to_have_url(re.compile(rf"step={last}$"))
    expect(page.locator(".diagram.wide")).to_have_attribute(
        "aria-label", re.compile("Hand 1 is over")
    )
    page.keyboard.press("Home")
    expect_step(page, 1)
    page.keyboard.press("ArrowLeft")
    expect_step(page, 1)

    page.click("#steps li.gone a[data-step]")
    expect(page.locator("#caption")).to_contain_text("Undone later")
    check_page(page, DESK)
    page.click("#caption .undo a")
    expect(page.locator("#caption")).to_contain_text("Undone: ")
    page.click("#steps a:has-text('Seat 3 folds')")
    save_picture(page, "replay")
    page.click("#steps a:has-text('Seat 5 shows')")
    expect(page.locator(".diagram.wide .tile.big text").first).to_be_visible()

    page.keyboard.press("Home")
    page.click("[data-go=speed]")
    expect(page.locator("[data-go=speed]")).to_contain_text("4")
    page.click("[data-go=play]")
    expect(page.locator("[data-go=play]")).to_have_text("Pause")
    expect_step(page, 4)  # three taps of four seconds each, four times as fast
    page.click("[data-go=play]")
    expect(page.locator("[data-go=play]")).to_have_attribute("aria-pressed", "false")

    # Everything that is tapped is in sight on the smallest screen of a desk, and no word of a drawing is small.
    page.set_viewport_size({"width": TABLET_SIZE[0], "height": TABLET_SIZE[1]})
    for seen in ("[data-go=last]", "text=Evidence bundle"):
        expect(page.locator(seen)).to_be_in_viewport(ratio=1)
    for width in (TABLET_SIZE[0], 1000, 860):
        page.set_viewport_size({"width": width, "height": TABLET_SIZE[1]})
        assert page.evaluate(SMALLEST) >= 12.5, width

    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    expect(page.locator(".diagram.tall")).to_be_visible()
    check_page(page, PHONE)

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
    assert page_errors == []

    plain_context = chromium.new_context(
        java_script_enabled=False, storage_state=page.context.storage_state()
    ).new_page()
    plain_context.goto(page.url.partition("?")[0])
    plain_context.click("#controls >> text=Next")
    expect(plain_context.locator("#caption")).to_contain_text("Step 2 of")
    expect(plain_context.locator("[data-go=play]")).to_be_hidden()
    plain_context.context.close()
