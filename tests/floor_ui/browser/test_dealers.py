"""The lineup while a dealer takes over at a tablet: the next dealer, the push summary, sections; a phone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.dealer import Dealer
from tests.support.floor_pages import check_page, dealer, open_floor_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

__all__ = ["dealer", "page_errors"]

pytestmark = pytest.mark.browser
DESK = (1366, 900)
PHONE = (390, 844)


def open_page_and_refresh(page: Page, room: LiveRoom, page_name: str) -> None:
    """Open a page of the floor and wait for its socket and first refresh."""
    page.goto(f"{room.url}/floor/{page_name}/")
    expect(page.locator("html[data-live=yes]")).to_have_count(1)


@pytest.mark.release
def test_push_at_the_tablet_updates_the_lineup_and_shows_the_push_summary(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    result = live_room.manage(
        "shell", "-c", "from tests.floor_ui.browser import shift; shift.fill()"
    )
    assert result.returncode == 0, result.stderr
    page = open_floor_page(chromium, live_room, page_errors, size=DESK)
    open_page_and_refresh(page, live_room, "dealers")
    box = page.locator("[data-box=T1]")
    expect(box.locator("[data-late]")).to_contain_text("min over")
    check_page(page, DESK)
    save_picture(page, "dealers")

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
    save_picture(dealer.page, "push-summary")
    hand_over.get_by_text("OK").tap()
    expect(hand_over).to_have_count(0)

    # Input in an open form stays while the lineup changes.
    page.click("[data-dealer=Teal] .more > summary")
    page.fill("[data-dealer=Teal] [name=reason]", "drop cou")
    phone = open_floor_page(chromium, live_room, page_errors, size=PHONE)
    open_page_and_refresh(phone, live_room, "dealers")
    phone.tap("[aria-label='Break: Siskin']")
    expect(phone.locator("[data-dealer=Siskin]")).to_contain_text("until")
    check_page(phone, PHONE)
    expect(page.locator("#events")).to_contain_text("Siskin on break until")
    expect(page.locator("[data-dealer=Teal] [name=reason]")).to_have_value("drop cou")
    # The part waited for the input. Now it changes around a key with the focus and an open form.
    expect(page.locator("[data-dealer=Siskin]")).not_to_contain_text("until")
    page.fill("[data-dealer=Teal] [name=reason]", "")
    page.focus("[data-dealer=Teal] .more > summary")
    expect(page.locator("[data-dealer=Siskin]")).to_contain_text("until")
    expect(page.locator("[data-dealer=Teal] .more[open] > summary")).to_be_focused()

    open_page_and_refresh(page, live_room, "sections")
    page.click(".sup:has-text('Alder')")
    expect(page.locator("html[data-live=yes]")).to_have_count(1)
    page.check("[name=table][value=T1]", force=True)
    page.click('button:has-text("Save Alder\'s section")')
    expect(page.locator(".sup:has-text('Alder')")).to_contain_text("4")
    expect(page.locator(".sup:has-text('Rowan')")).not_to_contain_text("T1")
    check_page(page, DESK)
    assert [error for error in page_errors if "status of 4" not in error] == []
