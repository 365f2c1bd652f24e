"""One event from its template to its result, in the browsers of everyone: manager, desk, director, dealer, wall, phone.

Each picture is saved in a run that takes pictures (`tests.support.screenshots`).
"""

import csv
import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.support.dealer import Dealer
from tests.support.live_room import LiveRoom
from tests.support.screenshots import save_picture
from tests.support.signed_in_pages import sign_in_window
from tests.support.waiting import WAIT_MS

pytestmark = pytest.mark.browser

SIZES = {
    "manager": (1366, 768),
    "desk": (1366, 768),
    "director": (1366, 768),
    "wall": (1920, 1080),
    "phone": (390, 844),
}
ACCOUNTS = {"manager": ("301", "9630"), "desk": ("401", "6240"), "director": ("201", "7410")}
PLAYERS = (
    "Amber Spindle",
    "Humble Lattice",
    "Brass Kettle",
    "Rustic Fiddle",
    "Scarlet Whisk",
    "Lucky Yarn",
    "Velvet Anchor",
    "Copper Thistle",
)
DEALING_ORDER = re.compile(r"first card to seat (\d+), last to seat (\d+)")


def picture(page: Page, name: str) -> None:
    """Save a picture of the top of a page in a run that takes pictures."""
    name = f"tournament-walk-{name}"
    page.evaluate("scrollTo(0, 0)")
    save_picture(page, name)
    if folder := os.environ.get("PAGE_PICTURES"):
        page.screenshot(path=Path(folder) / f"{name}.png")


@dataclass
class Screens:
    """The browsers of an event, and the errors of their pages."""

    browser: Browser
    room: LiveRoom
    errors: list[str] = field(default_factory=list)
    windows: list[BrowserContext] = field(default_factory=list)

    def open(self, role: str, path: str) -> Page:
        """Return a page of a role, signed in if the role has an account."""
        width, height = SIZES[role]
        window = self.browser.new_context(
            viewport={"width": width, "height": height}, timezone_id="UTC"
        )
        window.set_default_timeout(WAIT_MS)
        self.windows.append(window)
        url = f"{self.room.url}{path}"
        if role in ACCOUNTS:
            sign_in_window(window, f"{self.room.url}/tournaments/", ACCOUNTS[role])
        page = window.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.goto(url)
        return page


@pytest.fixture
def screens(chromium: Browser, live_room: LiveRoom) -> Iterator[Screens]:
    screens = Screens(chromium, live_room)
    yield screens
    for window in screens.windows:
        window.close()
    assert screens.errors == []


@pytest.fixture
def tablet(chromium: Browser, live_room: LiveRoom) -> Iterator[Dealer]:
    dealer = Dealer(chromium, live_room)
    yield dealer
    dealer.close()


def schedule_event(page: Page) -> int:
    """Save a template from a preset and schedule one event; return its id."""
    page.get_by_role("link", name="Turbo").click()
    page.get_by_label("Name", exact=True).fill("Evening turbo")
    page.get_by_label("Seats at a table").fill("4")
    page.get_by_label("At the last two").fill("")
    picture(page, "1-template")
    page.get_by_role("button", name="Save template").click()
    expect(page.locator(".done")).to_have_text("Saved Evening turbo, version 1.")
    page.get_by_role("link", name="Schedule events").click()
    page.get_by_label("First day").fill("2030-11-01")
    page.get_by_role("button", name="Schedule").click()
    expect(page.locator(".done")).to_contain_text("Scheduled event")
    picture(page, "2-calendar")
    event = re.search(r"/tournaments/plan/events/(\d+)/", page.content())
    assert event is not None
    return int(event[1])


