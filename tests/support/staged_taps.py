"""Taps on a staged tablet."""

from playwright.sync_api import Page, expect

from tests.support.stage import Stage


def sent_commands(stage: Stage, page: Page) -> list[tuple[str, dict[str, object]]]:
    """Return the commands that the room received."""
    expect(page.locator(".footer .link")).to_contain_text("all sent")
    return [(command["name"], command["args"]) for command in stage.commands]


def wait_for_commands(stage: Stage, page: Page, count: int) -> None:
    """Wait until the room has this many commands and the tablet has its answers, as before a reload."""
    for _ in range(1000):
        if len(stage.commands) >= count:
            break
        page.wait_for_timeout(20)
    assert len(stage.commands) == count
    expect(page.locator(".footer .link")).to_contain_text("all sent")


def tap(page: Page, *names: str) -> None:
    """Tap keys by the beginning of their accessible name."""
    for name in names:
        page.click(f"[aria-label^='{name}']")
