"""A table from its creation by a manager: seat draw, opening, button draw, a lock-up, closing."""

import pytest
from playwright.sync_api import Browser, Page, expect

from ops import demo
from tests.support.dealer import WREN, Dealer
from tests.support.floor_pages import PHONE, check_page, dealer, open_floor_page, page_errors
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

__all__ = ["dealer", "page_errors"]

pytestmark = pytest.mark.browser
DESK = (1366, 900)
CODE = "20262031"
PAIR = f"""
from datetime import timedelta
from django.utils import timezone
from tables.models import Device, Table
from tables.pairing import pairing_code_make
table = Table.objects.get(name="T9")
device = Device.objects.create(name="Tablet T9", table=table)
pairing_code_make(device=device, now=timezone.now(), code="{CODE}", lifetime=timedelta(hours=1))
"""
NAMES = ("Paper Crane", "Blue Hat", "Odd Sock", "Brass Knob")


def create_table(browser: Browser, room: LiveRoom) -> None:
    """Create T9 as a manager on the admin site."""
    page = browser.new_context().new_page()
    page.goto(f"{room.url}/admin/login/?next=/admin/tables/table/add/")
    page.fill("[name=username]", "manager")
    page.fill("[name=password]", demo.PASSWORD)
    page.click("[type=submit]")
    page.select_option("[name=room]", label=demo.ROOM)
    page.fill("[name=name]", "T9")
    page.fill("[name=seats]", "9")
    page.select_option("[name=plaque]", label="Limit hold'em 4/8 (version 1)")
    page.click("[name=_save]")
    expect(page.locator(".success")).to_contain_text("T9")
    page.context.close()
    result = room.manage("shell", "-c", PAIR)
    assert result.returncode == 0, result.stderr


def submit_form(page: Page, action: str, **fields: str) -> None:
    """Open a key's form, fill it in and send it."""
    form = page.locator(f"#do-{action}")
    # The last command was answered; the socket may have changed seats before.
    expect(page.locator("details.do[open]")).to_have_count(0)
    form.locator("summary").click()
    for name, value in fields.items():
        field = form.locator(f"[name={name}]")
        if field.first.evaluate("one => one.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
    form.locator("form button").click()


@pytest.mark.release
@pytest.mark.crossing
def test_table_is_opened_and_played_from_the_floor(
    chromium: Browser, live_room: LiveRoom, dealer: Dealer, page_errors: list[str]
) -> None:
    create_table(chromium, live_room)
    page = open_floor_page(chromium, live_room, page_errors, size=DESK)
    page.goto(f"{live_room.url}/floor/tables/")
    check_page(page, DESK)
    page.click("#shut a:has-text('T9')")
    expect(page.locator("html[data-live]")).to_have_count(1)
    submit_form(page, "draw", others=", ".join(NAMES))
    expect(page.locator(".seat:not(.empty)")).to_have_count(4)
    expect(page.locator("#history")).to_contain_text("Seats drawn: Paper Crane S")
    page.click("#do-open")
    expect(page.locator("#head")).to_contain_text("Short, 4 of 9")

    dealer.page.goto(f"{live_room.url}/tablet/")
    dealer.type_digits(CODE, "PAIR")
    dealer.page.wait_for_selector("[aria-label='Badge number, 0']")
    dealer.type_digits(WREN[0], "NEXT")
    dealer.type_digits(WREN[1], "SIGN IN")
    dealer.expect_step("button? Tap its seat, or DRAW.")
    submit_form(page, "button")
    expect(page.locator("#history")).to_contain_text("Floorbook drew for the button: S")
    dealer.expect_step("first card to seat")

    empty = page.locator(".seat.empty").first.get_attribute("data-seat") or ""
    submit_form(page, "lock", seat=empty, who="Paper Boat", minutes="20")
    seat = page.locator(f".seat[data-seat='{empty}']")
    expect(seat).to_contain_text("Locked up")
    expect(
        dealer.page.locator("[aria-label*='locked up: Paper Boat']"), "the tablet says so"
    ).to_have_count(1)
    check_page(page, DESK)
    save_picture(page, "table")
    submit_form(page, "seat", seat=empty, who="Slow Clock")
    expect(page.locator("#do-seat .form-error")).to_contain_text("is locked up 20 more min")
    expect(page.locator("#do-seat [name=who]")).to_have_value("Slow Clock")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    check_page(page, PHONE)
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.locator("#do-seat summary").click()

    submit_form(page, "close", written="Nobody is left")
    expect(page.locator("#do-close .form-error")).to_contain_text("Players still seated: 4")
    page.locator("#do-close summary").click()
    for left in (3, 2, 1, 0):
        page.locator("[aria-label$=': left']").first.click()
        expect(page.locator(".seat:not(.empty)")).to_have_count(left)
    submit_form(page, "close", written="Nobody is left")
    expect(page.locator("#head")).to_contain_text("Nobody is left")
    dealer.expect_step("Tap an empty seat to seat a player")
    page.click("text=All tables")
    expect(page.locator("#shut a:has-text('T9')")).to_contain_text("Nobody is left")
    assert page_errors == []
