"""Chairs to fill on the map: who is called to one, who is next for another, for which nobody waits; and who may."""

import json
import re

import pytest
from asgiref.sync import sync_to_async
from django.urls import reverse

from floor_ui.map.filling import MOST, Chair, Filling, filling
from floor_ui.map.tiles import tiles
from poker import commands as play
from poker.waiting import commands as c
from tables.lists.asking import lists_now
from tables.lists.offers import Offers
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


def of(desk: Desk) -> Filling:
    lists = lists_now(desk.room_id).lists
    return filling(
        tiles(room_id=desk.room_id, now=desk.now, lists=lists), lists, Offers(desk.room_id, lists)
    )


def said(found: Filling) -> list[tuple[str, str, str, int]]:
    return [(f"{one.table}.{one.seat}", one.how, one.name, one.more) for one in found.chairs]


@db
def test_kept_chairs_then_the_next_name(desk: Desk) -> None:
    found = of(desk)
    assert found.chairs == ()
    assert [one.tables for one in found.nobody] == [(("T1", 5, True),)]
    desk.add("Blue Hat", "Paper Crane")
    assert said(of(desk)) == [("T1.5", "list", "Blue Hat", 4)]
    desk.ask(c.CallName(desk.number("Blue Hat"), "T1", 5))
    called, offered = of(desk).chairs
    assert (called.how, called.name, called.line) == ("called", "Blue Hat", KEY)
    assert called.until > 0
    assert (offered.seat, offered.name, offered.more) == (6, "Paper Crane", 3)
    assert of(desk).places == 2
    desk.room.do(play.LockSeat(seat=6, until=LATER, reason="broken chair"))
    assert said(of(desk))[1] == ("T1.7", "list", "Paper Crane", 2)
    (one,) = tiles(room_id=desk.room_id, now=desk.now)
    assert (one.kept, one.locked, one.open_seats, one.word) == ((5,), (6,), [7, 8, 9], "Short, 4")


@db
def test_the_house_decides_who_has_the_first_claim() -> None:
    floor = floor_of()
    floor.desk.add("Blue Hat")
    first = floor.seniors[0]
    found = of(floor.desk).chairs
    assert (found[0].how, found[0].name, found[0].number) == ("must_move", first.name, 0)
    assert found[0].about == "must-move, T2"
    assert [one.how for one in found[1:]] == ["list"] * (len(found) - 1)
    staff("supervisor", alias="Oak", badge="201")
    client = signed_in("201")
    page = client.get(reverse("floor:map")).content.decode()
    form = page[page.index("data-fill") : page.index(f"Move {first.name}")]
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form)) | {"ask": "must_move"}
    answer = client.post(reverse("desk:do", args=[floor.desk.room_id]), sent)
    assert answer.status_code == 302, answer.content.decode()
    assert first.name in floor.at("T1").values()


@db
def test_a_refusal_of_the_desk_is_a_sentence_where_the_row_looks_for_it(desk: Desk) -> None:
    staff("supervisor", alias="Oak", badge="201")
    desk.add("Blue Hat")
    sent = {"ask": "seated", "list": KEY, "number": desk.number("Blue Hat"), "table": "T1"}
    answer = signed_in("201").post(
        reverse("desk:do", args=[desk.room_id]), sent | {"seat": 1}
    )  # somebody sits there by now
    assert answer.status_code == 409
    said = re.search(r'class="refused"[^>]*>([^<]*)', answer.content.decode())
    assert said is not None
    assert said[1].startswith("T1 seat 1 is taken")


@db
def test_more_tables_than_are_listed(desk: Desk) -> None:
    for other in more_tables(desk.room, MOST + 3):
        other.sit(1, 2)
        other.open()
    assert of(desk).more == 0
    desk.add("Blue Hat")
    found = of(desk)
    assert (len(found.chairs), found.more, found.nobody) == (MOST, 4, ())


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
    told = await socket.receive_json_from(5)
    assert told["tiles"] == {}, "no chair is another"
    assert "Fill" in told["parts"]["rest"]
    number = await sync_to_async(desk.number)("Blue Hat")
    await sync_to_async(desk.ask)(c.CallName(number, "T1", 5))
    told = await socket.receive_json_from(5)
    assert [html.count('class="k"') for html in told["tiles"].values()] == [1]
    assert set(told["parts"]) == {"sums", "rest"}, "nothing is sent that is the same"
    assert len(json.dumps(told)) < 8_000
    await socket.disconnect()


def _watched() -> tuple[Desk, str]:
    desk = desk_of()
    staff("supervisor", alias="Oak", badge="201")
    return desk, str(signed_in("201").session.session_key)


def test_a_row_is_the_same_while_chair_and_name_are() -> None:
    one = Chair("T1", 5, "LHE 4/8", KEY, "list", "Blue Hat", 7)
    assert one.key == "T1.5.7"


@db
def test_who_waits_and_is_not_here_is_counted_where_nobody_has_a_claim(desk: Desk) -> None:
    assert [one.why for one in of(desk).nobody] == ["nobody waits"]
    desk.add("Blue Hat", here=False)
    assert [one.why for one in of(desk).nobody] == ["1 waits, not here"]
    desk.add("Paper Crane", here=False)
    assert [one.why for one in of(desk).nobody] == ["2 wait, none here"]
