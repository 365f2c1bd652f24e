"""The desk on tablets of every size, with forty games and the longest names."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.support.desk_pages import PHONE, TABLET, check_page, open_desk
from tests.support.live_room import LiveRoom
from tests.support.longest_names import ALIASES
from tests.waitlist.pages.browser.crowd import Crowd, store_crowds

pytestmark = pytest.mark.browser
SIZES = ((1024, 768), (1180, 820), (1366, 900))
GAMES = [f"{number:02d} {'W' * 57}" for number in range(2, 38)]
NAMES = [alias[:40] for alias in ALIASES] + [f"Name {number}" for number in range(60)]
PARTS = ".games a > *, .title > *, .names :is(th, td, .key), .side *, .undo > *"
# Those that are outside their column.
OUTSIDE = """(parts) => [...document.querySelectorAll(parts)]
    .filter((one) => one.checkVisibility() && !one.closest(".sr-only, .add .sheet"))
    .map((one) => [one.getBoundingClientRect(), one.closest(".column, main, .side").getBoundingClientRect(), one])
    .filter(([box, column]) => box.width && (box.left < column.left - 1 || box.right > column.right + 1))
    .map(([, , one]) => one.outerHTML.slice(0, 160))"""


def test_forty_games_and_the_longest_names_fit(chromium: Browser, live_room: LiveRoom) -> None:
    called = {NAMES[0]: ("T7", 5, 300)}
    crowds = [Crowd(title="HORSE 10/20", names=NAMES, called=called)]
    store_crowds(live_room, crowds + [Crowd(title=title, names=["Alone"]) for title in GAMES])
    page_errors: list[str] = []
    page = open_desk(chromium, live_room, TABLET, page_errors)
    links = page.locator(".games a")
    assert links.count() >= 40
    expect(page.locator("h1")).to_have_text("HORSE 10/20")
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OUTSIDE, PARTS) == [], width
        column = page.locator(".column").bounding_box()
        assert column is not None
        assert column["width"] == 196
        check_page(page, (width, height))
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        # The last game is chosen far down in its column; its list begins at the top.
        page.locator(".names tbody tr").last.scroll_into_view_if_needed()
        links.nth(len(GAMES)).click()
        expect(page.locator(".names .alias")).to_have_text(["Alone"])
        expect(page.locator("h1")).to_be_in_viewport()
        page.click("summary:has-text('Add player')")
        expect(page.locator("#add-send")).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        sheet = page.locator(".add .sheet").bounding_box()
        middle = page.locator("main").bounding_box()
        assert sheet is not None
        assert middle is not None
        assert sheet["x"] >= middle["x"] + middle["width"] - 1, "UNDO below the list can be tapped"
        page.click("#add-close")
        expect(page.locator("#who")).to_be_hidden()
        links.first.click()
        expect(page.locator("h1")).to_have_text("HORSE 10/20")
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    wide = page.locator(".names").evaluate("(list) => list.scrollWidth - list.clientWidth")
    assert wide <= 0, "on a phone the list scrolls sideways"
    check_page(page, PHONE)
    assert page_errors == []


def test_games_have_short_names_and_what_a_player_waits_for(
    chromium: Browser, live_room: LiveRoom
) -> None:
    page_errors: list[str] = []
    page = open_desk(chromium, live_room, TABLET, page_errors)
    expect(page.locator(".games a strong")).to_have_text(
        ["LHE 4/8", "Stud 10/20", "2-7 TD 4/8", "O8 4/8 kill"]
    )
    omaha = page.locator(".games a", has_text="O8 4/8 kill")
    expect(omaha).to_have_attribute("title", "Omaha eight-or-better 4/8 with a kill")
    expect(omaha.locator(".time")).to_have_text("5 open seats")
    assert page_errors == []


LAST_TOKEN = """
from tests.floor_ui.browser import evenings
evenings.wait_at("T1", 12)
from staff.models import Room
from waitlist.actions import load_waitlists
room = Room.objects.get(tables__name="T1")
print(max((waitlist.entries for waitlist in load_waitlists(room.pk).lists), key=len)[-1].token)
"""


def test_long_list_keeps_a_players_spot_on_one_line(chromium: Browser, live_room: LiveRoom) -> None:
    result = live_room.manage("shell", "-c", LAST_TOKEN)
    assert result.returncode == 0, result.stderr
    page = chromium.new_context(viewport={"width": PHONE[0], "height": PHONE[1]}).new_page()
    page.goto(f"{live_room.url}/line/{result.stdout.split()[-1]}")
    number = page.locator(".place strong").first
    expect(number).to_have_text(re.compile(r"^\d\d$"))
    wait = "no estimate yet: too few seats have opened lately"
    page.locator(".place b").first.evaluate("(b, text) => { b.textContent = text; }", wait)
    for text in ("10", "12", "100"):
        number.evaluate("(strong, text) => { strong.textContent = text; }", text)
        size = "(strong) => [strong.getBoundingClientRect().height, parseFloat(getComputedStyle(strong).fontSize)]"
        height, font_size = number.evaluate(size)
        assert height < 1.5 * font_size, f"{text} is broken into two lines"
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