def add_tables(page: Page, event: int, room: LiveRoom) -> None:
    page.goto(f"{room.url}/tournaments/{event}/tables/")
    for name in ("T2", "T3"):
        row = page.locator("#free li", has=page.get_by_text(name, exact=True))
        # Until the response arrives, the page ignores another tap on the list as the second of a double tap.
        with page.expect_response(lambda response: response.request.method == "POST"):
            row.get_by_role("button", name="Add").click()
        expect(page.locator("#in-play")).to_contain_text(name)
    picture(page, "3-tables")


def sell_entries(page: Page) -> None:
    for number, player in enumerate(PLAYERS, start=1):
        page.get_by_label("Player: card or alias").fill(player)
        page.get_by_role("button", name="and draw a seat").click()
        expect(page.locator(".done")).to_contain_text(f"#{number} {player}")
    picture(page, "4-register")


def card_link(page: Page) -> str:
    link = page.get_by_role("link", name="Seat card").get_attribute("href")
    assert link is not None
    return link


SEATS_IN = """count => new Set(
    [...document.querySelectorAll("[aria-label^='Fold seat ']")]
        .map((key) => key.getAttribute("aria-label").match(/[0-9]+/)[0])
).size === count"""


class TournamentDealer:
    """The dealer of T2, who reads the dealing order from the step."""

    def __init__(self, dealer: Dealer) -> None:
        self.dealer = dealer
        self.page = dealer.page

    def sit_down(self) -> None:
        self.dealer.sign_in("T2")
        self.dealer.expect_step("button? Tap its seat, or DRAW.")
        self.dealer.tap("Button is here")
        expect(self.page.locator(".step p")).to_contain_text("first card to seat")

    def order(self) -> list[int]:
        """Return the seats of the next hand in the order in which they get their cards."""
        expect(self.page.locator(".step p")).to_contain_text("first card to seat")
        text = self.page.locator(".step p").inner_text()
        first_last = DEALING_ORDER.search(text)
        assert first_last is not None, text
        labels = self.page.locator("[aria-label^='Fold seat ']").evaluate_all(
            "keys => keys.map((key) => key.getAttribute('aria-label'))"
        )
        seats = sorted({int(re.findall(r"\d+", label)[0]) for label in labels})
        start = seats.index(int(first_last[1]))
        order = seats[start:] + seats[:start]
        assert order[-1] == int(first_last[2])
        return order

    def lose_all_in(self, *, shows: str = "") -> int:
        """Deal a hand in which the first to act is all-in, is called and loses; return the seat."""
        order = self.order()
        after_blinds = order[2:] + order[:2] if len(order) > 2 else [order[1], order[0]]
        loser, winner, *others = after_blinds
        self.dealer.tap("All-in, then", f"All-in, seat {loser}")
        self.dealer.tap("Add 1,000", "Add 1,000", "ALL-IN 2,000")
        if others:
            self.dealer.tap(*(f"Fold seat {seat}" for seat in others))
        else:
            self.dealer.tap("2 players still in")
        self.dealer.tap("Run it out", f"Award to seat {winner}")
        bust = self.page.locator(f"[aria-label^='Out of the tournament, seat {loser}']").first
        bust.wait_for()
        if shows:
            picture(self.page, shows)
        self.dealer.tap(f"Out of the tournament, seat {loser}")
        self.dealer.expect_footer("all sent")
        return loser

    def wait_for_players(self, count: int) -> None:
        """Wait until the next hand is dealt to this many players."""
        self.page.wait_for_function(SEATS_IN, arg=count)

    def fold_out(self) -> None:
        """Deal a hand in which everyone folds to the big blind."""
        order = self.order()
        folding = order[2:] + order[:1] if len(order) > 2 else [order[1]]
        big = order[1] if len(order) > 2 else order[0]
        self.dealer.tap(*(f"Fold seat {seat}" for seat in folding), f"Award to seat {big}")
        self.dealer.expect_footer("all sent")


