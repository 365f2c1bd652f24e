"""Joining by phone in a browser: the request, the desk, the player's page and a call; the kiosk left alone."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.desk_pages import PHONE, TABLET, check_page, open_desk
from tests.support.live_room import LiveRoom

pytestmark = pytest.mark.browser
ALLOWED = """
from staff.models import Room
from waitlist.join_code import join_code
from django.utils import timezone
Room.objects.update(joins_by_phone=True)
print("code", join_code(Room.objects.get().pk, timezone.now()), Room.objects.get().pk)
"""
# The board draws itself again with each change, so one expression finds and measures the element.
IS_INSIDE = """selector => {
    const box = document.querySelector(selector)?.getBoundingClientRect();
    return box && box.height > 0 && box.bottom <= innerHeight;
}"""
HORNBEAM = ("301", "9630")
LONGEST = "Wolfeschlegelsteinhausen von Bergerdorff"  # 40 characters
# Milliseconds, a little longer than the kiosk waits.
HALF_MINUTE = 31_000
MINUTE = 61_000


def allow_joining(room: LiveRoom) -> tuple[str, str]:
    """Let players join by phone; return the code now and the room's number."""
    result = room.manage("shell", "-c", ALLOWED)
    assert result.returncode == 0, result.stderr
    code, number = result.stdout.split("code ")[1].split()[:2]
    return code, number


def open_page(
    browser: Browser, address: str, size: tuple[int, int], page_errors: list[str]
) -> Page:
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page = context.new_page()
    page.on("pageerror", lambda error: page_errors.append(str(error)))
    page.on(
        "console",
        lambda message: (
            page_errors.append(message.text) if "Content Security" in message.text else None
        ),
    )
    page.goto(address)
    return page


def test_phone_joins_is_confirmed_and_answers_a_call(
    chromium: Browser, live_room: LiveRoom
) -> None:
    page_errors: list[str] = []
    _, room = allow_joining(live_room)
    desk = open_desk(chromium, live_room, TABLET, page_errors)
    desk.locator(".games a", has_text="O8").click()
    phone = open_page(chromium, f"{live_room.url}/join/{room}", PHONE, page_errors)
    expect(phone.locator("#send")).to_have_text("Choose a game")
    phone.fill("#name", LONGEST)
    phone.fill("#phone", "702 555 0142")
    phone.locator(".game", has_text="O8").click()
    expect(phone.locator("#send")).to_have_text("Join 1 list")
    check_page(phone, PHONE)
    phone.click("#send")
    expect(phone.locator("h1")).to_have_text("Almost on the list")
    check_page(phone, PHONE)

    # Two taps at the desk.
    section = desk.locator(".joining")
    expect(section).to_contain_text(LONGEST)
    section.locator("summary").click()
    check_page(desk, TABLET)
    section.get_by_role("button", name="Confirm").click()
    expect(section).to_have_count(0)
    expect(desk.locator(".names .alias", has_text=LONGEST)).to_be_visible()

    # The page on the phone becomes the player's own.
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone).to_have_url(re.compile("/line/"))
    expect(phone.locator(".place")).to_contain_text("of 1 in line")
    check_page(phone, PHONE)
    row = desk.locator(".names tr", has_text=LONGEST)
    row.get_by_role("button", name=re.compile("^Call")).click()
    expect(desk.locator(".clocks")).to_contain_text(LONGEST)
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.locator(".called time")).to_have_text(re.compile(r"^[45]:\d\d$"))
    check_page(phone, PHONE)
    phone.get_by_role("button", name="I am on my way").click()
    expect(phone.locator("h1")).to_contain_text("your seat is held")
    phone.get_by_role("link", name="Join another list").click()
    expect(phone.locator("h1")).to_have_text("Join another list")
    check_page(phone, PHONE)
    assert page_errors == []


def test_code_of_an_allowed_board_confirms(chromium: Browser, live_room: LiveRoom) -> None:
    page_errors: list[str] = []
    _, room = allow_joining(live_room)
    board = open_page(chromium, f"{live_room.url}/screen/{room}/board", (1920, 1080), page_errors)
    check_page(board, (1920, 1080))
    board.fill("#badge", "201")
    board.fill("#pin", "7410")
    board.get_by_role("button", name="Allow this screen").click()
    expect(board.locator("#join-code")).to_have_text(re.compile(r"Join code \d{5}"))
    expect(board.locator("#join img")).to_be_visible()
    board.wait_for_function(IS_INSIDE, arg="#join")
    assert board.evaluate("document.documentElement.scrollWidth") <= 1920
    code = board.locator("#join-code b").inner_text()
    phone = open_page(chromium, f"{live_room.url}/join/{room}", PHONE, page_errors)
    phone.fill("#name", "王小明 🦊")
    phone.locator("[name=games]").first.check()
    phone.click("#send")
    phone.fill("#code", code)
    phone.get_by_role("button", name="Put me on the list").click()
    expect(phone.locator("h1")).to_have_text("王小明 🦊")
    assert page_errors == []


@pytest.mark.release
def test_kiosk_forgets_the_last_person(chromium: Browser, live_room: LiveRoom) -> None:
    page_errors: list[str] = []
    _, room = allow_joining(live_room)
    kiosk = open_page(chromium, f"{live_room.url}/kiosk/{room}", TABLET, page_errors)
    kiosk.clock.install()
    kiosk.fill("#badge", HORNBEAM[0])
    kiosk.fill("#pin", HORNBEAM[1])
    kiosk.get_by_role("button", name="Allow this screen").click()
    expect(kiosk.locator("h1")).to_have_text("Put me on the list")
    check_page(kiosk, TABLET)

    # Someone types a name and walks away.
    kiosk.fill("#name", "Forgetful Heron")
    kiosk.locator("[name=games]").first.check()
    with kiosk.expect_navigation():
        kiosk.clock.run_for(HALF_MINUTE)
    expect(kiosk.locator("#name")).to_have_value("")
    expect(kiosk.locator("[name=games]:checked")).to_have_count(0)

    # Someone joins and walks away from the answer.
    kiosk.fill("#name", "Rusty Kazoo")
    kiosk.locator("[name=games]").first.check()
    kiosk.click("#send")
    expect(kiosk.locator("h1")).to_have_text("Rusty Kazoo, you are on the list")
    check_page(kiosk, TABLET)
    kiosk.clock.run_for(HALF_MINUTE)
    expect(kiosk.locator("h1")).to_have_text("Put me on the list")
    assert "Rusty Kazoo" not in kiosk.content()

    # A day without a touch, with the server away for a while.
    kiosk.context.set_offline(True)
    kiosk.fill("#name", "Lost Otter")
    kiosk.clock.run_for(HALF_MINUTE)
    expect(kiosk.locator("#name")).to_have_value("")
    kiosk.clock.fast_forward("24:00:00")
    kiosk.context.set_offline(False)
    with kiosk.expect_navigation():
        kiosk.clock.run_for(MINUTE)  # nobody has used it: it renews itself
    expect(kiosk.locator("h1")).to_have_text("Put me on the list")
    kiosk.fill("#name", "Morning Lark")
    kiosk.locator("[name=games]").first.check()
    kiosk.click("#send")
    expect(kiosk.locator("h1")).to_have_text("Morning Lark, you are on the list")
    assert page_errors == []
