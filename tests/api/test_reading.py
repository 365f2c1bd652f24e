"""Hands, calls, rulings, incidents and players, as a program reads them."""

from datetime import date, timedelta

import pytest

from players.models import Player
from poker import commands as c
from tests.api.conftest import Make
from tests.api.house import House
from tests.tables.room import Small

pytestmark = pytest.mark.db


def test_hands_by_time(game: Small, program: Make) -> None:
    asks, at = program("surveillance"), f"tables/{game.table.pk}/hands/"
    began = []
    for _ in range(3):
        game.do(c.Deal())
        began.append(game.now)
        game.do(c.AwardPot((2,)))
    listed = asks.get(at).json()
    assert [item["number"] for item in listed["items"]] == [3, 2, 1]
    first = asks.get(at, size=2).json()
    then = asks.get(first["next"].removeprefix("/api/v1/")).json()
    assert [item["number"] for item in first["items"] + then["items"]] == [3, 2, 1]
    since = asks.get(at, since=began[1].isoformat(), until=began[2].isoformat()).json()
    assert [item["number"] for item in since["items"]] == [2]
    for wrong in ("yesterday", "2026-11-21T21:42:00", "0001-01-01T00:00:00+14:00", "20261121"):
        assert asks.get(at, since=wrong).status_code == 400


def test_a_hand_step_by_step(house: House, program: Make) -> None:
    asks = program("surveillance")
    at = f"tables/{house.game.table.pk}/hands/1/"
    body = asks.get(at).json()
    names = [event["name"] for step in body["steps"] for event in step["events"]]
    assert names[0] == "hand.started"
    assert body["steps"][0]["events"][0]["data"] == {"number": 1}
    assert not [name for name in names if name.startswith("floor.")]
    assert any("blind" in line for step in body["steps"] for line in step["says"])
    assert asks.get(f"tables/{house.game.table.pk}/hands/9/").json()["code"] == "no_hand"
    phh = asks.get(f"{at}phh/")
    assert phh.status_code in (200, 422)
    if phh.status_code == 200:
        assert phh.headers["Content-Type"].startswith("text/plain")


def test_calls_and_rulings(house: House, program: Make) -> None:
    asks = program("supervisor")
    [call] = asks.get("calls/").json()["items"]
    assert (call["status"], call["key"], call["table"]["name"]) == ("ruled", "premature_turn", "T1")
    [ruling] = asks.get("rulings/", key="premature_turn", decision="accepted").json()["items"]
    assert (ruling["call"], ruling["by"], ruling["version"]) == (call["id"], "Oak", 1)
    assert ruling["result"]
    assert asks.get("rulings/", decision="overridden").json()["items"] == []
    assert asks.get("calls/", status="open").json()["items"] == []
    assert asks.get(f"rulings/{ruling['id']}/").json() == ruling
    assert asks.get(f"calls/{call['id']}/").json() == call
    day = house.game.now + timedelta(days=1)
    assert asks.get("rulings/", since=day.isoformat()).json()["items"] == []


def test_incidents(house: House, program: Make) -> None:
    asks = program("supervisor")
    [incident] = asks.get("incidents/", category="etq_01_decorum").json()["items"]
    assert (incident["seat"], incident["note"], incident["dealer"]) == (2, "said it twice", "Wren")
    assert incident["player"]["alias"] == "Pebble 2"
    assert asks.get(f"incidents/{incident['id']}/").json() == incident


def test_another_rooms_are_none(house: House, program: Make) -> None:
    asks = program("manager", room=house.other)
    numbers = house.numbers()
    for what in ("call", "ruling", "incident"):
        assert asks.get(f"{what}s/").json()["items"] == []
        assert asks.get(f"{what}s/{numbers[what]}/").status_code == 404
        assert asks.get(f"{what}s/", room=house.room_id).json()["items"] == []
    assert asks.get(f"tables/{numbers['table']}/hands/").status_code == 404
    assert asks.get(f"tables/{numbers['table']}/hands/1/").status_code == 404
    assert asks.get(f"tables/{numbers['table']}/hands/1/phh/").status_code == 404
    assert asks.get(f"plaques/{numbers['plaque']}/").status_code == 404


def test_legal_names_need_their_own_scope_and_a_role_that_has_them(
    house: House, program: Make
) -> None:
    player = Player.objects.earliest("pk")
    Player.objects.filter(pk=player.pk).update(legal_name="Invented Name", born=date(1990, 12, 31))
    plain = program("manager", "players:read")
    [item] = plain.get("players/", alias=player.alias).json()["items"]
    assert (item["key"], item["legal_name"], item["born"]) == (player.key, None, None)
    legal = program("manager", "players:read", "players:legal_names")
    body = legal.get(f"players/{player.pk}/").json()
    assert (body["legal_name"], body["born"]) == ("Invented Name", "1990-12-31")
    role = legal.integration.role  # and no longer, when the house takes it from the role
    role.permissions.remove(role.permissions.get(codename="view_legal_name"))
    assert legal.get(f"players/{player.pk}/").json()["legal_name"] is None
    for path in ("tables/", "incidents/", "rulings/", "calls/"):
        assert "Invented" not in program("manager").get(path).content.decode()
