"""The desk fills a seat in two taps, the tablet and another desk update; a player's own page."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.dealer import Dealer
from tests.support.desk_pages import (
    DESK,
    OMAHA,
    PHONE,
    ROWAN,
    TABLET,
    add_players,
    check_page,
    open_desk,
)
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture

pytestmark = pytest.mark.browser
NAMES = (
    "Blue Hat",
    "Paper Crane",
    "Copper Kettle",
    "Left Lane",
    "Window Seat",
    "Tin Whistle",
    "Tuesday",
    "Small Moon",
    "Green Door",
    "Long Walk",
)
EVENING = """
from datetime import timedelta
from uuid import uuid4
from django.utils import timezone
from poker.commands import LeaveSeat
from tables.actions import execute
from tables.seating import player_seat
from tables.models import Table
table, now = Table.objects.get(name="T7"), timezone.now() - timedelta(minutes=45)
for turn in range(9):
    now += timedelta(minutes=6)
    shared = dict(table_id=table.pk, seen=None, actor="system.demo", now=now)
    player_seat(seat=9, player="", name=f"Guest {turn}", stack=None, command_id=str(uuid4()), **shared)
    execute(command=LeaveSeat(seat=9), command_id=str(uuid4()), **shared)
"""


OLD_CALL = """
from datetime import timedelta
from uuid import uuid4
from django.utils import timezone
from waitlist.rules.commands import CallPlayer
from waitlist.seatings import waitlist_execute
from staff.models import Room
waitlist_execute(
    room_id=Room.objects.get().pk, command_id=str(uuid4()), command=CallPlayer(1, "T7", 5), actor="staff.1",
    now=timezone.now() - timedelta(hours=1))
