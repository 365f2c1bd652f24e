"""Two taps with one finger."""

import time

from playwright.sync_api import Page, expect

from tests.support.stage import Stage


def sent_names(stage: Stage, page: Page) -> list[str]:
    """Return the commands that the room received."""
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    return [command["name"] for command in stage.commands]


def tap_twice(page: Page, selector: str, pause: int) -> None:
    """Tap the middle of a key, then the same point again.

    pause: milliseconds between the taps' timestamps. A busy machine may deliver the second one later.
    """
    box = page.locator(selector).first.bounding_box()
    assert box
    place = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    begin = time.time()
    session = page.context.new_cdp_session(page)
    for later in (0, pause):
        if later:
            page.wait_for_timeout(later)
        tap = {**place, "button": "left", "clickCount": 1, "timestamp": begin + later / 1000}
        session.send("Input.dispatchMouseEvent", {"type": "mousePressed", **tap})
        session.send("Input.dispatchMouseEvent", {"type": "mouseReleased", **tap})
    session.detach()
