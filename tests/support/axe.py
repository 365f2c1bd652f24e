"""What axe finds on a page."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page


def serious_violations(page: Page) -> list[tuple[str, list[str]]]:
    """Return what axe finds."""
    match = Axe().run(page).response["violations"]
    return [
        (item["id"], [node["html"][:160] for node in item["nodes"]])
        for item in match
        if item["impact"] in ("serious", "critical")
    ]
