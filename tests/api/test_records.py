"""Hands, calls, rulings, incidents and players through the API."""

from datetime import date, timedelta

from players.models import Player
from poker import commands as c
from tests.support.api_fixtures import CreateClient
from tests.support.api_house import House
from tests.support.room import TableDriver
from tests.support.special_hands import STAKES, deal_bomb_pot, deal_straddled, end_hand


def test_hands_are_listed_newest_first_and_by_time(
    game: TableDriver, create_client: CreateClient
) -> None:
    api_client = create_client("surveillance")
    at = f"tables/{game.table.pk}/hands/"
    start_times = []
    for _ in range(3):
        game.execute(c.Deal())
        start_times.append(game.now)
        game.execute(c.AwardPot((2,)))
    hands_page = api_client.get(at).json()
    assert [item["number"] for item in hands_page["items"]] == [3, 2, 1]
    first = api_client.get(at, size=2).json()
    next_page = api_client.get(first["next"].removeprefix("/api/v1/")).json()
    assert [item["number"] for item in first["items"] + next_page["items"]] == [3, 2, 1]
    since = api_client.get(
        at, since=start_times[1].isoformat(), until=start_times[2].isoformat()
    ).json()
    assert [item["number"] for item in since["items"]] == [2]
    for bad_time in ("yesterday", "2026-11-21T21:42:00", "0001-01-01T00:00:00+14:00", "20261121"):
        assert api_client.get(at, since=bad_time).status_code == 400


def test_hands_have_their_kinds_and_are_listed_by_kind(
    game: TableDriver, create_client: CreateClient
) -> None:
    api_client = create_client("surveillance")
    game.execute(c.ChangePlaque(STAKES))
    game.execute(c.Deal())
    end_hand(game)
    deal_bomb_pot(game)
    deal_straddled(game)
    at = f"tables/{game.table.pk}/hands/"
    items = api_client.get(at).json()["items"]
    bomb_pot = {"kind": "bomb_pot_two_boards", "count": 2, "amount": 1000}
    straddle = {"kind": "straddle", "count": 1, "amount": 400}
    assert [(item["number"], item["kinds"]) for item in items] == [
        (3, [straddle]),
        (2, [bomb_pot]),
        (1, []),
    ]
    found = api_client.get(at, kind="bomb_pot_two_boards").json()["items"]
    assert [item["number"] for item in found] == [2]
    assert api_client.get(at, kind="kill").json()["items"] == []
    assert api_client.get(at, kind="odd").status_code == 400
    assert api_client.get(f"{at}2/").json()["kinds"] == [bomb_pot]
    assert api_client.get(f"{at}1/").json()["kinds"] == []


def test_hand_has_its_steps_without_floor_events(house: House, create_client: CreateClient) -> None:
    api_client = create_client("surveillance")
    at = f"tables/{house.game.table.pk}/hands/1/"
    body = api_client.get(at).json()
    names = [event["name"] for step in body["steps"] for event in step["events"]]
    assert names[0] == "hand.started"
    assert body["steps"][0]["events"][0]["data"] == {"number": 1}
    assert not [name for name in names if name.startswith("floor.")]
    assert any("blind" in text for step in body["steps"] for text in step["says"])
    assert api_client.get(f"tables/{house.game.table.pk}/hands/9/").json()["code"] == "no_such_hand"
    phh = api_client.get(f"{at}phh/")
    assert phh.status_code in (200, 422)
    if phh.status_code == 200:
        assert phh.headers["Content-Type"].startswith("text/plain")


def test_calls_and_rulings_are_listed_and_filtered(
    house: House, create_client: CreateClient
) -> None:
    api_client = create_client("supervisor")
    [call] = api_client.get("calls/").json()["items"]
    assert (call["status"], call["key"], call["table"]["name"]) == ("ruled", "premature_turn", "T1")
    [ruling] = api_client.get("rulings/", key="premature_turn", decision="accepted").json()["items"]
    assert (ruling["call"], ruling["by"], ruling["version"]) == (call["id"], "Oak", 1)
    assert ruling["result"]
    assert api_client.get("rulings/", decision="overridden").json()["items"] == []
    assert api_client.get("calls/", status="open").json()["items"] == []
    assert api_client.get(f"rulings/{ruling['id']}/").json() == ruling
    assert api_client.get(f"calls/{call['id']}/").json() == call
    day = house.game.now + timedelta(days=1)
    assert api_client.get("rulings/", since=day.isoformat()).json()["items"] == []


def test_incidents_are_listed_by_category(house: House, create_client: CreateClient) -> None:
    api_client = create_client("supervisor")
    [incident] = api_client.get("incidents/", category="etq_01_decorum").json()["items"]
    assert (incident["seat"], incident["note"], incident["dealer"]) == (2, "said it twice", "Wren")
    assert incident["player"]["alias"] == "Pebble 2"
    assert api_client.get(f"incidents/{incident['id']}/").json() == incident


def test_records_of_another_room_are_not_found(house: House, create_client: CreateClient) -> None:
    api_client = create_client("manager", room=house.other_room)
    numbers = house.path_parameters()
    for resource in ("call", "ruling", "incident"):
        assert api_client.get(f"{resource}s/").json()["items"] == []
        assert api_client.get(f"{resource}s/{numbers[resource]}/").status_code == 404
        assert api_client.get(f"{resource}s/", room=house.room_id).json()["items"] == []
    assert api_client.get(f"tables/{numbers['table']}/hands/").status_code == 404
    assert api_client.get(f"tables/{numbers['table']}/hands/1/").status_code == 404
    assert api_client.get(f"tables/{numbers['table']}/hands/1/phh/").status_code == 404
    assert api_client.get(f"plaques/{numbers['plaque']}/").status_code == 404


def test_legal_names_need_their_own_scope_and_a_permitted_role(
    house: House, create_client: CreateClient
) -> None:
    player = Player.objects.earliest("pk")
    Player.objects.filter(pk=player.pk).update(legal_name="Invented Name", born=date(1990, 12, 31))
    limited_client = create_client("manager", "players:read")
    [item] = limited_client.get("players/", alias=player.alias).json()["items"]
    assert (item["key"], item["legal_name"], item["born"]) == (player.key, None, None)
    legal = create_client("manager", "players:read", "players:legal_names")
    body = legal.get(f"players/{player.pk}/").json()
    assert (body["legal_name"], body["born"]) == ("Invented Name", "1990-12-31")
    role = legal.integration.role  # and no longer, when the house takes it from the role
    role.permissions.remove(role.permissions.get(codename="view_legal_name"))
    assert legal.get(f"players/{player.pk}/").json()["legal_name"] is None
    for path in ("tables/", "incidents/", "rulings/", "calls/"):
        assert "Invented" not in create_client("manager").get(path).content.decode()