"""


def delay_refreshes(page: Page) -> None:
    """Delay each refresh by half a second until the page is reloaded."""
    page.evaluate(
        """() => { const { send } = XMLHttpRequest.prototype; XMLHttpRequest.prototype.send = function (body) {
            setTimeout(() => send.call(this, body), body ? 0 : 500); }; }"""
    )


# Each request is answered a second late.
SLOW_RESPONSES = """() => { const { send } = XMLHttpRequest.prototype; XMLHttpRequest.prototype.send = function (body) {
    const { onload } = this;
    if (body) this.onload = () => setTimeout(onload, 1000);
    send.call(this, body); }; }"""


@pytest.mark.crossing
@pytest.mark.release
def test_seating_in_two_taps_updates_every_page(chromium: Browser, live_room: LiveRoom) -> None:
    page_errors: list[str] = []
    dealer = Dealer(chromium, live_room)
    dealer.sign_in("T7")
    result = live_room.manage("shell", "-c", EVENING)
    assert result.returncode == 0, result.stderr
    page = open_desk(chromium, live_room, DESK, page_errors)
    page.click(f".games a:has-text('{OMAHA}')")
    expect(page.locator("h1")).to_have_text(OMAHA)
    add_players(page, *NAMES[:3])
    add_players(page, NAMES[3], present=False)
    add_players(page, *NAMES[4:])
    second_page = open_desk(chromium, live_room, TABLET, page_errors)
    second_page.click(f".games a:has-text('{OMAHA}')")
    expect(second_page.locator(".names tbody tr")).to_have_count(len(NAMES))
    check_page(second_page, TABLET)
    second_page.fill("#find", "tin wh")
    expect(second_page.locator(".names .alias")).to_have_text(["Tin Whistle"])
    second_page.fill("#find", "")
    expect(second_page.locator(".names tbody tr")).to_have_count(len(NAMES))

    page.click("[aria-label='Call Blue Hat for T7·S5']")
    expect(page.locator(".clocks")).to_contain_text("Blue Hat")
    page.click("[aria-label='More for Tin Whistle']")
    page.fill("#reason", "came from a broken game")
    page.fill("#to", "3")
    page.click("[name=ask][value=move_name]")
    expect(page.locator(".changes")).to_contain_text("Tin Whistle moved from #6 to #3")
    expect(page.locator("#seat")).to_contain_text("held for Blue Hat")

    page.click("summary:has-text('Add player')")
    page.fill("#who", "Half a na")
    page.click(".names thead")
    expect(page.locator("#who")).to_be_hidden()  # it covers the side
    expect(page.locator("#who")).to_have_value("Half a na")
    page.click("[aria-label='Fill T7·S6']")  # tap 1
    key = page.locator("button:has-text('Seat Paper Crane in T7·S6')")
    expect(key).to_be_visible()
    check_page(page, DESK)
    save_picture(page, "desk")
    key.click()  # tap 2
    expect(second_page.locator(".names .alias", has_text="Paper Crane")).to_have_count(0)
    expect(dealer.page.locator("[aria-label^='Seat 6']").first).to_contain_text("Paper Crane")
    expect(page.locator(".names .alias", has_text="Paper Crane")).to_have_count(0)

    page.click("[aria-label='More for Copper Kettle']")
    expect(page.locator(".code img")).to_be_visible()
    check_page(page, DESK)
    phone = chromium.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}).new_page()
    phone.on("console", lambda message: page_errors.append(message.text))
    phone.goto(str(page.get_attribute(".code a", "href")))
    expect(phone.locator("h1")).to_have_text("Copper Kettle")
    expect(phone.locator(".log")).to_contain_text("A name was moved")
    for name in set(NAMES) - {"Copper Kettle"}:
        assert name not in phone.content()
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    save_picture(phone, "line")
    page.click("[aria-label='Seat Blue Hat in T7·S5']")
    expect(page.locator(".names tbody tr")).to_have_count(len(NAMES) - 2)
    assert page_errors == []
    dealer.close()


@pytest.mark.release
def test_refusals_are_shown_without_disturbing_input(
    chromium: Browser, live_room: LiveRoom
) -> None:
    message: list[str] = []
    page = open_desk(chromium, live_room, DESK, message)
    page.click(f".games a:has-text('{OMAHA}')")
    add_players(page, "Blue Hat")
    second_page = open_desk(chromium, live_room, DESK, message)
    second_page.click(f".games a:has-text('{OMAHA}')")
    page.click("summary:has-text('Add player')")
    page.fill("#who", "Paper Cr")
    add_players(second_page, "Copper Kettle")
    expect(page.locator(".names tbody tr")).to_have_count(2)
    expect(page.locator("#who")).to_have_value("Paper Cr")
    page.fill("#who", "blue HAT")
    page.keyboard.press("Enter")
    expect(page.locator("[role=alert]")).to_have_text(re.compile("^Blue Hat is already on Omaha"))
    expect(page.locator("#who")).to_have_value("blue HAT")
    page.keyboard.press("Escape")
    # Both desks see the same seat; the second one is refused.
    for browser_page in (page, second_page):
        browser_page.click("[aria-label='Fill T7·S5']")
        expect(browser_page.locator("button:has-text('Seat Blue Hat in T7·S5')")).to_be_visible()
    form = second_page.locator("#seat form").first
    form.evaluate("(form) => form.dataset.kept = new URLSearchParams(new FormData(form))")
    page.click("button:has-text('Seat Blue Hat in T7·S5')")
    expect(second_page.locator(".names tbody tr")).to_have_count(1)
    # The connection of this desk was slow: it sends a form of an older page.
    status = second_page.evaluate(
        """async (token) => (await fetch("do", {method: "POST", headers: {"X-CSRFToken": token},
             body: new URLSearchParams({ask: "seated", number: 1, table: "T7", seat: 5})})).status""",
        second_page.locator("[name=csrfmiddlewaretoken]").first.get_attribute("value"),
    )
    assert status == 409
    # A quick clerk: the next name is typed and sent while the one before is on its way; a double tap is one.
    page.evaluate(SLOW_RESPONSES)
    page.click("summary:has-text('Add player')")
    for name in ("Plum Jam", "Tin Drum"):
        page.fill("#who", name)
        page.keyboard.press("Enter")
        page.keyboard.press("Enter")
    expect(page.locator(".names .alias")).to_have_text(["Copper Kettle", "Plum Jam", "Tin Drum"])
    expect(page.locator("#who")).to_have_value("")
    expect(page.locator("[role=alert]")).to_be_hidden()
    assert [error for error in message if "status of 4" not in error] == []


def test_add_sheet_closes_when_another_list_is_opened(
    chromium: Browser, live_room: LiveRoom
) -> None:
    page_errors: list[str] = []
    page = open_desk(chromium, live_room, DESK, page_errors)
    page.click(f".games a:has-text('{OMAHA}')")
    expect(page.locator("h1")).to_have_text(OMAHA)
    page.click("summary:has-text('Add player')")
    expect(page.locator("#add-send")).to_have_text(f"Add to {OMAHA}")
    page.fill("#who", "Half a na")
    other = page.locator(".games a.go:not([aria-current])").first
    other.click()
    expect(page.locator("#who")).to_be_hidden()
    expect(page.locator("h1")).not_to_have_text(OMAHA)
    title = page.locator("h1").inner_text()
    page.click("summary:has-text('Add player')")
    expect(page.locator("#add-send")).to_have_text(f"Add to {title}")
    expect(page.locator("#who")).to_have_value("Half a na")
    page.go_back()
    expect(page.locator("h1")).to_have_text(OMAHA)
    expect(page.locator("#who")).to_be_hidden()
    assert page_errors == []


@pytest.mark.release
def test_press_is_a_click_while_the_list_changes(chromium: Browser, live_room: LiveRoom) -> None:
    page_errors: list[str] = []
    page, second_page = (open_desk(chromium, live_room, DESK, page_errors) for _ in range(2))
    for browser_page in (page, second_page):
        browser_page.click(f".games a:has-text('{OMAHA}')")
    rows = page.locator(".names .alias")
    add_players(page, "Blue Hat")
    page.locator("[aria-label='More for Blue Hat']").hover()
    page.mouse.down()
    with page.expect_response(lambda answer: "Copper Kettle" in answer.text()):
        add_players(second_page, "Copper Kettle")
    page.mouse.up()
    expect(page.locator(".code img")).to_be_visible()
    expect(rows).to_have_text(["Blue Hat", "Copper Kettle"])
    # A press that ends beside the key is no click; the list is up to date all the same.
    page.locator("[aria-label='More for Copper Kettle']").hover()
    page.mouse.down()
    with page.expect_response(lambda answer: "Paper Crane" in answer.text()):
        add_players(second_page, "Paper Crane")
    expect(rows).to_have_count(2)
    page.mouse.move(5, 5)
    page.mouse.up()
    expect(rows).to_have_text(["Blue Hat", "Copper Kettle", "Paper Crane"])
    assert page_errors == []


@pytest.mark.release
def test_pressed_key_does_what_it_said_when_the_finger_went_down(
    chromium: Browser, live_room: LiveRoom
) -> None:
    page_errors: list[str] = []
    page, second_page = (open_desk(chromium, live_room, DESK, page_errors) for _ in range(2))
    for browser_page in (page, second_page):
        browser_page.click(f".games a:has-text('{OMAHA}')")
    add_players(page, "Blue Hat", "Copper Kettle")
    page.locator("[aria-label='Call Blue Hat for T7·S5']").hover()
    page.mouse.down()
    second_page.click("[aria-label='More for Blue Hat']")
    second_page.fill("#reason", "went home")
    with page.expect_response(lambda answer: "Blue Hat removed" in answer.text()):
        second_page.click("[name=ask][value=take_off]")
    page.wait_for_timeout(300)
    expect(page.locator("[aria-label='Call Blue Hat for T7·S5']")).to_be_visible()
    page.mouse.up()
    expect(page.locator("#refused")).to_contain_text("list")
    expect(page.locator(".names .alias")).to_have_text(["Copper Kettle"])
    expect(page.locator("#clocks")).not_to_contain_text("Copper Kettle")
    assert [error for error in page_errors if "status of 4" not in error] == []


@pytest.mark.release
def test_a_supervisor_sets_the_house_policy(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    page = open_desk(chromium, live_room, DESK, message, ROWAN)
    page.click(f".games a:has-text('{OMAHA}')")
    expect(page.locator("h1")).to_have_text(OMAHA)  # text typed earlier would be lost with the page
    page.click("summary:has-text('House policy')")
    page.fill("#call_minutes", "3")
    page.check("[name=locals_first]")
    check_page(page, DESK)
    # Another desk adds an entry, which changes the part of the page with this form.
    # Its connection is slow: the name goes to the list that was tapped, before its page has loaded.
    second_page = open_desk(chromium, live_room, DESK, message)
    delay_refreshes(second_page)
    second_page.click(f".games a:has-text('{OMAHA}')")
    add_players(second_page, "Plum Jam")
    expect(second_page.locator("h1")).to_have_text(OMAHA)
    expect(page.locator("#list")).to_contain_text("Plum Jam")
    page.click(".policy button:has-text('Save')")
    expect(page.locator("#clocks")).to_contain_text("3 min to answer")
    page.click("summary:has-text('Interest list')")
    page.select_option("#plaque", "HORSE 10/20")
    page.click("button:has-text('Open the list')")
    expect(page.locator("h1")).to_have_text("HORSE 10/20")
    expect(page.locator(".games [aria-current]")).to_contain_text("6 more to start")
    assert message == []


def test_desk_works_by_keyboard_and_offline(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    page = open_desk(chromium, live_room, DESK, message)
    page.focus("summary:has-text('Add player')")
    page.keyboard.press("Enter")
    expect(page.locator("#who")).to_be_focused()
    page.keyboard.type("Small Moon 🌙")
    page.keyboard.press("Enter")
    expect(page.locator(".names .alias")).to_have_text("Small Moon 🌙")
    assert message == []
    live_room.stop()
    expect(page.locator("#live")).to_contain_text("may be out of date")
    live_room.start()
    expect(page.locator("#live")).to_have_text("Live")
    expect(page.locator(".names .alias")).to_have_text("Small Moon 🌙")


@pytest.mark.release
def test_call_expires_after_a_restart(chromium: Browser, live_room: LiveRoom) -> None:
    message: list[str] = []
    page = open_desk(chromium, live_room, DESK, message)
    page.click(f".games a:has-text('{OMAHA}')")
    add_players(page, "Blue Hat")
    assert live_room.stop() == 0
    result = live_room.manage("shell", "-c", OLD_CALL)
    assert result.returncode == 0, result.stderr
    live_room.start()
    expect(page.locator("#live")).to_have_text("Live")
    passed = page.locator(".changes", has_text="Blue Hat passed on T7 seat 5")
    expect(passed).to_be_visible()
    expect(passed).to_contain_text("clock")
    page.context.close()
