"""Two rooms at one desk: the room of the address, the switch, and a player who sits in the other room."""

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.support.back_room import open_back_room
from tests.support.desk_pages import DESK, TABLET, add_players, check_page, open_desk
from tests.support.live_room import LiveRoom

__all__ = []
pytestmark = pytest.mark.browser
GAME = "LHE 4/8"


@pytest.mark.release
def test_the_desk_stays_in_the_room_of_its_address(chromium: Browser, live_room: LiveRoom) -> None:
    page_errors: list[str] = []
    first_desk = open_desk(chromium, live_room, DESK, page_errors)
    back = open_back_room(live_room)
    first_desk.reload()
    page = open_desk(chromium, live_room, TABLET, page_errors)
    page.goto(f"{live_room.url}/desk/?room={back}")
    expect(page).to_have_url(re.compile(rf"/desk/{back}/"))
    expect(page.locator(".rooms strong")).to_have_text("Back room")
    expect(first_desk.locator(".rooms strong")).to_have_text("Demo room")
    expect(page.locator(".games a")).to_have_count(1)
    check_page(page, TABLET)

    # Every form and link of the page stays in its room; only the switch and the navigation leave it.
    actions = page.locator(".desk form[method=post]").evaluate_all(
        "(all) => all.map((one) => new URL(one.action).pathname)"
    )
    assert actions
    assert all(action.startswith(f"/desk/{back}/") for action in actions)
    links = page.locator(".desk a.go").evaluate_all(
        "(all) => all.map((one) => new URL(one.href).pathname)"
    )
    assert links
    assert set(links) == {f"/desk/{back}/"}
    searches = page.locator(".desk form[method=get]").evaluate_all(
        "(all) => all.map((one) => new URL(one.action).pathname)"
    )
    assert set(searches) == {f"/desk/{back}/"}

    # The list has the same name in both rooms: a name goes on this room's.
    for desk in (page, first_desk):
        desk.click(f'.games a:has-text("{GAME}") >> nth=0')
    add_players(page, "Blue Hat")
    add_players(first_desk, "Paper Crane")
    expect(page.locator(".names .alias")).to_have_text(["Blue Hat"])
    expect(first_desk.locator(".names .alias")).to_have_text(["Paper Crane"])

    page.click(".rooms summary")
    page.click(".rooms a:has-text('Demo room')")
    expect(page.locator(".rooms strong")).to_have_text("Demo room")
    page.click(f'.games a:has-text("{GAME}") >> nth=0')
    expect(page.locator(".names .alias")).to_have_text(["Paper Crane"])
    add_players(
        first_desk, "Copper Kettle"
    )  # the switched desk is notified of changes in its new room
    expect(page.locator(".names .alias")).to_have_text(["Paper Crane", "Copper Kettle"])
    assert page_errors == []


@pytest.mark.release
def test_a_player_who_sits_in_the_other_room_gets_no_second_seat(
    chromium: Browser, live_room: LiveRoom
) -> None:
    page_errors: list[str] = []
    back = open_back_room(live_room)
    page = open_desk(chromium, live_room, DESK, page_errors)
    page.goto(f"{live_room.url}/desk/?room={back}")
    expect(page.locator("#live")).to_contain_text("Live")
    add_players(page, "Thimble")
    page.click("[aria-label='Fill T21·S3']")
    where = "Thimble is seated at T1 seat 4 in Demo room. That seat has to be opened first."
    expect(page.locator("#seat .warned")).to_have_text(where)
    page.click("button:has-text('Seat Thimble in T21·S3')")
    expect(page.locator("[role=alert]")).to_have_text(where)
    expect(page.locator(".names .alias")).to_have_text(["Thimble"])
    check_page(page, DESK)
    assert [error for error in page_errors if "status of 409" not in error] == []
