"""The public board with many names and many calls: every name is shown, none is cut, and calls appear immediately."""

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.board_pages import OUTSIDE, open_board
from tests.support.live_room import ClosedRoom, LiveRoom
from tests.support.live_room import live_room as run_live_room
from tests.waitlist.pages.browser.crowd import Crowd, store_crowds

pytestmark = pytest.mark.browser
# Nine lists with 141 names.
SIZES = {
    "No-limit hold'em 1/3": 31,
    "Limit hold'em 4/8": 22,
    "Seven-card stud 10/20": 38,
    "Pot-limit Omaha 1/2": 14,
    "No-limit hold'em 2/5": 12,
    "Omaha eight-or-better 4/8 with a kill": 9,
    "Limit hold'em 10/20": 8,
    "HORSE 10/20": 4,
    "2-7 triple draw 4/8": 3,
}
WIDEST = "Polished Compass"  # just fits into a column
ODD_NAMES = (
    "Bartholomew Featherstonehaugh III",
    "W" * 40,
    "x" * 300,
    "محمد عبد الله",
    "李小龙张伟王芳",
    "龍" * 40,
    "🎲🏆♠️",
    "🏆" * 40,
    "<b>Hat</b>",
)
REFRESH = """async () => {
    const { refresh } = await import(document.querySelector("script[src*='waitlist/board']").src);
    await refresh();
}"""
SHOWN_NAMES = (
    "[...document.querySelectorAll('.page:not([hidden]) .name')].map((one) => one.textContent)"
)
# Parts that are wider than their box.
WIDER = """[...document.querySelectorAll("header *, #calls *, .page *, #no-list *")]
    .filter((one) => one.checkVisibility() && getComputedStyle(one).display !== "inline")
    .filter((one) => one.scrollWidth > one.clientWidth + 1)
    .map((one) => one.outerHTML.slice(0, 120))"""
