"""One name, one person, one list: each change of a player or a table, on every page that shows them."""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.dealer import Dealer
from tests.support.floor_pages import HORNBEAM, open_floor_page, page_errors
from tests.support.live_room import LiveRoom

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
DESK = (1366, 900)
OPEN_ALL = """() => {
  for (const one of document.querySelectorAll("main details")) one.open = true;
}"""
NO_PIN = "() => [...document.querySelectorAll('[name=pin]')].every((field) => field.value === '')"
OTHER_TABLE = "T4"  # the plaque of T1, logged by streets
SETUP = """
import json
from uuid import uuid4
from django.utils import timezone
from poker.commands import LeaveSeat
from waitlist.rules import commands as c
from tables.actions import execute
from tables.seating import player_seat
from tables.lifecycle import table_open
from staff.models import Room
from tables.models import Table
from waitlist.actions import load_waitlists
from waitlist.seatings import waitlist_execute
from tables.game_keys import waitlist_key_of

room, now = Room.objects.get(), timezone.now()
SAID = dict(seen=None, actor="system.demo", now=now)
t1, t4 = Table.objects.get(name="T1"), Table.objects.get(name="T4")
for seat in (7, 8, 9):
    execute(table_id=t1.pk, command=LeaveSeat(seat=seat), command_id=str(uuid4()), **SAID)
for table, seat, name in ((t1, 8, "Night Owl"), (t4, 1, "Wet Stone"), (t4, 2, "Oak Leaf")):
    player_seat(table_id=table.pk, seat=seat, player="", name=name, command_id=str(uuid4()), **SAID)
table_open(table=t4, command_id=str(uuid4()), **SAID)
key = waitlist_key_of(t1)
for command in (
    c.OpenWaitlist(key, t1.plaque.name),
    *(c.AddPlayer(key, "new", name) for name in ("Wayfarer", "Gray Heron", "Salt Lamp", "Low Tide")),
):
    waitlist_execute(room_id=room.pk, command_id=str(uuid4()), command=command, actor="system.demo", now=now)
player_seat(table_id=Table.objects.get(name="T2").pk, seat=1, player="", name="Heron", command_id=str(uuid4()), **SAID)
execute(table_id=Table.objects.get(name="T2").pk, command=LeaveSeat(seat=1), command_id=str(uuid4()), **SAID)
from players.models import Player
entries = load_waitlists(room.pk).waitlist(key).entries
names = ("Wayfarer", "Night Owl", "Gray Heron", "Heron", "Salt Lamp", "Low Tide", "Wet Stone", "Oak Leaf")
print(json.dumps({
    "room": room.pk,
    "key": key,
    "tokens": {entry.name: entry.token for entry in entries},
    "players": {name: Player.objects.get(alias=name).pk for name in names},
}))
"""


PAST = """
from rulings.calls.models import Ruling
from tests.floor_ui.browser.past import create_past_events
create_past_events()
print(Ruling.objects.filter(kind="ruling").first().pk)
"""


