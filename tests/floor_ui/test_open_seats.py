"""Open seats on the map: called players, next players, seats without a claim, and permissions."""

import json
import re

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from floor_ui.map.open_seats import MAX_ROWS, OpenSeatPanel, SeatToFill, open_seat_panel
from floor_ui.map.tiles import tiles
from poker import commands as play
from tests.support.chain import create_chain
from tests.support.desk import KEY, Desk, create_desk
from tests.support.floor_fixtures import sign_in_client
from tests.support.map_sockets import create_closed_tables, open_map_socket
from tests.support.page_roles import PageContent
from tests.support.room import create_staff
from waitlist.actions import load_waitlists
from waitlist.rules import commands as c
from waitlist.seat_priority import SeatPriority

LATER = 2**50
db = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(db: None) -> Desk:
    return create_desk()


def seat_panel(desk: Desk) -> OpenSeatPanel:
    waitlists = load_waitlists(desk.room_id)
    return open_seat_panel(
        tiles(room_id=desk.room_id, now=desk.now, waitlists=waitlists),
        waitlists,
        SeatPriority(desk.room_id, waitlists),
    )


def panel_rows(panel: OpenSeatPanel) -> list[tuple[str, str, str, int]]:
    return [
        (
            f"{seat_to_fill.table}.{seat_to_fill.seat}",
            seat_to_fill.source,
            seat_to_fill.name,
            seat_to_fill.other_open_seats,
        )
        for seat_to_fill in panel.seats
    ]


@db
def test_reserved_seats_come_before_the_next_entry(desk: Desk) -> None:
    open_seat_panel = seat_panel(desk)
    assert open_seat_panel.seats == ()
    assert [unclaimed_seats.tables for unclaimed_seats in open_seat_panel.unclaimed] == [
        (("T1", 5, True),)
    ]
    desk.add("Blue Hat", "Paper Crane")
    assert panel_rows(seat_panel(desk)) == [("T1.5", "list", "Blue Hat", 4)]
    desk.execute(c.CallPlayer(desk.entry_number("Blue Hat"), "T1", 5))
    seat_to_fill, offered = seat_panel(desk).seats
    assert (seat_to_fill.source, seat_to_fill.name, seat_to_fill.waitlist_key) == (
        "called",
        "Blue Hat",
        KEY,
    )
    assert seat_to_fill.until > 0
    assert (offered.seat, offered.name, offered.other_open_seats) == (6, "Paper Crane", 3)
    assert seat_panel(desk).entry_count == 2
    desk.room.execute(play.LockSeat(seat=6, until=LATER, reason="broken chair"))
    assert panel_rows(seat_panel(desk))[1] == ("T1.7", "list", "Paper Crane", 2)
    (tile,) = tiles(room_id=desk.room_id, now=desk.now)
    assert (tile.reserved, tile.locked, tile.open_seats, tile.seat_text) == (
        (5,),
        (6,),
        [7, 8, 9],
        "Short, 4",
    )


@db
def test_held_seats_are_not_counted_as_open(desk: Desk) -> None:
    create_staff("supervisor", alias="Oak", badge="201")
    names = ["Blue Hat", "Paper Crane", "Anchor", "Kettle", "Ladle"]
    desk.add(*names)
    for name, seat in zip(names, range(5, 10), strict=True):
        desk.execute(c.CallPlayer(desk.entry_number(name), "T1", seat))
    page = sign_in_client("201").get(reverse("floor:map")).content.decode()
    panel = re.sub(r"<[^>]+>", " ", page[page.index('id="rest"') :])
    assert re.search(r"Open seats\s+5\b", panel), "the rail counts its rows"
    assert all(name in panel for name in names)
    assert "No open seats" not in panel
    assert seat_panel(desk).open_count == 0


