"""The must-move strip at the desk, and a table that is broken while two tablets are open."""

import pytest
from playwright.sync_api import Browser, expect

from tests.support.axe import serious_violations
from tests.support.dealer import Dealer
from tests.support.desk_pages import DESK, ROWAN, check_page, open_desk
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.waitlist.pages.browser.chains import CHAINS

__all__ = []
pytestmark = pytest.mark.browser
GAME = "LHE 4/8"


@pytest.mark.release
@pytest.mark.crossing
def test_next_player_moves_and_a_table_breaks(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    result = live_room.manage("shell", "-c", CHAINS)
    assert result.returncode == 0, result.stderr
    dealer = Dealer(chromium, live_room)
    dealer.sign_in("T1")
    dealer.expect_engine()  # its handoff is read with the table, before Pebble asks for a change
    page = open_desk(chromium, live_room, DESK, message, ROWAN)
    page.click(f'.games a:has-text("{GAME}") >> nth=0')
    strip = page.locator("#chain")
    expect(strip.locator(".feed")).to_contain_text("Kettle")
    expect(strip.locator(".seniors")).to_contain_text("Lantern")
    expect(strip).to_contain_text("T1·S1 then goes to Green Tea")
    check_page(page, DESK)
    page.click("summary:has-text('Add a change request')")
    page.fill("#change-who", "Pebble")
    page.select_option("#change-kind", "seat_change")
    page.click("#seat-changes button:has-text('Add')")
    expect(page.locator(".change-requests li")).to_contain_text("seat change at T1: any")
    page.click("summary:has-text('Add a change request')")
    page.evaluate("scrollTo(0, 0)")
    save_picture(page, "desk-must-move")
    page.fill("#move-chips", "120")
    page.click("button:has-text('Move Kettle to T9·S5')")
    expect(strip).to_contain_text("Move Lantern to T9·S6")
    expect(dealer.page.locator("[aria-label^='Seat 1']").first).not_to_contain_text("Kettle")
    page.click("[aria-label='Fill T1·S1']")
    page.click("button:has-text('Seat Pebble in T1·S1')")
    expect(dealer.page.locator("[aria-label^='Seat 1']").first).to_contain_text("Pebble")

    page.goto(f"{live_room.url}/floor/tables/T1/break/")
    expect(page.locator("h1")).to_have_text("Break T1")
    check_page(page, DESK)
    page.check("[name=reason][value='Too few players']", force=True)
    save_picture(page, "table-break")
    page.click("button:has-text('Draw and break T1')")
    expect(page.locator(".drawn tbody tr")).to_have_count(2)
    for name in ("Lantern", "Pebble"):
        expect(page.locator(".drawn")).to_contain_text(name)
        expect(dealer.page.locator("body")).not_to_contain_text(name)
    check_page(page, DESK)
    page.goto(f"{live_room.url}/floor/tables/T9/")
    expect(page.locator("#seats .alias:not(.cyan)")).to_have_count(7)
    assert message == []
    dealer.close()


# Everyone who sits at the must-move table, seven of them new.
LONG_CHAIN = f"""{CHAINS}
for seat in range(4, 10):
    player_seat(
        table_id=t1.pk, seat=seat, player="", name=f"Long Name {{seat}}", command_id=str(uuid4()), **SAID
    )
"""


@pytest.mark.release
def test_long_seniority_list_is_scrolled_by_keyboard(
    chromium: Browser, live_room: LiveRoom
) -> None:
    message: list[str] = []
    result = live_room.manage("shell", "-c", LONG_CHAIN)
    assert result.returncode == 0, result.stderr
    page = open_desk(chromium, live_room, DESK, message, ROWAN)
    page.click(f'.games a:has-text("{GAME}") >> nth=0')
    seniors = page.locator(".seniors")
    expect(seniors.locator("li")).to_have_count(9)
    assert seniors.evaluate("(list) => list.scrollHeight > list.clientHeight")
    check_page(page, DESK)
    seniors.focus()
    page.keyboard.press("End")
    expect(seniors.locator("li").last).to_be_in_viewport()
    # axe sees it: the same list without a place in the tab order is a violation.
    seniors.evaluate("(list) => list.removeAttribute('tabindex')")
    assert "scrollable-region-focusable" in str(serious_violations(page))
    assert message == []
