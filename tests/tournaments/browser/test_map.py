"""The map of a room with cash games and a tournament, in a browser."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.support.floor_pages import page_errors
from tests.support.live_room import LiveRoom
from tests.support.map_pages import open_map, run_in_room
from tests.support.screenshots import save_picture
from tests.tournaments.browser.evening import EVENING, fill

__all__ = ["page_errors"]

pytestmark = pytest.mark.browser
DESK = (1366, 768)
# A player on the way to the fullest of the other tables, which is then neither short nor stopped.
ARRIVING = """
others = sorted(("T42", "T43", "T44"), key=lambda name: len(state.at_table(name)))
to = others[-1]
gone = next(iter(state.at_table(to)))
state = send(c.BustPlayer(gone.number), 16)
moved = next(iter(state.at_table(others[-2])))
state = send(c.OrderMoves((c.MoveOrder(moved.number, moved.table, moved.seat, to, gone.seat),)), 16)
"""
# Busts at one table until it is three short of the fullest one, wherever the seats were drawn: it stops.
SHORT_TABLE = """
from tournaments.rules.seating import stopped_tables

NUMBERS = {}
while "T41" not in stopped_tables(state):
    state = send(c.BustPlayer(next(iter(state.at_table("T41"))).number), 16)
"""


def test_map_of_cash_games_and_a_tournament(
    chromium: Browser, live_room: LiveRoom, page_errors: list[str]
) -> None:
    run_in_room(live_room, "fill(39); crowd.share_out()")
    evening = EVENING.replace("range(31, 35)", "range(41, 45)")
    fill(live_room, ARRIVING, SHORT_TABLE, evening=evening)
    page = open_map(chromium, live_room, page_errors, DESK)
    expect(page.locator(".tile.event")).to_have_count(4)
    expect(page.locator(".tile.event.coming")).to_have_count(1)
    expect(page.locator(".tile.event.stopped", has_text="T41")).to_have_count(1)
    expect(page.locator(".event-rows")).to_contain_text("stopped")
    expect(page.locator(".strip [data-until]")).to_have_text(re.compile(r"^\d+:\d\d$"))
    for tile in page.locator(".tile.event").all():
        expect(tile).to_be_visible()
    page.locator(".tile.event").last.scroll_into_view_if_needed()
    save_picture(page, "floor-map-event")
    page.click("text=Moves")
    expect(page.locator("#moves")).to_contain_text("Suggested moves")