@db
def test_house_setting_decides_the_first_claim() -> None:
    floor = create_chain()
    floor.desk.add("Blue Hat")
    first = floor.seniority[0]
    seat_to_fills = seat_panel(floor.desk).seats
    assert (seat_to_fills[0].source, seat_to_fills[0].name, seat_to_fills[0].number) == (
        "must_move",
        first.name,
        0,
    )
    assert seat_to_fills[0].reason == "must-move, T2"
    assert [seat_to_fill.source for seat_to_fill in seat_to_fills[1:]] == ["list"] * (
        len(seat_to_fills) - 1
    )
    create_staff("supervisor", alias="Oak", badge="201")
    client = sign_in_client("201")
    page = client.get(reverse("floor:map")).content.decode()
    end = page.index(f'aria-label="Move {first.name}')
    form = page[page.rindex("data-act", 0, end) : end]
    data = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) | {"ask": "must_move"}
    response = client.post(reverse("desk:do", args=[floor.desk.room_id]), data)
    assert response.status_code == 302, response.content.decode()
    assert first.name in floor.names_by_seat("T1").values()


@db
def test_desk_refusal_is_shown_in_its_row(desk: Desk) -> None:
    create_staff("supervisor", alias="Oak", badge="201")
    desk.add("Blue Hat")
    data = {"ask": "seated", "list": KEY, "number": desk.entry_number("Blue Hat"), "table": "T1"}
    response = sign_in_client("201").post(
        reverse("desk:do", args=[desk.room_id]), data | {"seat": 1}
    )  # the seat is taken
    assert response.status_code == 409
    match = re.search(r'class="refused"[^>]*>([^<]*)', response.content.decode())
    assert match is not None
    assert match[1].startswith("Pebble 1 is in T1 seat 1")


@db
def test_tables_over_the_row_limit_are_counted(desk: Desk) -> None:
    for extra_table in create_closed_tables(desk.room, MAX_ROWS + 3):
        extra_table.seat_players(1, 2)
        extra_table.open()
    assert seat_panel(desk).more_tables == 0
    desk.add("Blue Hat")
    open_seat_panel = seat_panel(desk)
    assert (len(open_seat_panel.seats), open_seat_panel.more_tables, open_seat_panel.unclaimed) == (
        MAX_ROWS,
        4,
        (),
    )


@db
@pytest.mark.parametrize(("role", "fills"), [("supervisor", True), ("surveillance", False)])
def test_read_only_roles_have_no_keys(desk: Desk, role: str, fills: bool) -> None:
    create_staff(role, alias="Oak", badge="201")
    desk.add("Blue Hat")
    page = sign_in_client("201").get(reverse("floor:map")).content.decode()
    PageContent(page).item("Blue Hat")
    assert ("data-act" in page) is fills


@db
async def test_waitlist_change_updates_the_map() -> None:
    desk, session = await sync_to_async(_signed_in_desk)()
    socket = open_map_socket(session, desk.room_id)
    assert (await socket.connect())[0]
    await socket.receive_json_from(5)
    await sync_to_async(desk.add)("Blue Hat")
    body = await socket.receive_json_from(5)
    assert body["tiles"] == {}, "no chair is another"
    assert "Call Blue Hat" in body["parts"]["rest"]
    number = await sync_to_async(desk.entry_number)("Blue Hat")
    await sync_to_async(desk.execute)(c.CallPlayer(number, "T1", 5))
    body = await socket.receive_json_from(5)
    assert [html.count('class="k"') for html in body["tiles"].values()] == [1]
    assert set(body["parts"]) == {"rest"}, "nothing is sent that is the same"
    assert len(json.dumps(body)) < 8_000
    await socket.disconnect()


def _signed_in_desk() -> tuple[Desk, str]:
    desk = create_desk()
    create_staff("supervisor", alias="Oak", badge="201")
    return desk, str(sign_in_client("201").session.session_key)


def test_row_key_is_table_seat_and_entry() -> None:
    seat_to_fill = SeatToFill("T1", 5, "LHE 4/8", KEY, "list", "Blue Hat", 7)
    assert seat_to_fill.key == "T1.5.7"


@db
def test_absent_entries_are_counted_when_no_player_has_a_claim(desk: Desk) -> None:
    assert [unclaimed_seats.reason for unclaimed_seats in seat_panel(desk).unclaimed] == [
        "no one waiting"
    ]
    desk.add("Blue Hat", present=False)
    assert [unclaimed_seats.reason for unclaimed_seats in seat_panel(desk).unclaimed] == [
        "1 waiting, not here"
    ]
    desk.add("Paper Crane", present=False)
    assert [unclaimed_seats.reason for unclaimed_seats in seat_panel(desk).unclaimed] == [
        "2 waiting, none here"
    ]
