"""A manager lets a program in and reads what it may ask, under the strict policy of contents; a token opens the API.

`PICTURES=docs/img .venv/bin/python -m pytest tests/api/browser` takes the picture of docs.
"""

import json
import os
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, Page, expect

from tables.demo import PASSWORD
from tests.live_room import LiveRoom
from tests.rulings.browser.test_rulebook import DESK, chromium, serious

__all__ = ["chromium"]
pytestmark = pytest.mark.browser


def picture(page: Page, name: str) -> None:
    """For docs, when they are asked for."""
    if folder := os.environ.get("PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


def test_a_manager_lets_a_program_in(chromium: Browser, live_room: LiveRoom) -> None:
    told: list[str] = []
    page = chromium.new_context(viewport={"width": DESK[0], "height": DESK[1]}).new_page()
    page.set_default_timeout(20_000)
    page.goto(f"{live_room.url}/manage/api/")
    page.fill("[name=username]", "manager")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_selector(".make")
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.fill("[name=name]", "Seating App")
    page.select_option("[name=role]", "desk")
    page.check("[value='tables:read']")
    page.check("[value='lists:read']")
    page.click(".make button")
    expect(page.locator("[role=alert]")).to_contain_text("Use lowercase letters")
    expect(page.locator("[value='lists:read']")).to_be_checked()
    assert told.pop().startswith("Failed to load resource")  # the refusal's own status
    page.fill("[name=name]", "seating-app")
    page.click(".make button")
    token = page.input_value("#token")
    assert not serious(page)
    page.click("text=Copied; done")
    expect(page.locator(".client h2")).to_have_text("seating-app")
    expect(page.locator(".client")).to_contain_text(f"…{token[-4:]}")
    assert not serious(page)
    picture(page, "programs")
    request = Request(
        f"{live_room.url}/api/v1/tables/", headers={"Authorization": f"Bearer {token}"}
    )
    with urlopen(request, timeout=20) as answer:
        assert "T1" in [item["name"] for item in json.load(answer)["items"]]
    page.goto(f"{live_room.url}/api/docs/")
    expect(page.locator(".opblock-summary-path").first).to_be_visible()
    expect(page.locator("#swagger-ui")).to_contain_text("/api/v1/tables/{table}/commands/")
    picture(page, "api-docs")
    assert told == []
