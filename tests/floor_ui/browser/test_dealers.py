"""The line-up while a dealer takes over at a tablet: who comes next, the push-summary, sections; a phone; axe.

`PICTURES=docs/img .venv/bin/python -m pytest tests/floor_ui/browser/test_dealers.py` takes the pictures of docs.
"""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.dealer_ui.browser.dealer import Dealer
from tests.floor_ui.browser.test_floor import checked, chromium, dealer, floor, picture, told
from tests.live_room import LiveRoom

__all__ = ["chromium", "dealer", "told"]

pytestmark = pytest.mark.browser
DESK, PHONE = (1366, 900), (390, 844)


def at(page: Page, room: LiveRoom, place: str) -> None:
    """A page of the floor, its socket open and a look taken since."""
    page.goto(f"{room.url}/floor/{place}/")
    expect(page.locator("html[data-live=yes]")).to_have_count(1)


def test_a_push_at_the_tablet_is_on_the_line_up_and_hands_over_what_is_open(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, told: list[str]
) -> None:
    result = live_room.manage(
        "shell", "-c", "from tests.floor_ui.browser import shift; shift.fill()"
    )
    assert result.returncode == 0, result.stderr
    page = floor(chromium, live_room, told, size=DESK)
    at(page, live_room, "dealers")
    box = page.locator("[data-box=T1]")
    expect(box.locator("[data-late]")).to_contain_text("min over")
    checked(page, DESK)
    picture(page, "dealers")

    # Another dealer for the box, with a reason; without one it is refused and the choice stays.
    page.click("#other-T1 > summary")
    page.select_option("#other-T1 select", label="Siskin, available")
    page.click("#other-T1 button:has-text('Assign to T1')")
    expect(page.locator("#other-T1 .form-error")).to_contain_text("Give a short reason")
    expect(page.locator("#other-T1 select option:checked")).to_have_text("Siskin, available")
    page.fill("#other-T1 [name=reason]", "knows the game")
    page.click("#other-T1 button:has-text('Assign to T1')")
    expect(box.locator(".in")).to_contain_text("assigned: knows the game")
    expect(page.locator("#other-T1[open]")).to_have_count(0)

    # Siskin is named at the tablet; Wren, who was never clocked in, signs in there after a player has gone away.
    dealer.sign_in("T1")
    expect(box.locator(".out")).to_contain_text("Wren")
    expect(page.locator("#events")).to_contain_text("Wren clocked in by signing in at T1")
    expect(page.locator("[data-dealer=Teal]")).to_contain_text("Break owed")
    expect(dealer.page.locator(".header")).to_contain_text("Clocked in")
    hand_over = dealer.page.locator(".push-summary")
    expect(hand_over).to_contain_text("Handoff from Teal")
    expect(hand_over).to_contain_text("Seat 3 away")
    dealer.picture("push-summary")
    hand_over.get_by_text("OK").tap()
    expect(hand_over).to_have_count(0)

    # What is typed in an open form stays while the line-up moves on.
    page.click("[data-dealer=Teal] .more > summary")
    page.fill("[data-dealer=Teal] [name=reason]", "drop cou")
    phone = floor(chromium, live_room, told, size=PHONE)
    at(phone, live_room, "dealers")
    phone.tap("[aria-label='Break: Siskin']")
    expect(phone.locator("[data-dealer=Siskin]")).to_contain_text("until")
    checked(phone, PHONE)
    picture(phone, "dealers-phone")
    expect(page.locator("#events")).to_contain_text("Siskin on break until")
    expect(page.locator("[data-dealer=Teal] [name=reason]")).to_have_value("drop cou")

    at(page, live_room, "sections")
    page.click(".sup:has-text('Alder')")
    expect(page.locator("html[data-live=yes]")).to_have_count(1)
    page.check("[name=table][value=T1]", force=True)
    page.click('button:has-text("Save Alder\'s section")')
    expect(page.locator(".sup:has-text('Alder')")).to_contain_text("4")
    expect(page.locator(".sup:has-text('Rowan')")).not_to_contain_text("T1")
    checked(page, DESK)
    picture(page, "sections")
    assert [line for line in told if "status of 4" not in line] == []