def test_event_from_template_to_result(screens: Screens, tablet: Dealer) -> None:
    room = screens.room
    manager = screens.open("manager", "/tournaments/plan/")
    event = schedule_event(manager)
    director = screens.open("director", f"/tournaments/{event}/")
    add_tables(director, event, room)
    desk = screens.open("desk", f"/tournaments/{event}/register/")
    sell_entries(desk)
    card = desk.context.request.get(f"{room.url}{card_link(desk)}")
    assert card.body().startswith(b"%PDF")

    # Start: the tables open on their tablets, with the players in their drawn seats.
    floor = f"{room.url}/tournaments/{event}/"
    director.goto(floor)
    director.get_by_role("button", name="Start the clock").click()
    expect(director.get_by_role("button", name="Pause the clock")).to_be_visible()
    wall = screens.open("wall", f"/wall/tournament/{event}")
    expect(wall.locator("#figures")).to_contain_text("8 of 8")
    picture(wall, "5-wall-start")
    dealer = TournamentDealer(tablet)
    dealer.sit_down()
    picture(tablet.page, "6-tablet-deal")
    wait_for_equal_clocks(
        director.locator(".strip .time"), wall.locator("[data-show=time]"), tablet
    )

    # Two busts at T2: the director gets a suggestion, and sends it.
    dealer.lose_all_in(shows="7-tablet-bust")
    dealer.lose_all_in()
    expect(director.locator("#busts-title .count")).to_have_text("2")
    expect(director.locator("#moves-title .count")).to_have_text("1")
    picture(director, "8-director-suggestion")
    name = director.locator("#moves .moves .name").inner_text()
    director.get_by_role("button", name="Send 1 move").click()
    expect(director.locator("#moves")).to_contain_text("moves after this hand")
    expect(wall.locator("#moves")).to_contain_text(name)
    picture(wall, "9-wall-move")
    phone = screens.open("phone", token_path(room, event, name))
    expect(phone.locator("#own")).to_contain_text("You move to Table 2")
    picture(phone, "10-phone-move")
    director.get_by_role("button", name="Left").click()
    expect(director.locator("#moves")).to_contain_text("on the way")
    expect(phone.locator("#own")).to_contain_text("please go now")
    expect(tablet.page.locator(".step p")).to_contain_text("first card to seat")
    picture(tablet.page, "11-tablet-arrival")
    dealer.fold_out()
    expect(director.locator("#people")).not_to_contain_text("On the way")

    # Hand for hand: T2 waits for T3, whose dealer reports to the director.
    press_more(director, "Close registration")
    press_more(director, "Fix the prize pool")
    press_more(director, "Begin")
    expect(wall.locator("#level")).to_contain_text("Hand for hand")
    dealer.fold_out()
    expect(tablet.page.locator(".step p")).to_contain_text("Hand for hand: waiting for T3")
    picture(tablet.page, "12-tablet-hand-for-hand")
    expect(wall.locator("#strip")).to_contain_text("1 of 2 done")
    picture(wall, "13-wall-hand-for-hand")
    expect(director.locator(".rounds")).to_contain_text("finished")
    picture(director, "14-director-hand-for-hand")
    director.get_by_role("button", name="Finished").click()
    expect(tablet.page.locator(".step p")).to_contain_text("first card to seat")
    press_more(director, "End")
    expect(director.locator(".rounds")).to_have_count(0)

    # Two more are out at T3, and the table breaks.
    for count, number in enumerate(entries_at(room, event, "T3")[:2], start=3):
        form = open_more(director).locator("form", has=director.get_by_role("heading", name="Bust"))
        form.get_by_label("Entry").fill(str(number))
        form.get_by_role("button", name="Out").click()
        expect(director.locator("#busts-title .count")).to_have_text(str(count))
    picture(director, "15-director-before-break")
    director.get_by_role("button", name="Break the next table").click()
    expect(director.locator("#tables-title .count")).to_have_text("1")
    expect(director.locator("#people")).to_contain_text("On the way")
    picture(director, "16-director-after-break")
    dealer.wait_for_players(len(entries_at(room, event, "T2")))
    dealer.fold_out()
    for _ in range(3):
        dealer.lose_all_in()

    # Two places are paid, each once and with a slip; then the event closes.
    director.goto(f"{floor}payouts/")
    expect(director.locator("#due li")).to_have_count(2)
    picture(director, "17-payouts")
    for count in (1, 2):
        director.get_by_role("button", name="Pay", exact=True).first.click()
        expect(director.locator("#due .green")).to_have_count(count)
    slip = director.get_by_role("link", name="Slip").first.get_attribute("href")
    assert director.context.request.get(f"{room.url}{slip}").body().startswith(b"%PDF")
    director.get_by_role("button", name="Close the event").click()
    expect(wall.locator("#level")).to_contain_text("Finished")
    picture(wall, "18-wall-finished")
    phone.reload()
    expect(phone.locator("#own")).to_contain_text(re.compile("finished|won|1st|2nd"))
    picture(phone, "19-phone-result")
    check_result(manager, event, room)


