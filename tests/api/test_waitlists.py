"""Waitlists through the API, with the same rules as at the desk."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from journal.models import Entry
from players.models import Player
from poker.commands import SeatPlayer
from staff.models import Room
from tables.lifecycle import table_create
from tests.support.api_fixtures import ApiClient, CreateClient
from tests.support.api_house import KEY, House
from tests.support.page_roles import PageContent
from tests.support.room import PIN, TableDriver, create_staff
from waitlist.actions import load_waitlists


def command_body(**fields: Any) -> dict[str, Any]:
    return {"id": str(uuid4())} | fields


def entry_names(api_client: ApiClient, room: int) -> list[str]:
    return [row["name"] for row in api_client.get(f"rooms/{room}/lists/{KEY}/").json()["names"]]


def test_entry_from_sign_up_to_seat(house: House, create_client: CreateClient) -> None:
    api_client = create_client("desk")
    room = house.room_id
    at = f"rooms/{room}/"
    assert [row["waiting"] for row in api_client.get(f"{at}lists/").json()["lists"]] == [2]
    body = command_body(who="Thimble", here=False)
    down = api_client.post(f"{at}lists/{KEY}/names/", body)
    assert down.status_code == 200, down.content
    name = down.json()["name"]
    assert (name["name"], name["place"], name["here"], name["state"]) == (
        "Thimble",
        3,
        False,
        "waiting",
    )
    repeated = api_client.post(f"{at}lists/{KEY}/names/", body).json()
    assert (repeated["repeated"], repeated["name"]["number"]) == (True, name["number"])
    other = api_client.post(f"{at}lists/{KEY}/names/", body | {"who": "Sparrow"})
    assert (other.status_code, other.json()["code"]) == (409, "id_reused")
    assert entry_names(api_client, room) == ["Kettle", "Anvil", "Thimble"]

    number = name["number"]
    assert (
        api_client.post(f"{at}names/{number}/arrive/", command_body()).json()["name"]["here"]
        is True
    )
    early_response = api_client.post(f"{at}names/{number}/call/", command_body(table="T1", seat=6))
    assert (early_response.status_code, early_response.json()["code"]) == (422, "out_of_order")
    body = command_body(table="T1", seat=6, reason="the others passed")
    called_entry = api_client.post(f"{at}names/{number}/call/", body).json()["name"]
    assert (called_entry["state"], called_entry["table"], called_entry["seat"]) == (
        "called",
        "T1",
        6,
    )
    assert (
        api_client.post(f"{at}names/{number}/hold/", command_body()).json()["name"]["state"]
        == "held"
    )
    seat_response = api_client.post(
        f"{at}names/{number}/seat/", command_body(table="T1", seat=6, reason="passed")
    )
    assert (seat_response.status_code, seat_response.json()["name"]) == (200, None)
    assert entry_names(api_client, room) == ["Kettle", "Anvil"]
    house.game.table.stream.refresh_from_db()
    assert house.game.table.stream.view["seats"][5]["name"] == "Thimble"
    assert Entry.objects.latest("pk").actor == api_client.integration.key


def test_pass_move_cancel_and_leave(house: House, create_client: CreateClient) -> None:
    api_client = create_client("desk")
    room = house.room_id
    first, second = (entry.number for entry in load_waitlists(room).lists[0].entries)
    at = f"rooms/{room}/names/"
    assert (
        api_client.post(f"{at}{first}/call/", command_body(table="T1", seat=7)).status_code == 200
    )
    passed = api_client.post(f"{at}{first}/pass/", command_body()).json()["name"]
    assert (passed["passed"], passed["state"]) == (1, "waiting")
    api_client.post(f"{at}{first}/call/", command_body(table="T1", seat=7))
    canceled = api_client.post(
        f"{at}{first}/take-back/", command_body(reason="wrong chair")
    ).json()["name"]
    assert (canceled["state"], canceled["passed"]) == ("waiting", 1)
    moved_entry = api_client.post(
        f"{at}{second}/move/", command_body(to=1, reason="was here before")
    ).json()
    assert moved_entry["name"]["place"] == 1
    removed_response = api_client.post(f"{at}{first}/leave/", command_body(reason="went home"))
    assert removed_response.json()["name"] is None
    assert entry_names(api_client, room) == ["Anvil"]
    leave_response = api_client.post(f"{at}{first}/leave/", command_body(reason="went home"))
    assert (leave_response.status_code, leave_response.json()["code"]) == (409, "not_on_a_list")


def test_second_client_is_refused_the_same_seat(house: House, create_client: CreateClient) -> None:
    first_client = create_client("desk")
    second_client = create_client("desk")
    room = house.room_id
    first, second = (name.number for name in load_waitlists(room).lists[0].entries)
    at = f"rooms/{room}/names/"
    assert (
        first_client.post(f"{at}{first}/seat/", command_body(table="T1", seat=6)).status_code == 200
    )
    limited = second_client.post(f"{at}{second}/seat/", command_body(table="T1", seat=6))
    assert (limited.status_code, limited.json()["code"]) == (409, "chair_taken")


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
def test_invalid_body_is_refused(
    house: House, create_client: CreateClient, act: str, body: Any
) -> None:
    number = load_waitlists(house.room_id).lists[0].entries[0].number
    response = create_client("desk").post(
        f"rooms/{house.room_id}/names/{number}/{act}/", command_body(**body)
    )
    assert (response.status_code, response.json()["code"]) == (400, "bad_body")


def test_house_transfer_needs_a_supervisor(house: House, create_client: CreateClient) -> None:
    number = load_waitlists(house.room_id).lists[0].entries[0].number
    at = f"rooms/{house.room_id}/names/{number}/seat/"
    body = {"table": "T1", "seat": 6, "stake": 5000, "transfer": "broken_game"}
    assert create_client("desk").post(at, command_body(**body)).status_code == 403


def test_unknown_list_and_refused_name(house: House, create_client: CreateClient) -> None:
    api_client = create_client("desk")
    room = house.room_id
    assert api_client.get(f"rooms/{room}/lists/no-such-list/").status_code == 404
    missing = api_client.post(
        f"rooms/{room}/lists/no-such-list/names/", command_body(who="Thimble")
    )
    assert (missing.status_code, missing.json()["code"]) == (422, "no_plaque_named")
    before = Player.objects.count()
    repeated = api_client.post(f"rooms/{room}/lists/{KEY}/names/", command_body(who="Kettle"))
    assert (repeated.status_code, repeated.json()["code"]) == (422, "on_this_list")
    assert Player.objects.count() == before


def test_waitlists_of_another_room_are_not_found(house: House, create_client: CreateClient) -> None:
    api_client = create_client("desk", room=house.other_room)
    room = house.room_id
    number = load_waitlists(room).lists[0].entries[0].number
    for path in ("lists/", f"lists/{KEY}/"):
        assert api_client.get(f"rooms/{room}/{path}").status_code == 404
    for path in (f"lists/{KEY}/names/", f"names/{number}/leave/"):
        response = api_client.post(f"rooms/{room}/{path}", command_body(who="Thimble", reason="x"))
        assert response.status_code == 404


def test_player_page_tokens_are_not_returned(house: House, create_client: CreateClient) -> None:
    token = load_waitlists(house.room_id).lists[0].entries[0].token
    assert token
    api_client = create_client("manager")
    for path in (f"lists/{KEY}/", "lists/"):
        assert token not in api_client.get(f"rooms/{house.room_id}/{path}").content.decode()


def test_desk_shows_which_integration_acted(house: House, create_client: CreateClient) -> None:
    api_client = create_client("desk", name="seating-app")
    first = load_waitlists(house.room_id).lists[0].entries[0].number
    api_client.post(f"rooms/{house.room_id}/names/{first}/leave/", command_body(reason="went home"))
    create_staff("desk", alias="Cobalt", badge="401")
    desk = Client()
    desk.post("/desk/sign-in", {"badge": "401", "pin": PIN})
    page = PageContent(desk.get(f"/desk/{house.room_id}/?list={KEY}"))
    page.item("seating-app")


def test_client_undoes_its_own_act(house: House, create_client: CreateClient) -> None:
    api_client = create_client("desk")
    room = house.room_id
    before = entry_names(api_client, room)
    first = load_waitlists(room).lists[0].entries[0].number
    leave_body = command_body(reason="went home")
    left = api_client.post(f"rooms/{room}/names/{first}/leave/", leave_body).json()
    at = f"rooms/{room}/acts/{left['seq']}/undo/"
    body = command_body()
    other_client = create_client("supervisor", name="other")
    other_response = other_client.post(at, command_body())
    assert (other_response.status_code, other_response.json()["code"]) == (403, "undo_of_another")
    undone = api_client.post(at, body)
    assert (undone.status_code, undone.json()["repeated"]) == (200, False)
    assert api_client.post(at, body).json()["repeated"] is True
    assert entry_names(api_client, room) == before
    again = api_client.post(at, command_body())
    assert (again.status_code, again.json()["code"]) == (409, "undo_already")
    unknown = api_client.post(f"rooms/{room}/acts/99999999/undo/", command_body())
    assert (unknown.status_code, unknown.json()["code"]) == (404, "undo_unknown")


def test_client_seats_no_one_twice(house: House, create_client: CreateClient) -> None:
    api_client = create_client("desk")
    room = house.room_id
    other = table_create(
        room=Room.objects.create(name="Back room"),
        name="T21",
        seats=9,
        plaque=house.game.table.plaque,
        actor="system.test",
        now=house.game.now,
    )
    kettle = Player.objects.get(alias="Kettle")
    TableDriver(other, house.game.now).execute(SeatPlayer(4, kettle.key, "Kettle"))
    number = load_waitlists(room).lists[0].entries[0].number
    response = api_client.post(
        f"rooms/{room}/names/{number}/seat/", command_body(table="T1", seat=7)
    )
    assert (response.status_code, response.json()["code"]) == (409, "player_elsewhere")
    assert response.json()["facts"] == {
        "name": "Kettle",
        "table": "T21",
        "seat": 4,
        "room": "Back room",
    }
    dealer_client = create_client("dealer", name="dealer-client")
    house.game.table.stream.refresh_from_db()
    body = command_body(
        seen=house.game.table.stream.seq,
        name="seat_player",
        args={"seat": 7, "player": kettle.key, "name": "Kettle"},
    )
    response = dealer_client.post(f"tables/{house.game.table.pk}/commands/", body)
    assert (response.status_code, response.json()["code"]) == (409, "player_elsewhere")
