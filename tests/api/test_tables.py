"""Tables, table states, plaques and commands: as at the tablet, on behalf of the integration."""

import json
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import msgspec
import pytest
from django.db import connections
from django.test import Client

from journal.models import Entry
from staff.models import Room
from tables import lifecycle
from tables.models import Table
from tests.support.api_fixtures import CreateClient
from tests.support.room import ACTOR, NOW, TableDriver


def create_foreign_table(name: str = "T1") -> Table:
    """Return a table of another room."""
    room = Room.objects.create(name="Other room")
    return lifecycle.table_create(room=room, name=name, seats=9, plaque=None, actor=ACTOR, now=NOW)


def test_table_and_its_state_are_read(game: TableDriver, create_client: CreateClient) -> None:
    api_client = create_client("surveillance")
    tables_page = api_client.get("tables/").json()
    assert tables_page["next"] is None
    [item] = tables_page["items"]
    assert (item["name"], item["seats"], item["taken"], item["open"]) == ("T1", 9, 4, True)
    assert item["plaque"]["name"] == "Limit 4/8"
    assert api_client.get(f"tables/{item['id']}/").json() == item
    response = api_client.get(f"tables/{item['id']}/picture/")
    table = Table.objects.get(pk=item["id"])
    shown = json.loads(msgspec.json.encode(table.view))
    assert response.json() == {"id": table.pk, "seq": table.stream.seq, "view": shown}
    repeated_response = api_client.get(f"tables/{item['id']}/picture/")
    assert repeated_response.headers["ETag"] == response.headers["ETag"]


def test_unchanged_table_state_is_not_sent_again(
    game: TableDriver, create_client: CreateClient
) -> None:
    api_client = create_client("surveillance")
    at = f"/api/v1/tables/{game.table.pk}/picture/"
    tag = Client().get(at, headers=api_client.headers).headers["ETag"]
    response = Client().get(at, headers=api_client.headers | {"If-None-Match": tag})
    assert (response.status_code, response.content) == (304, b"")
    game.seat_players(6)
    response = Client().get(at, headers=api_client.headers | {"If-None-Match": tag})
    assert response.status_code == 200


def test_command_is_executed_once_and_logged_under_the_integration(
    game: TableDriver, create_client: CreateClient
) -> None:
    api_client = create_client("dealer", name="seating-app")
    body = {"id": str(uuid4()), "seen": game.seq, "name": "sit_out", "args": {"seat": 2}}
    first = api_client.post(f"tables/{game.table.pk}/commands/", body)
    assert first.status_code == 200, first.content
    assert first.json()["repeated"] is False
    assert first.json()["view"]["seats"][1]["away"] is True
    repeated_response = api_client.post(f"tables/{game.table.pk}/commands/", body)
    assert (repeated_response.status_code, repeated_response.json()["repeated"]) == (200, True)
    assert repeated_response.json()["seq"] == first.json()["seq"]
    entry = Entry.objects.get(command_id=body["id"])
    assert entry.actor == "api.seating-app"
    other = api_client.post(f"tables/{game.table.pk}/commands/", body | {"args": {"seat": 3}})
    assert (other.status_code, other.json()["code"]) == (409, "id_reused")
    later = api_client.post(
        f"tables/{game.table.pk}/commands/", body | {"seen": first.json()["seq"]}
    )
    assert (later.status_code, later.json()["repeated"]) == (200, True)


def test_stale_command_is_refused(game: TableDriver, create_client: CreateClient) -> None:
    api_client = create_client("dealer")
    seen = game.seq
    assert api_client.command(game.table.pk, "deal", seen).status_code == 200
    response = api_client.command(game.table.pk, "deal", seen)
    assert response.status_code == 409
    assert response.headers["Content-Type"] == "application/problem+json"
    body = response.json()
    assert (body["code"], body["facts"]["seen"], body["facts"]["head"]) == ("stale", seen, game.seq)


def test_rule_refusal_names_its_rule(game: TableDriver, create_client: CreateClient) -> None:
    response = create_client("dealer").command(game.table.pk, "leave_seat", game.seq, seat=9)
    assert response.status_code == 422
    assert response.json()["rule"].startswith("S-")
    assert response.json()["detail"]


@pytest.mark.parametrize(
    ("role", "name", "args", "status"),
    [
        ("dealer", "set_button", {"seat": 3}, 403),
        ("supervisor", "set_button", {"seat": 3}, 200),
        ("dealer", "lock_seat", {"seat": 6, "reason": "broken chair"}, 403),
        ("desk", "lock_seat", {"seat": 6, "reason": "broken chair"}, 200),
        ("desk", "deal", {}, 403),
        ("desk", "seat_player", {"seat": 6, "player": "Kettle", "name": "Kettle"}, 200),
        ("supervisor", "push_dealer", {"dealer": "staff.1", "name": "X"}, 400),
        ("manager", "rule", {}, 400),
        ("dealer", "no_such_command", {}, 400),
    ],
)
def test_role_decides_which_table_commands_are_allowed(
    game: TableDriver,
    create_client: CreateClient,
    role: str,
    name: str,
    args: dict[str, Any],
    status: int,
) -> None:
    response = create_client(role).command(game.table.pk, name, game.seq, **args)
    assert response.status_code == status, response.content