def wait_for_equal_clocks(director: Locator, wall: Locator, tablet: Dealer) -> None:
    """Wait until three clocks, read one after the other, are at most a second apart; a wrong one never is."""
    seconds: list[int] = []
    for _ in range(100):
        texts = [
            director.inner_text(),
            wall.inner_text(),
            tablet.page.locator(".header").inner_text(),
        ]
        seconds = [seconds_left(text) for text in texts]
        if max(seconds) - min(seconds) <= 1:
            return
        tablet.page.wait_for_timeout(20)
    raise AssertionError(f"The clocks of director, wall and tablet show {seconds} seconds.")


def seconds_left(text: str) -> int:
    """Return the seconds of the first time such as 14:55 after the texts of the header."""
    shown = re.search(r"(\d+):(\d\d)(?= left|$)", text)
    assert shown is not None, text
    return int(shown[1]) * 60 + int(shown[2])


def open_more(page: Page) -> Locator:
    """Open the director's further forms, and return them."""
    more = page.locator("#more")
    if more.get_attribute("open") is None:
        more.locator("summary").first.click()
    return more


def press_more(page: Page, name: str) -> None:
    """Press a key of the further forms, which is gone once its command is stored."""
    key = open_more(page).get_by_role("button", name=name, exact=True)
    key.click()
    expect(key).to_have_count(0)


def check_result(page: Page, event: int, room: LiveRoom) -> None:
    """The report and the file have every entry and every dollar."""
    page.goto(f"{room.url}/tournaments/plan/events/{event}/report/")
    expect(page.get_by_role("heading", name="Result 8 entries")).to_be_visible()
    picture(page, "20-report")
    link = page.get_by_role("link", name="Result, CSV").get_attribute("href")
    text = page.context.request.get(f"{room.url}{link}").text()
    rows = list(csv.DictReader(StringIO(text.removeprefix("\ufeff"))))
    assert sorted(row["player"] for row in rows) == sorted(PLAYERS)
    assert [row["place"] for row in rows] == [str(place) for place in range(1, 9)]


def entries_at(room: LiveRoom, event: int, table: str) -> list[int]:
    """Return the numbers of the entries at a table."""
    code = (
        "import json; from tournaments.actions import load_tournament;"
        f"print(json.dumps([e.number for e in load_tournament({event})[1].at_table({table!r})]))"
    )
    result = room.manage("shell", "--no-imports", "-c", code)
    assert result.returncode == 0, result.stderr
    numbers: list[int] = json.loads(result.stdout)
    return numbers


def token_path(room: LiveRoom, event: int, name: str) -> str:
    """Return the address in the QR code of a player's seat card."""
    code = (
        "from tournaments.actions import load_tournament;"
        f"print(next(e.token for e in load_tournament({event})[1].entries if e.name == {name!r}))"
    )
    result = room.manage("shell", "--no-imports", "-c", code)
    assert result.returncode == 0, result.stderr
    return f"/entry/{result.stdout.strip()}"