class House:
    """The room's pages, open in one browser."""

    def __init__(self, page: Page, room: LiveRoom) -> None:
        result = room.manage("shell", "-c", SETUP)
        assert result.returncode == 0, result.stderr
        data = json.loads(result.stdout.strip().splitlines()[-1])
        self.page = page
        self.url = room.url
        self.players: dict[str, int] = data["players"]
        self.addresses = {
            "desk": f"/desk/{data['room']}/?list={data['key']}",
            "board": f"/board/{data['room']}",
            "table": "/floor/tables/T1/",
            "other table": f"/floor/tables/{OTHER_TABLE}/",
            "tables": "/floor/tables/",
            "map": "/floor/map/",
            "queue": "/floor/",
            **{name: f"/line/{token}" for name, token in data["tokens"].items()},
        }

    def text(self, name: str) -> str:
        """Return the text of a page."""
        if name == "board":  # as the server sends it: the screen itself waits for its socket
            return self.page.request.get(self.url + self.addresses[name]).text()
        self.page.goto(self.url + self.addresses[name])
        self.page.evaluate(OPEN_ALL)
        return self.page.locator("body").inner_text()

    def shows(self, text: str, *pages: str) -> None:
        """Check that each of these pages shows a text."""
        missing = {name: shown for name in pages if text not in (shown := self.text(name))}
        assert missing == {}, text

    def hides(self, text: str, *pages: str) -> None:
        """Check that none of these pages shows a text."""
        assert [name for name in pages if text in self.text(name)] == [], text

    def sign(self, path: str, button: str, **fields: str) -> None:
        """Fill in the form that has a button, sign it as a manager, and send it."""
        self.page.goto(self.url + path)
        form = self.page.locator("form", has=self.page.locator(f"button:has-text('{button}')"))
        self.page.evaluate(OPEN_ALL)
        for name, value in fields.items():
            field = form.locator(f"[name={name}]").first
            if field.get_attribute("type") in ("radio", "checkbox"):
                form.locator(f"[name={name}][value='{value}']").check(force=True)
            else:
                field.fill(value)
        if form.locator("[name=pin]").count():
            form.locator("[name=badge]").fill(HORNBEAM[0])
            form.locator("[name=pin]").fill(HORNBEAM[1])
        form.locator(f"button:has-text('{button}')").click()
        self.page.wait_for_load_state()
        self.page.wait_for_function(NO_PIN)

    def rename(self, name: str, to: str) -> None:
        """Correct an alias in the registry."""
        self.sign(f"/players/{self.players[name]}/edit", "Save", alias=to)
        expect(self.page.locator(".done")).to_have_text("Saved.")


@pytest.fixture
def house(chromium: Browser, live_room: LiveRoom, page_errors: list[str]) -> House:
    page = open_floor_page(chromium, live_room, page_errors, HORNBEAM, DESK)
    return House(page, live_room)


