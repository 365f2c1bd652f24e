"""Whole waitlists, seat changes, must-moves and check-ins: for API clients as at the desk."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from players.models import Player
from staff.models import Room
from tables.models import Plaque, Visit
from tests.support.api_fixtures import CreateClient
from tests.support.api_house import House
from tests.support.chain import ChainRoom, create_chain
from tests.support.desk import KEY
from waitlist.actions import WAITLIST


def command_body(**fields: Any) -> dict[str, Any]:
    return {"id": str(uuid4())} | fields


@pytest.fixture
def chain_room(db: None) -> ChainRoom:
    return create_chain()


def test_interest_list_is_opened(house: House, create_client: CreateClient) -> None:
    api_client = create_client("desk")
    at = f"rooms/{house.room_id}/"
    other_plaque = Plaque.objects.earliest("pk")
    other_plaque.pk = None
    other_plaque.name = "Pot-limit Omaha 5/5"
    other_plaque.game = "omaha"
    other_plaque.limit = "pot"
    other_plaque.save()
    body = command_body(game=other_plaque.name, wants=5)
    interest = api_client.post(f"{at}interest/", body).json()
    assert (interest["list"]["kind"], interest["list"]["wants"]) == ("interest", 5)
    assert api_client.post(f"{at}interest/", body).json()["repeated"] is True
    key = interest["list"]["key"]
    assert api_client.post(f"{at}lists/{key}/names/", command_body(who="Kettle")).status_code == 200
    close_response = api_client.post(f"{at}lists/{key}/close/", command_body())
    assert (close_response.status_code, close_response.json()["code"]) == (422, "list_has_names")
    shut = api_client.post(
        f"{at}lists/{key}/close/", command_body(reason="does not open today")
    ).json()
    assert shut["list"] is None
    missing = api_client.post(f"{at}interest/", command_body(game="Go fish 1/2"))
    assert (missing.status_code, missing.json()["code"]) == (422, "no_plaque_named")


def test_seated_player_requests_a_seat_change(
    chain_room: ChainRoom, create_client: CreateClient
) -> None:
    api_client = create_client("desk")
    room = chain_room.desk.room_id
    at = f"rooms/{room}/lists/{KEY}/changes/"
    body = command_body(who="Lee", kind="seat_change", wish=["4", "5"])
    added = api_client.post(at, body)
    assert added.status_code == 200, added.content
    assert (added.json()["list"], added.json()["name"]["wish"]) == ("seats-T2", ["4", "5"])
    assert api_client.post(at, body).json()["repeated"] is True
    unknown_response = api_client.post(at, command_body(who="Thimble", kind="table_change"))
    assert (unknown_response.status_code, unknown_response.json()["code"]) == (
        422,
        "not_in_that_game",
    )
    assert api_client.post(at, command_body(who="Lee", kind="another")).status_code == 400


def test_chain_is_read_by_desks_and_set_by_supervisors(
    chain_room: ChainRoom, create_client: CreateClient
) -> None:
    desk = create_client("desk")
    boss = create_client("supervisor", name="boss")
    at = f"rooms/{chain_room.desk.room_id}/lists/{KEY}/chain/"
    now = desk.get(at).json()
    assert (now["main"], now["feeders"]) == (["T1"], ["T2"])
    body = command_body(main=["T1"], feeders=["T2", "T3"])
    denied = desk.post(at, body)
    assert (denied.status_code, denied.json()["code"]) == (403, "needs_supervisor")
    chain_data = boss.post(at, body).json()
    assert (chain_data["feeders"], chain_data["by"]) == (["T2", "T3"], "api.boss")
    assert boss.post(at, command_body(main=["T9"])).status_code == 404
    assert boss.post(at, command_body(main=[])).json()["at"] is None
    assert desk.get(at.replace(KEY, "no-such-list")).status_code == 404


def test_next_player_moves_and_a_declined_move_is_recorded(
    chain_room: ChainRoom, create_client: CreateClient
) -> None:
    api_client = create_client("desk")
    room = chain_room.desk.room_id
    at = f"rooms/{room}/lists/{KEY}/"
    first, second, _ = (rank.player for rank in chain_room.seniority)
    limited = api_client.post(f"{at}must-moves/", command_body(player=second, table="T1", seat=6))
    assert limited.status_code == 422  # another player is next
    response = api_client.post(
        f"{at}declines/", command_body(player=first, what="last", reason="waits")
    )
    assert response.status_code == 200, response.content
    moved_response = api_client.post(
        f"{at}must-moves/", command_body(player=second, table="T1", seat=6)
    )
    assert moved_response.status_code == 200, moved_response.content
    assert 6 in chain_room.names_by_seat("T1")
    assert WAITLIST.load(room)[0] == moved_response.json()["seq"]


def test_waitlists_of_another_room_are_not_changed(
    house: House, create_client: CreateClient
) -> None:
    api_client = create_client("manager", room=house.other_room)
    at = f"rooms/{house.room_id}/"
    for path in ("close/", "changes/", "chain/", "must-moves/", "declines/"):
        assert api_client.post(f"{at}lists/{KEY}/{path}", command_body()).status_code == 404
    assert api_client.post(f"{at}interest/", command_body(game="x")).status_code == 404
    assert api_client.get(f"{at}lists/{KEY}/chain/").status_code == 404


def test_players_are_checked_in_and_out(house: House, create_client: CreateClient) -> None:
    api_client = create_client("desk")
    other_client = create_client("desk", room=house.other_room, name="elsewhere")
    player = Player.objects.create(alias="Thimble", alias_key="thimble")
    at = f"players/{player.pk}/"
    check_in_response = api_client.post(f"{at}check-in/", {"room": house.room_id})
    assert check_in_response.status_code == 200, check_in_response.content
    assert (check_in_response.json()["player"], check_in_response.json()["out_at"]) == (
        player.key,
        None,
    )
    second_check_in = api_client.post(f"{at}check-in/", {"room": house.room_id})
    assert (second_check_in.status_code, second_check_in.json()["code"]) == (409, "in_already")
    assert second_check_in.json()["detail"] == "Thimble is already checked in."
    foreign = other_client.post(f"{at}check-out/")
    assert (foreign.status_code, foreign.json()["code"]) == (409, "not_in")
    assert (
        other_client.post(f"{at}check-in/", {"room": house.room_id}).json()["code"]
        == "no_such_room"
    )
    assert api_client.post(f"{at}check-out/").status_code == 200
    visit = Visit.objects.get(player=player)
    assert (visit.in_by, visit.out_by) == (api_client.integration.key, api_client.integration.key)
    seated_player = Visit.objects.filter(out_at=None, sittings__left=None).latest("pk").player
    check_out_response = api_client.post(f"players/{seated_player.pk}/check-out/")
    assert (check_out_response.status_code, check_out_response.json()["code"]) == (
        409,
        "still_seated",
    )
    assert api_client.post("players/99999/check-in/", {"room": house.room_id}).status_code == 404


def test_underage_player_is_not_checked_in(house: House, create_client: CreateClient) -> None:
    Room.objects.filter(pk=house.room_id).update(minimum_age=21)
    young = Player.objects.create(alias="Thimble", alias_key="thimble")
    api_client = create_client("desk")
    at = f"players/{young.pk}/check-in/"
    unknown = api_client.post(at, {"room": house.room_id})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "age_unknown")
    Player.objects.filter(pk=young.pk).update(born=datetime.now(UTC).date())
    assert api_client.post(at, {"room": house.room_id}).json()["code"] == "too_young"
    assert not Visit.objects.filter(player=young).exists()
