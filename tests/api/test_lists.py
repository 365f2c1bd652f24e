"""Waiting lists, kept by a program as the desk keeps them."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from journal.models import Entry
from players.models import Player
from tables.waitlist.execute import load_waitlists
from tests.api.conftest import Make, Program
from tests.api.house import KEY, House
from tests.tables.room import PIN, staff

pytestmark = pytest.mark.db


def said(**more: Any) -> dict[str, Any]:
    return {"id": str(uuid4())} | more


def names(asks: Program, room: int) -> list[str]:
    return [row["name"] for row in asks.get(f"rooms/{room}/lists/{KEY}/").json()["names"]]


def test_a_name_from_put_down_to_seated(house: House, program: Make) -> None:
    asks, room = program("desk"), house.room_id
    at = f"rooms/{room}/"
    assert [row["waiting"] for row in asks.get(f"{at}lists/").json()["lists"]] == [2]
    body = said(who="Thimble", here=False)
    down = asks.post(f"{at}lists/{KEY}/names/", body)
    assert down.status_code == 200, down.content
    name = down.json()["name"]
    assert (name["name"], name["place"], name["here"], name["state"]) == (
        "Thimble",
        3,
        False,
        "waiting",
    )
    again = asks.post(f"{at}lists/{KEY}/names/", body).json()
    assert (again["repeated"], again["name"]["number"]) == (True, name["number"])
    assert names(asks, room) == ["Kettle", "Anvil", "Thimble"]

    number = name["number"]
    assert asks.post(f"{at}names/{number}/arrive/", said()).json()["name"]["here"] is True
    early = asks.post(f"{at}names/{number}/call/", said(table="T1", seat=6))
    assert (early.status_code, early.json()["code"]) == (422, "out_of_order")
    body = said(table="T1", seat=6, reason="the others passed")
    called = asks.post(f"{at}names/{number}/call/", body).json()["name"]
    assert (called["state"], called["table"], called["seat"]) == ("called", "T1", 6)
    assert asks.post(f"{at}names/{number}/hold/", said()).json()["name"]["state"] == "held"
    seated = asks.post(f"{at}names/{number}/seat/", said(table="T1", seat=6, reason="passed"))
    assert (seated.status_code, seated.json()["name"]) == (200, None)
    assert names(asks, room) == ["Kettle", "Anvil"]
    house.game.table.stream.refresh_from_db()
    assert house.game.table.stream.view["seats"][5]["name"] == "Thimble"
    assert Entry.objects.latest("pk").actor == asks.integration.key


def test_pass_move_take_back_and_leave(house: House, program: Make) -> None:
    asks, room = program("desk"), house.room_id
    first, second = (entry.number for entry in load_waitlists(room).lists.lines[0].places)
    at = f"rooms/{room}/names/"
    assert asks.post(f"{at}{first}/call/", said(table="T1", seat=7)).status_code == 200
    passed = asks.post(f"{at}{first}/pass/", said()).json()["name"]
    assert (passed["passed"], passed["state"]) == (1, "waiting")
    asks.post(f"{at}{first}/call/", said(table="T1", seat=7))
    back = asks.post(f"{at}{first}/take-back/", said(reason="wrong chair")).json()["name"]
    assert (back["state"], back["passed"]) == ("waiting", 1)
    moved = asks.post(f"{at}{second}/move/", said(to=1, reason="was here before")).json()
    assert moved["name"]["place"] == 1
    off = asks.post(f"{at}{first}/leave/", said(reason="went home"))
    assert off.json()["name"] is None
    assert names(asks, room) == ["Anvil"]
    gone = asks.post(f"{at}{first}/leave/", said(reason="went home"))
    assert (gone.status_code, gone.json()["code"]) == (409, "not_on_a_list")


def test_two_programs_with_one_chair_and_one_is_told(house: House, program: Make) -> None:
    one, other, room = program("desk"), program("desk"), house.room_id
    first, second = (name.number for name in load_waitlists(room).lists.lines[0].places)
    at = f"rooms/{room}/names/"
    assert one.post(f"{at}{first}/seat/", said(table="T1", seat=6)).status_code == 200
    late = other.post(f"{at}{second}/seat/", said(table="T1", seat=6))
    assert (late.status_code, late.json()["code"]) == (409, "chair_taken")


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("call", {"table": "T1", "seat": "6"}),
        ("call", {"table": "T1", "seat": 6, "before": []}),
        ("call", {"table": "T1", "seat": 2**80}),
        ("call", {"table": ["T1"], "seat": 6}),
        ("leave", {}),
        ("move", {"to": True, "reason": "x"}),
        ("move", {"to": 1.5, "reason": "x"}),
        ("seat", {"table": "T1", "seat": 6, "stake": -5}),
    ],
)
def test_a_wrong_body_is_refused(house: House, program: Make, act: str, body: Any) -> None:
    number = load_waitlists(house.room_id).lists.lines[0].places[0].number
    answer = program("desk").post(f"rooms/{house.room_id}/names/{number}/{act}/", said(**body))
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_body")


def test_what_the_house_decides_is_a_supervisors(house: House, program: Make) -> None:
    number = load_waitlists(house.room_id).lists.lines[0].places[0].number
    at = f"rooms/{house.room_id}/names/{number}/seat/"
    body = {"table": "T1", "seat": 6, "stake": 5000, "transfer": "broken_game"}
    assert program("desk").post(at, said(**body)).status_code == 403


def test_a_list_that_is_none_and_a_refused_name(house: House, program: Make) -> None:
    asks, room = program("desk"), house.room_id
    assert asks.get(f"rooms/{room}/lists/no-such-list/").status_code == 404
    none = asks.post(f"rooms/{room}/lists/no-such-list/names/", said(who="Thimble"))
    assert (none.status_code, none.json()["code"]) == (422, "no_game")
    before = Player.objects.count()
    twice = asks.post(f"rooms/{room}/lists/{KEY}/names/", said(who="Kettle"))
    assert (twice.status_code, twice.json()["code"]) == (422, "on_this_list")
    assert Player.objects.count() == before


def test_another_rooms_lists_are_none(house: House, program: Make) -> None:
    asks, room = program("desk", room=house.other), house.room_id
    number = load_waitlists(room).lists.lines[0].places[0].number
    for path in ("lists/", f"lists/{KEY}/"):
        assert asks.get(f"rooms/{room}/{path}").status_code == 404
    for path in (f"lists/{KEY}/names/", f"names/{number}/leave/"):
        answer = asks.post(f"rooms/{room}/{path}", said(who="Thimble", reason="x"))
        assert answer.status_code == 404


def test_no_token_of_a_players_page_is_told(house: House, program: Make) -> None:
    token = load_waitlists(house.room_id).lists.lines[0].places[0].token
    assert token
    asks = program("manager")
    for path in (f"lists/{KEY}/", "lists/"):
        assert token not in asks.get(f"rooms/{house.room_id}/{path}").content.decode()


def test_the_desk_reads_which_program_it_was(house: House, program: Make) -> None:
    asks = program("desk", name="seating-app")
    first = load_waitlists(house.room_id).lists.lines[0].places[0].number
    asks.post(f"rooms/{house.room_id}/names/{first}/leave/", said(reason="went home"))
    staff("desk", alias="Cobalt", badge="401")
    desk = Client()
    desk.post("/desk/sign-in", {"badge": "401", "pin": PIN})
    page = desk.get(f"/desk/{house.room_id}/?list={KEY}").content.decode()
    assert "seating-app" in page