# Called names that do not fit above their place.
CUT_CALLS = """all => all.filter((one) => {
    const [name, call] = [one.getBoundingClientRect(), one.closest("li").getBoundingClientRect()];
    const place = one.closest("li").querySelector("p").getBoundingClientRect();
    return name.right > call.right || name.top < call.top - 1 || name.bottom > place.top + 1;
}).map((one) => one.textContent)"""
# The house's voice, without sound: its sentences are in window.said.
VOICE = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: { speak: ({ text }) => window.said.push(text) } });
"""


@pytest.fixture(scope="module")
def crowded_room(closed_room: ClosedRoom) -> Iterator[LiveRoom]:
    """A room whose waitlists each test replaces."""
    with run_live_room(closed_room) as room:
        yield room


def evening(called: int = 0) -> list[Crowd]:
    """Return the nine lists; the first players of the first list are called, the last of them with the least time."""
    lists = [
        Crowd(title=title, names=[f"{title[:3]} {at}" for at in range(count)])
        for title, count in SIZES.items()
    ]
    lists[1] = Crowd(title=lists[1].title, names=[WIDEST, *lists[1].names[1:]])
    for at in range(called):
        lists[0].called[lists[0].names[at]] = ("T12", at % 9 + 1, 600 - 30 * at)
    return lists


def turn_all_pages(page: Page) -> list[str]:
    """Return the names on all pages, and check that nothing on them is cut or covered."""
    names: list[str] = []
    for number in range(page.locator(".page").count()):
        expect(page.locator(".page").nth(number)).to_be_visible()
        names += page.evaluate(SHOWN_NAMES)
        assert page.evaluate(OUTSIDE) == []
        page.clock.fast_forward(
            int(page.locator("#lists").get_attribute("data-seconds") or 0) * 1000 + 500
        )
    return names


def all_names(crowds: Sequence[Crowd]) -> list[str]:
    return sorted(name for crowd in crowds for name in crowd.names)


def test_nine_games_with_141_names_are_all_shown(chromium: Browser, crowded_room: LiveRoom) -> None:
    crowds = evening(called=3)
    store_crowds(crowded_room, crowds)
    message: list[str] = []
    page = open_board(chromium, crowded_room, message, clock=True)
    expect(page.locator("#names")).to_have_text("Waitlists, 141 names")
    expect(page.locator(".page")).to_have_count(4)
    assert sorted(turn_all_pages(page)) == all_names(crowds)
    times = page.locator("#calls b").all_text_contents()
    assert times == sorted(times), "least time first"
    assert len(times) == 3
    for width, height in ((1024, 768), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert page.evaluate(WIDER) == []
    expect(page.locator(".name").last).to_be_visible()  # on a phone, the pages are below each other
    assert page.locator(".name:visible").count() == 141
    assert message == []


@pytest.mark.release
def test_many_calls_take_two_rows_and_then_turns(chromium: Browser, crowded_room: LiveRoom) -> None:
    store_crowds(crowded_room, evening(called=6))
    page = open_board(chromium, crowded_room, [], clock=True)
    expect(page.locator("#calls li:visible")).to_have_count(6)
    expect(page.locator("#lists")).to_have_attribute("data-seconds", "8")
    expect(page.locator(".page")).to_have_count(6)
    assert sorted(turn_all_pages(page)) == all_names(evening())
    store_crowds(crowded_room, evening(called=9))
    page.evaluate(REFRESH)
    shown = page.locator("#calls li:visible strong")
    expect(shown).to_have_text([f"No- {at}" for at in (8, 7, 6, 5, 4, 3)])
    expect(page.locator("#calls h2")).to_contain_text("9 players")
    assert page.evaluate(OUTSIDE) == []
    page.clock.run_for(6_500)
    expect(shown).to_have_text([f"No- {at}" for at in (8, 2, 1, 0)])
    page.clock.run_for(6_000)
    expect(shown).to_have_text([f"No- {at}" for at in (8, 7, 6, 5, 4, 3)])


def test_changes_wait_for_the_next_page_and_calls_do_not(
    chromium: Browser, crowded_room: LiveRoom
) -> None:
    crowds = evening()
    store_crowds(crowded_room, crowds)
    page = open_board(chromium, crowded_room, [], clock=True)
    expect(page.locator("#calls")).to_contain_text("No one called just now")
    before = page.evaluate(SHOWN_NAMES)
    fewer = [Crowd(title=crowd.title, names=crowd.names[1:]) for crowd in crowds]
    store_crowds(crowded_room, fewer)
    page.evaluate(REFRESH)
    expect(page.locator("#names")).to_have_text("Waitlists, 132 names")
    assert page.evaluate(SHOWN_NAMES) == before
    page.clock.run_for(48_500)
    assert page.evaluate(SHOWN_NAMES) != before
    called = evening(called=1)
    store_crowds(crowded_room, called)
    page.evaluate(REFRESH)
    expect(page.locator("#calls strong")).to_have_text("No- 0")
    expect(page.locator(".called .name")).to_have_text("No- 0")


def test_thousand_odd_names_and_forty_games_fit(chromium: Browser, crowded_room: LiveRoom) -> None:
    many = [f"Player {at}" for at in range(1000 - len(ODD_NAMES))]
    first = Crowd(
        title="No-limit hold'em 1/3",
        names=[*ODD_NAMES, *many],
        called=dict.fromkeys(ODD_NAMES, ("Main Feeder 12", 7, 300)),
    )
    second = Crowd(title="Limit hold'em 4/8, by streets and with a kill", names=ODD_NAMES)
    games = [Crowd(title=f"Game of the house {at}", names=["Hat"]) for at in range(38)]
    store_crowds(crowded_room, [first, second, *games])
    message: list[str] = []
    page = open_board(chromium, crowded_room, message, clock=True)
    expect(page.locator("#names")).to_have_text("Waitlists, 1047 names")
    assert page.locator("#calls bdi:visible").evaluate_all(CUT_CALLS) == []
    assert page.locator(".name").count() == 1047
    for _ in range(3):
        assert page.evaluate("document.documentElement.scrollWidth") <= 1920
        assert (
            page.locator(".page:not([hidden]) li").evaluate_all(
                "all => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))"
            )
            <= 902.5
        )
        page.clock.fast_forward(8_500)
    expect(page.locator("#index [aria-current]")).to_contain_text(re.compile(r"Page \d+ of \d+"))
    assert message == []


def test_calls_are_said_after_one_tap(chromium: Browser, crowded_room: LiveRoom) -> None:
    code = (
        "from tables.models import *; "
        "BoardSettings.objects.create(room=Room.objects.get(), voice=True)"
    )
    assert crowded_room.manage("shell", "-c", code).returncode == 0
    store_crowds(crowded_room, evening(called=1))
    page = open_board(chromium, crowded_room, [])
    page.evaluate(VOICE)
    key = page.get_by_role("button", name="Tap once to hear calls")
    key.click()
    expect(key).to_be_hidden()
    store_crowds(crowded_room, evening(called=2))
    page.evaluate(REFRESH)
    page.evaluate(REFRESH)
    assert page.evaluate("window.said") == ["The voice is on.", "No- 1. Table 12, seat 2."]