def test_a_player_is_the_same_on_every_page(
    house: House, chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    dealer = Dealer(chromium, live_room)
    dealer.sign_in("T1")
    tablet = dealer.page.locator("body")
    expect(tablet).to_contain_text("Night Owl")
    house.shows("Wayfarer", "desk", "board", "Wayfarer")

    house.rename("Wayfarer", "Corrected One")
    house.rename("Night Owl", "Day Owl")
    house.shows("Corrected One", "desk", "board", "Wayfarer")
    house.hides("Wayfarer", "desk", "board", "Wayfarer")
    house.shows("Day Owl", "table")
    expect(tablet).to_contain_text("Day Owl")
    expect(tablet).not_to_contain_text("Night Owl")

    house.sign(
        f"/players/{house.players['Heron']}/", "Merge", other="Gray Heron", reason="Same person."
    )
    house.shows("Heron", "desk", "board", "Gray Heron")
    house.hides("Gray Heron", "desk", "board", "Gray Heron")

    house.sign(
        f"/incidents/players/{house.players['Heron']}/",
        "Give sanction",
        kind="bar",
        reason="Abuse.",
    )
    house.hides("Heron", "board")
    house.shows("Removed from the list", "Gray Heron")
    house.sign(
        f"/incidents/players/{house.players['Night Owl']}/",
        "Give sanction",
        kind="bar",
        reason="Abuse.",
    )
    house.shows("S8 can't play", "map")
    house.shows("Can't play: Barred.", "table")
    house.shows("seat 8: Day Owl", "queue")

    house.sign(f"/players/{house.players['Wayfarer']}/", "Record", for_good="yes")
    house.hides("Corrected One", "board")
    house.shows("taken off by the house", "desk", "Wayfarer")

    house.sign(
        f"/incidents/players/{house.players['Salt Lamp']}/",
        "Keep apart",
        other="Day Owl",
        apart_reason="A quarrel.",
    )
    house.page.goto(f"{house.url}/incidents/players/{house.players['Night Owl']}/")
    expect(house.page.locator("main")).to_contain_text("Salt Lamp")

    house.shows("You lose spot 1.", "Salt Lamp")
    house.page.goto(house.url + house.addresses["desk"])
    house.page.click("[aria-label='More for Low Tide']")
    house.page.fill("#to", "1")
    house.page.click("[aria-labelledby=chosen] .chip:has-text('Wrong game')")
    house.page.click("button:has-text('Move')")
    expect(house.page.locator(".names .alias").first).to_contain_text("Low Tide")
    house.shows("You lose spot 2.", "Salt Lamp")
    house.shows("You lose spot 1.", "Low Tide")
    assert page_errors == []


def test_a_table_is_the_same_on_every_page(
    house: House, chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    page = house.page
    dealer = Dealer(chromium, live_room)
    dealer.sign_in("T1")
    tablet = dealer.page.locator("body")
    expect(tablet).to_contain_text("Night Owl")
    expect(tablet).not_to_contain_text("Wet Stone")
    house.shows("Wet Stone", "other table")
    house.sign(f"/floor/tables/{OTHER_TABLE}/break/", "Draw and break", reason="Too few players")
    house.shows("Wet Stone", "table")
    house.shows("Oak Leaf", "table")
    expect(tablet).to_contain_text("Wet Stone")
    expect(tablet).to_contain_text("Oak Leaf")
    page.goto(house.url + house.addresses["other table"])
    expect(page.locator("#seats")).not_to_contain_text("Oak Leaf")
    house.shows("Too few players", "other table", "tables")
    page.goto(house.url + house.addresses["map"])
    expect(page.locator(f"[data-table={OTHER_TABLE}]")).to_contain_text("closed")

    page.goto(house.url + house.addresses["other table"])
    page.click("#do-plaque summary")
    page.select_option("#do-plaque [name=plaque]", "Pot-limit Omaha 1/2")
    page.click("#do-plaque form button")
    expect(page.locator("#plaque")).to_contain_text("Omaha")
    house.shows("Omaha", "tables")

    page.goto(house.url + house.addresses["table"])
    expect(page.locator("html[data-live]")).to_have_count(1)
    while page.locator("[aria-label$=': left']").count():
        seated = page.locator(".seat:not(.empty)").count()
        page.locator("[aria-label$=': left']").first.click()
        expect(page.locator(".seat:not(.empty)")).to_have_count(seated - 1)
    page.locator("#undo button").click()
    expect(page.locator(".seat:not(.empty)")).to_have_count(1)
    page.locator("[aria-label$=': left']").click()
    expect(page.locator(".seat:not(.empty)")).to_have_count(0)
    expect(tablet).not_to_contain_text("Night Owl")
    expect(tablet).not_to_contain_text("Wet Stone")
    page.click("#do-close summary")
    page.fill("#do-close [name=written]", "Game over")
    page.click("#do-close form button")
    expect(page.locator("#head")).to_contain_text("Game over")
    expect(tablet).to_contain_text("OPEN TABLE")
    house.shows("Game over", "tables")
    # The three that others took since; those of the table that closed opened for no one.
    house.shows("(3 in the last hour)", "desk")
    assert page_errors == []


def test_a_signed_form_keeps_no_pin_and_stores_one_record(
    house: House, live_room: LiveRoom
) -> None:
    result = live_room.manage("shell", "-c", PAST)
    assert result.returncode == 0, result.stderr
    page = house.page
    page.goto(f"{house.url}/floor/rulings/{result.stdout.strip().splitlines()[-1]}/")
    page.click("summary:has-text('appeal')")
    page.fill("[name=result]", "Upheld.")
    page.fill("[name=reason]", "Seat 3 asked.")
    page.fill("#pin-record", HORNBEAM[1])
    page.click("button:has-text('RECORD')")
    expect(page.locator(".records")).to_contain_text("Upheld.")
    expect(page.locator("#pin-record")).to_be_hidden()
    for field in ("#pin-record", "[name=result]", "[name=reason]"):
        expect(page.locator(field)).to_have_value("")
    page.click("summary:has-text('appeal')")
    page.fill("[name=result]", "Upheld.")
    page.fill("[name=reason]", "Seat 3 asked.")
    page.fill("#pin-record", HORNBEAM[1])
    page.click("button:has-text('RECORD')")
    expect(page.locator("form .form-error").last).to_contain_text("already recorded as")
    expect(page.locator("#pin-record")).to_have_value("")
