"""A manager authorizes an integration and reads its endpoints under the content security policy; a
token opens the API.
"""

import json
import re
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import Browser, expect

from ops.demo import PASSWORD
from tests.support.live_room import LiveRoom
from tests.support.rulebook_browser import DESK
from tests.support.screenshots import save_picture
from tests.support.waiting import WAIT_MS

pytestmark = pytest.mark.browser


@pytest.mark.release
def test_manager_authorizes_an_integration(chromium: Browser, live_room: LiveRoom) -> None:
    page_errors: list[str] = []
    page = chromium.new_context(viewport={"width": DESK[0], "height": DESK[1]}).new_page()
    page.set_default_timeout(WAIT_MS)
    page.goto(f"{live_room.url}/manage/api/")
    page.fill("[name=username]", "manager")
    page.fill("[name=password]", PASSWORD)
    page.press("[name=password]", "Enter")
    page.wait_for_selector(".make")
    page.on("console", lambda message: page_errors.append(message.text))
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.fill("[name=name]", "seating-app")
    page.select_option("[name=role]", "desk")
    page.click(".make button")
    expect(page.get_by_role("group", name="Scopes")).to_be_focused()
    expect(page.get_by_role("group", name="Scopes")).to_contain_text("Choose at least one scope.")
    assert page_errors.pop().startswith("Failed to load resource")  # the refusal's own status
    page.fill("[name=name]", "Seating App")
    page.check("[value='tables:read']")
    page.check("[value='lists:read']")
    page.click(".make button")
    name = page.get_by_role("textbox", name="Name")
    expect(name).to_have_accessible_description(re.compile("Use lowercase letters"))
    expect(name).to_be_focused()
    expect(page.locator("[value='lists:read']")).to_be_checked()
    assert page_errors.pop().startswith("Failed to load resource")  # the refusal's own status
    page.fill("[name=name]", "seating-app")
    page.click(".make button")
    token = page.input_value("#token")
    page.click("text=Copied; done")
    expect(page.locator(".client h2")).to_have_text("seating-app")
    expect(page.locator(".client")).to_contain_text(f"…{token[-4:]}")
    save_picture(page, "programs")
    request = Request(
        f"{live_room.url}/api/v1/tables/", headers={"Authorization": f"Bearer {token}"}
    )
    with urlopen(request, timeout=20) as response:
        assert "T1" in [item["name"] for item in json.load(response)["items"]]
    page.goto(f"{live_room.url}/api/docs/")
    expect(page.locator(".opblock-summary-path").first).to_be_visible()
    expect(page.locator("#swagger-ui")).to_contain_text("/api/v1/tables/{table}/commands/")
    assert page_errors == []
