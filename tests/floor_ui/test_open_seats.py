"""Chairs to fill on the map: who is called to one, who is next for another, for which nobody waits; and who may."""

import json
import re

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from floor_ui.map.open_seats import MAX_ROWS, OpenSeatPanel, SeatToFill, open_seat_panel
from floor_ui.map.tiles import tiles
from poker import commands as play
from poker.waitlist import commands as c
from tables.waitlist.execute import load_waitlists
from tables.waitlist.seat_priority import SeatPriority
from tests.floor_ui.conftest import signed_in
from tests.floor_ui.test_map import listening, more_tables
from tests.tables.lists.chain import floor_of
from tests.tables.lists.desk import KEY, Desk, desk_of
from tests.tables.room import staff

LATER = 2**50
db = pytest.mark.django_db(transaction=True)


@pytest.fixture
def desk(db: None) -> Desk:
    return desk_of()


def of(desk: Desk) -> OpenSeatPanel:
    waitlists = load_waitlists(desk.room_id).lists
    return open_seat_panel(
        tiles(room_id=desk.room_id, now=desk.now, waitlists=waitlists),
        waitlists,
        SeatPriority(desk.room_id, waitlists),
    )


def said(found: OpenSeatPanel) -> list[tuple[str, str, str, int]]:
    return [
        (
            f"{seat_to_fill.table}.{seat_to_fill.seat}",
            seat_to_fill.source,
            seat_to_fill.name,
            seat_to_fill.other_open_seats,
        )
        for seat_to_fill in found.seats
    ]


@db
def test_kept_chairs_then_the_next_name(desk: Desk) -> None:
    open_seat_panel = of(desk)
    assert open_seat_panel.seats == ()
    assert [unclaimed_seats.tables for unclaimed_seats in open_seat_panel.unclaimed] == [
        (("T1", 5, True),)
    ]
    desk.add("Blue Hat", "Paper Crane")
    assert said(of(desk)) == [("T1.5", "list", "Blue Hat", 4)]
    desk.ask(c.CallPlayer(desk.number("Blue Hat"), "T1", 5))
    seat_to_fill, offered = of(desk).seats
    assert (seat_to_fill.source, seat_to_fill.name, seat_to_fill.waitlist_key) == (
        "called",
        "Blue Hat",
        KEY,
    )
    assert seat_to_fill.until > 0
    assert (offered.seat, offered.name, offered.other_open_seats) == (6, "Paper Crane", 3)
    assert of(desk).entry_count == 2
    desk.room.do(play.LockSeat(seat=6, until=LATER, reason="broken chair"))
    assert said(of(desk))[1] == ("T1.7", "list", "Paper Crane", 2)
    (one,) = tiles(room_id=desk.room_id, now=desk.now)
    assert (one.reserved, one.locked, one.open_seats, one.seat_text) == (
        (5,),
        (6,),
        [7, 8, 9],
        "Short, 4",
    )


@db
def test_the_house_decides_who_has_the_first_claim() -> None:
    floor = floor_of()
    floor.desk.add("Blue Hat")
    first = floor.seniors[0]
    seat_to_fills = of(floor.desk).seats
    assert (seat_to_fills[0].source, seat_to_fills[0].name, seat_to_fills[0].number) == (
        "must_move",
        first.name,
        0,
    )
    assert seat_to_fills[0].reason == "must-move, T2"
    assert [seat_to_fill.source for seat_to_fill in seat_to_fills[1:]] == ["list"] * (
        len(seat_to_fills) - 1
    )
    staff("supervisor", alias="Oak", badge="201")
    client = signed_in("201")
    page = client.get(reverse("floor:map")).content.decode()
    form = page[page.index("data-fill") : page.index(f"Move {first.name}")]
    data = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) | {"ask": "must_move"}
    answer = client.post(reverse("desk:do", args=[floor.desk.room_id]), data)
    assert answer.status_code == 302, answer.content.decode()
    assert first.name in floor.at("T1").values()


@db
def test_a_refusal_of_the_desk_is_a_sentence_where_the_row_looks_for_it(desk: Desk) -> None:
    staff("supervisor", alias="Oak", badge="201")
    desk.add("Blue Hat")
    data = {"ask": "seated", "list": KEY, "number": desk.number("Blue Hat"), "table": "T1"}
    answer = signed_in("201").post(
        reverse("desk:do", args=[desk.room_id]), data | {"seat": 1}
    )  # somebody sits there by now
    assert answer.status_code == 409
    match = re.search(r'class="refused"[^>]*>([^<]*)', answer.content.decode())
    assert match is not None
    assert match[1].startswith("T1 seat 1 is taken")


@db
def test_more_tables_than_are_listed(desk: Desk) -> None:
    for other in more_tables(desk.room, MAX_ROWS + 3):
        other.sit(1, 2)
        other.open()
    assert of(desk).more_tables == 0
    desk.add("Blue Hat")
    open_seat_panel = of(desk)
    assert (len(open_seat_panel.seats), open_seat_panel.more_tables, open_seat_panel.unclaimed) == (
        MAX_ROWS,
        4,
        (),
    )


@db
@pytest.mark.parametrize(("role", "fills"), [("supervisor", True), ("surveillance", False)])
def test_who_only_looks_has_no_keys(desk: Desk, role: str, fills: bool) -> None:
    staff(role, alias="Oak", badge="201")
    desk.add("Blue Hat")
    page = signed_in("201").get(reverse("floor:map")).content.decode()
    assert "Blue Hat" in page
    assert ("data-fill" in page) is fills


@db
async def test_the_map_follows_the_lists() -> None:
    desk, session = await sync_to_async(_watched)()
    socket = listening(session, desk.room_id)
    assert (await socket.connect())[0]
    await socket.receive_json_from(5)
    await sync_to_async(desk.add)("Blue Hat")
    body = await socket.receive_json_from(5)
    assert body["tiles"] == {}, "no chair is another"
    assert "Fill" in body["parts"]["rest"]
    number = await sync_to_async(desk.number)("Blue Hat")
    await sync_to_async(desk.ask)(c.CallPlayer(number, "T1", 5))
    body = await socket.receive_json_from(5)
    assert [html.count('class="k"') for html in body["tiles"].values()] == [1]
    assert set(body["parts"]) == {"sums", "rest"}, "nothing is sent that is the same"
    assert len(json.dumps(body)) < 8_000
    await socket.disconnect()


def _watched() -> tuple[Desk, str]:
    desk = desk_of()
    staff("supervisor", alias="Oak", badge="201")
    return desk, str(signed_in("201").session.session_key)


def test_a_row_is_the_same_while_chair_and_name_are() -> None:
    seat_to_fill = SeatToFill("T1", 5, "LHE 4/8", KEY, "list", "Blue Hat", 7)
    assert seat_to_fill.key == "T1.5.7"


@db
def test_who_waits_and_is_not_here_is_counted_where_nobody_has_a_claim(desk: Desk) -> None:
    assert [unclaimed_seats.reason for unclaimed_seats in of(desk).unclaimed] == ["no one waiting"]
    desk.add("Blue Hat", here=False)
    assert [unclaimed_seats.reason for unclaimed_seats in of(desk).unclaimed] == [
        "1 waiting, not here"
    ]
    desk.add("Paper Crane", here=False)
    assert [unclaimed_seats.reason for unclaimed_seats in of(desk).unclaimed] == [
        "2 waiting, none here"
    ]