def test_table_of_another_room_is_not_found(game: TableDriver, create_client: CreateClient) -> None:
    foreign_table = create_foreign_table()
    api_client = create_client("supervisor", room=game.table.room)
    assert [row["id"] for row in api_client.get("tables/").json()["items"]] == [game.table.pk]
    for path in ("", "picture/"):
        assert api_client.get(f"tables/{foreign_table.pk}/{path}").status_code == 404
    assert api_client.command(foreign_table.pk, "set_button", 0, seat=1).status_code == 404
    assert [row["name"] for row in api_client.get("rooms/").json()["items"]] == ["Small room"]
    assert len(create_client("supervisor").get("rooms/").json()["items"]) == 2


def test_list_is_paged_and_filtered(game: TableDriver, create_client: CreateClient) -> None:
    room = game.table.room
    for name in ("T2", "T3"):
        lifecycle.table_create(room=room, name=name, seats=9, plaque=None, actor=ACTOR, now=NOW)
    api_client = create_client("supervisor")
    first = api_client.get("tables/", size=2, room=room.pk).json()
    assert [item["name"] for item in first["items"]] == ["T1", "T2"]
    next_page = api_client.get(first["next"].removeprefix("/api/v1/")).json()
    assert ([item["name"] for item in next_page["items"]], next_page["next"]) == (["T3"], None)
    assert [item["name"] for item in api_client.get("tables/", name="T3").json()["items"]] == ["T3"]


@pytest.mark.parametrize(
    "query",
    ["size=0", "size=201", "size=many", "nmae=T1", "room=0", "room=9e9", "name=", "after=-1"],
)
def test_invalid_parameter_is_refused(
    game: TableDriver, create_client: CreateClient, query: str
) -> None:
    response = create_client("supervisor").get(f"tables/?{query}")
    assert (response.status_code, response.json()["code"]) == (400, "bad_query")


INVALID_BODIES = {
    "no JSON": b"{",
    "a list": b"[]",
    "a text for a number": b'{"id": "%b", "seen": "5", "name": "deal"}',
    "a field nobody knows": b'{"id": "%b", "seen": 5, "name": "deal", "dealer": "x"}',
    "a NUL": b'{"id": "%b", "seen": 5, "name": "de\\u0000al"}',
    "a huge number": b'{"id": "%b", "seen": 99999999999999999999999999, "name": "deal"}',
    "not UTF-8": b'{"id": "%b", "seen": 5, "name": "\xff"}',
    "deep": b'{"id": "%b", "seen": 5, "name": "deal", "args": {"a": '
    + b"[" * 5000
    + b"]" * 5000
    + b"}}",
    "half a pair of signs": b'{"id": "%b", "seen": 5, "name": "deal", "args": {"a": "\\ud800"}}',
}


@pytest.mark.parametrize("case_name", INVALID_BODIES)
def test_invalid_body_is_refused(
    game: TableDriver, create_client: CreateClient, case_name: str
) -> None:
    body = INVALID_BODIES[case_name].replace(b"%b", str(uuid4()).encode())
    response = create_client("dealer").post(f"tables/{game.table.pk}/commands/", body)
    assert response.status_code == 400, response.content
    assert response.json()["detail"]


def test_arguments_of_the_wrong_kind_are_refused(
    game: TableDriver, create_client: CreateClient
) -> None:
    api_client = create_client("supervisor")
    at = game.table.pk
    for args in (
        {"seat": "3"},
        {"seat": 2**70},
        {"seat": [[[[3]]]]},
        {"seat": None},
        {"seat": 3.5},
    ):
        response = api_client.command(at, "set_button", game.seq, **args)
        assert response.status_code in (400, 422), (args, response.content)
    response = api_client.command(at, "lock_seat", game.seq, seat="3")
    assert response.status_code == 400


def test_oversized_body_and_wrong_content_type_are_refused(
    game: TableDriver, create_client: CreateClient
) -> None:
    api_client = create_client("dealer")
    at = f"tables/{game.table.pk}/commands/"
    assert api_client.post(at, b" " * 20_000).status_code == 413
    form = Client().post(f"/api/v1/{at}", {"seen": "1"}, headers=api_client.headers)
    assert form.status_code == 415


def test_unknown_methods_and_paths_are_refused(
    game: TableDriver, create_client: CreateClient
) -> None:
    api_client = create_client("dealer")
    response = api_client.post("tables/")
    assert (response.status_code, response.headers["Allow"]) == (405, "GET, HEAD")
    for path in ("nothing/", "tables/99999999999/", "tables/0/"):
        response = api_client.get(path)
        assert response.status_code == 404
        assert response.headers["Content-Type"] == "application/problem+json"


@pytest.mark.django_db(transaction=True)
def test_command_sent_concurrently_is_executed_once(
    transactional_db: None, request: pytest.FixtureRequest
) -> None:
    game: TableDriver = request.getfixturevalue("game")
    api_client = request.getfixturevalue("create_client")("dealer")
    body = {"id": str(uuid4()), "seen": game.seq, "name": "deal", "args": {}}
    before = game.seq

    def send(_: int) -> tuple[int, int]:
        try:
            response = api_client.post(f"tables/{game.table.pk}/commands/", body)
            return response.status_code, response.json().get("seq", 0)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(send, range(4)))
    assert {status for status, _ in results} == {200}
    assert len({seq for _, seq in results}) == 1
    assert (
        Entry.objects.filter(stream=game.table.pk, seq__gt=before)
        .values("command_id")
        .distinct()
        .count()
        == 1
    )
