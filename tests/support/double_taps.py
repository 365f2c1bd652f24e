"""Two taps of one finger."""

from playwright.sync_api import Page, expect

from tests.support.stage import Stage


def sent_names(stage: Stage, page: Page) -> list[str]:
    """Return the commands that the room got."""
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    return [command["name"] for command in stage.commands]


def tap_twice(page: Page, selector: str, pause: int) -> None:
    """Tap the middle of a key, then the same point again."""
    box = page.locator(selector).first.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    page.wait_for_timeout(pause)
    page.mouse.click(x, y)
