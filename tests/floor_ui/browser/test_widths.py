"""No page of the floor is wider than its screen, and none has a serious finding, with the longest names."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.floor_ui.browser.long_names import ROOMS, TABLES
from tests.support.floor_pages import open_floor_page
from tests.support.law_examples import sampled
from tests.support.live_room import LiveRoom

pytestmark = pytest.mark.browser
ALL_SIZES = {1024: 768, 1180: 820, 1194: 834, 1366: 900, 390: 844}
# The others are between two of these, or wider.
SIZES = {width: ALL_SIZES[width] for width in sampled((1024, 1194, 1180, 1366, 390), 4)}
HEADER_HEIGHT = 56
PATHS = (
    "/floor/",
    "/floor/map/",
    "/floor/tables/",
    f"/floor/tables/{TABLES[0][:20]}/",
    f"/floor/tables/{TABLES[2][:20]}/",
    "/floor/dealers/",
    "/floor/sections/",
    "/floor/forecast/",
    "/floor/drop/",
    "/floor/phone/",
)
# What a page shows outside its screen; the tables of a map and the lists of a page scroll inside it.
BEYOND = """() => ({
    page: document.documentElement.scrollWidth,
    header: document.querySelector(".top")?.getBoundingClientRect().height,
    beyond: [...document.querySelectorAll(".top > *, .bar-top > *, .answer-keys > *, .tile, .rail, .map-head > *")]
        .filter((one) => one.checkVisibility())
        .map((one) => [one.getBoundingClientRect(), one])
        .filter(([box]) => box.width && (box.left < -0.5 || box.right > innerWidth + 0.5))
        .map(([, one]) => one.outerHTML.slice(0, 120)),
})"""
# How many letters of a room's name are in sight, while the page is live and after the connection was lost.
SHOWN = """([name, isLost]) => {
    const text = document.querySelector(".rooms strong");
    const live = document.getElementById("live");
    text.textContent = name;
    live.querySelector("span").textContent = isLost ? "Connection lost; this page may be out of date" : "Live";
    live.classList.toggle("lost", isLost);
    const box = text.getBoundingClientRect();
    const letters = Array.from({ length: name.length }, (_, at) => {
        const range = document.createRange();
        range.setStart(text.firstChild, at);
        range.setEnd(text.firstChild, at + 1);
        return range.getBoundingClientRect();
    });
    return {
        shown: letters.filter(({ right, bottom }) => right <= box.right + 1 && bottom <= box.bottom + 1).length,
        page: document.documentElement.scrollWidth,
        header: document.querySelector(".top").getBoundingClientRect().height,
    };
}"""
LONG_INPUT = "W" * 300


@pytest.fixture
def page(chromium: Browser, live_room: LiveRoom) -> Iterator[Page]:
    """A supervisor's page in a room with the longest names."""
    code = "from tests.floor_ui.browser import long_names; long_names.fill()"
    result = live_room.manage("shell", "-c", code)
    assert result.returncode == 0, result.stderr
    page_errors: list[str] = []
    page = open_floor_page(chromium, live_room, page_errors)
    yield page
    assert page_errors == []


def resize(page: Page, width: int, height: int) -> None:
    """Change the size of the window, and wait until the page is drawn in it."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))")


def check_sizes(page: Page, address: str) -> None:
    """Check one page at every size."""
    page.goto(address)
    for width, height in SIZES.items():
        resize(page, width, height)
        state = page.evaluate(BEYOND)
        assert state["page"] <= width, (address, width, state)
        assert state["beyond"] == [], (address, width)
        assert state["header"] in (None, HEADER_HEIGHT), (address, width)


def test_no_page_of_the_floor_is_wider_than_its_screen(page: Page, live_room: LiveRoom) -> None:
    check_pages(page, live_room)
    check_name_of_the_room(page, live_room)
    check_menus(page, live_room)


def check_pages(page: Page, room: LiveRoom) -> None:
    """Check every page at every size."""
    for path in PATHS:
        check_sizes(page, room.url + path)
    page.goto(f"{room.url}/floor/")
    calls = page.locator(".call .open").evaluate_all("(all) => all.map((one) => one.href)")
    assert len(calls) >= len(TABLES)
    page.set_viewport_size({"width": 1180, "height": 820})
    page.goto(calls[0])
    page.click("[data-opens=cancel]")
    page.fill("#cancel [name=reason]", LONG_INPUT)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1180
    for call in calls[:2]:
        check_sizes(page, call)


def check_name_of_the_room(page: Page, room: LiveRoom) -> None:
    """Check that a phone shows the beginning of every name of a room."""
    page.goto(f"{room.url}/floor/tables/")
    expect(page.locator("#live")).to_contain_text("Live")
    for width in (390, 360):
        resize(page, width, 844)
        for name, least in (("W" * 80, 10), ("Demo room", 9), (ROOMS[1], 12)):
            for is_lost in (False, True):
                state = page.evaluate(SHOWN, [name, is_lost])
                assert state["shown"] >= least, (width, name, is_lost)
                assert state["page"] <= width, (width, name, is_lost)
                assert state["header"] == HEADER_HEIGHT


def check_menus(page: Page, room: LiveRoom) -> None:
    """Check that menus open inside the screen."""
    page.goto(f"{room.url}/floor/map/")
    for width, height in SIZES.items():
        resize(page, width, height)
        for menu in page.locator(".top .menu:visible").all():
            menu.locator("summary").click()
            box = menu.locator(".panel").bounding_box()
            assert box is not None
            assert box["x"] >= 0, width
            assert box["x"] + box["width"] <= width, width
            assert menu.get_by_text("Sign out").count() + menu.locator("a").count() > 0
            page.keyboard.press("Escape")
            assert not menu.locator(".panel").is_visible()
