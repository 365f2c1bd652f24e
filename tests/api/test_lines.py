"""Whole lists, changes and must-moves, and who comes and goes: for programs as at the desk."""

from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest

from players.models import Player
from tables.models import Plaque, Room, Visit
from tables.waitlist.execute import load_waitlists
from tests.api.conftest import Make
from tests.api.house import House
from tests.tables.lists.chain import Floor, floor_of
from tests.tables.lists.desk import KEY

pytestmark = pytest.mark.db


def said(**more: Any) -> dict[str, Any]:
    return {"id": str(uuid4())} | more


@pytest.fixture
def floor(db: None) -> Floor:
    return floor_of()


def test_a_list_for_a_game_that_does_not_run(house: House, program: Make) -> None:
    asks, at = program("desk"), f"rooms/{house.room_id}/"
    other = Plaque.objects.earliest("pk")
    other.pk, other.name = None, "Pot-limit Omaha 5/5"
    other.save()
    body = said(game=other.name, wants=5)
    opened = asks.post(f"{at}interest/", body).json()
    assert (opened["list"]["kind"], opened["list"]["wants"]) == ("interest", 5)
    assert asks.post(f"{at}interest/", body).json()["repeated"] is True
    key = opened["list"]["key"]
    assert asks.post(f"{at}lists/{key}/names/", said(who="Kettle")).status_code == 200
    kept = asks.post(f"{at}lists/{key}/close/", said())
    assert (kept.status_code, kept.json()["code"]) == (422, "list_has_names")
    shut = asks.post(f"{at}lists/{key}/close/", said(reason="does not open today")).json()
    assert shut["list"] is None
    none = asks.post(f"{at}interest/", said(game="Go fish 1/2"))
    assert (none.status_code, none.json()["code"]) == (422, "no_game")


def test_who_sits_asks_for_another_seat(floor: Floor, program: Make) -> None:
    asks, room = program("desk"), floor.desk.room_id
    at = f"rooms/{room}/lists/{KEY}/changes/"
    body = said(who="Lee", kind="seat_change", wish=["4", "5"])
    asked = asks.post(at, body)
    assert asked.status_code == 200, asked.content
    assert (asked.json()["list"], asked.json()["name"]["wish"]) == ("seats-T2", ["4", "5"])
    assert asks.post(at, body).json()["repeated"] is True
    nobody = asks.post(at, said(who="Thimble", kind="table_change"))
    assert (nobody.status_code, nobody.json()["code"]) == (422, "not_in_that_game")
    assert asks.post(at, said(who="Lee", kind="another")).status_code == 400


def test_a_chain_is_read_by_desks_and_set_by_supervisors(floor: Floor, program: Make) -> None:
    desk, boss = program("desk"), program("supervisor", name="boss")
    at = f"rooms/{floor.desk.room_id}/lists/{KEY}/chain/"
    now = desk.get(at).json()
    assert (now["main"], now["feeders"]) == (["T1"], ["T2"])
    body = said(main=["T1"], feeders=["T2", "T3"])
    refused = desk.post(at, body)
    assert (refused.status_code, refused.json()["code"]) == (403, "needs_supervisor")
    done = boss.post(at, body).json()
    assert (done["feeders"], done["by"]) == (["T2", "T3"], "api.boss")
    assert boss.post(at, said(main=["T9"])).status_code == 404
    assert boss.post(at, said(main=[])).json()["at"] is None
    assert desk.get(at.replace(KEY, "no-such-list")).status_code == 404


def test_who_is_due_moves_and_who_does_not_want_to_says_so(floor: Floor, program: Make) -> None:
    asks, room = program("desk"), floor.desk.room_id
    at = f"rooms/{room}/lists/{KEY}/"
    first, second, _ = (rank.player for rank in floor.seniors)
    late = asks.post(f"{at}must-moves/", said(player=second, table="T1", seat=6))
    assert late.status_code == 422  # somebody is due before
    answer = asks.post(f"{at}declines/", said(player=first, what="last", reason="waits"))
    assert answer.status_code == 200, answer.content
    moved = asks.post(f"{at}must-moves/", said(player=second, table="T1", seat=6))
    assert moved.status_code == 200, moved.content
    assert 6 in floor.at("T1")
    assert load_waitlists(room).seq == moved.json()["seq"]


def test_another_rooms_lists_are_none(house: House, program: Make) -> None:
    asks, at = program("manager", room=house.other), f"rooms/{house.room_id}/"
    for path in ("close/", "changes/", "chain/", "must-moves/", "declines/"):
        assert asks.post(f"{at}lists/{KEY}/{path}", said()).status_code == 404
    assert asks.post(f"{at}interest/", said(game="x")).status_code == 404
    assert asks.get(f"{at}lists/{KEY}/chain/").status_code == 404


def test_players_come_and_go(house: House, program: Make) -> None:
    asks, other = program("desk"), program("desk", room=house.other, name="elsewhere")
    player = Player.objects.create(alias="Thimble", alias_key="thimble")
    at = f"players/{player.pk}/"
    came = asks.post(f"{at}check-in/", {"room": house.room_id})
    assert came.status_code == 200, came.content
    assert (came.json()["player"], came.json()["out_at"]) == (player.key, None)
    twice = asks.post(f"{at}check-in/", {"room": house.room_id})
    assert (twice.status_code, twice.json()["code"]) == (409, "in_already")
    assert twice.json()["detail"] == "Thimble is already checked in."
    foreign = other.post(f"{at}check-out/")
    assert (foreign.status_code, foreign.json()["code"]) == (409, "not_in")
    assert other.post(f"{at}check-in/", {"room": house.room_id}).json()["code"] == "no_such_room"
    assert asks.post(f"{at}check-out/").status_code == 200
    visit = Visit.objects.get(player=player)
    assert (visit.in_by, visit.out_by) == (asks.integration.key, asks.integration.key)
    sits = Visit.objects.filter(out_at=None, sittings__left=None).latest("pk").player
    seated = asks.post(f"players/{sits.pk}/check-out/")
    assert (seated.status_code, seated.json()["code"]) == (409, "still_seated")
    assert asks.post("players/99999/check-in/", {"room": house.room_id}).status_code == 404


def test_who_is_too_young_is_not_let_in(house: House, program: Make) -> None:
    Room.objects.filter(pk=house.room_id).update(minimum_age=21)
    young = Player.objects.create(alias="Thimble", alias_key="thimble")
    asks, at = program("desk"), f"players/{young.pk}/check-in/"
    unknown = asks.post(at, {"room": house.room_id})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "age_unknown")
    Player.objects.filter(pk=young.pk).update(born=datetime.now(UTC).date())
    assert asks.post(at, {"room": house.room_id}).json()["code"] == "too_young"
    assert not Visit.objects.filter(player=young).exists()
