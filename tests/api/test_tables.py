"""Tables, pictures, plaques and commands: as at the tablet, in the name of the program."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import uuid4

import pytest
from django.db import connections
from django.test import Client

from journal.models import Entry
from tables import lifecycle
from tables.models import Room, Table
from tests.api.conftest import Make
from tests.tables.room import ACTOR, NOW, Small

pytestmark = pytest.mark.db


def other_table(name: str = "T1") -> Table:
    """Of another room."""
    room = Room.objects.create(name="Other room")
    return lifecycle.table_create(room=room, name=name, seats=9, plaque=None, actor=ACTOR, now=NOW)


def test_a_table_and_its_picture(game: Small, program: Make) -> None:
    asks = program("surveillance")
    listed = asks.get("tables/").json()
    assert listed["next"] is None
    [item] = listed["items"]
    assert (item["name"], item["seats"], item["taken"], item["open"]) == ("T1", 9, 4, True)
    assert item["plaque"]["name"] == "Limit 4/8"
    assert asks.get(f"tables/{item['id']}/").json() == item
    answer = asks.get(f"tables/{item['id']}/picture/")
    assert answer.json() == {"id": item["id"], "seq": game.seq, "view": game.table.stream.view}
    again = asks.get(f"tables/{item['id']}/picture/")
    assert again.headers["ETag"] == answer.headers["ETag"]


def test_a_picture_that_did_not_change_is_not_sent_again(game: Small, program: Make) -> None:
    asks, at = program("surveillance"), f"/api/v1/tables/{game.table.pk}/picture/"
    tag = Client().get(at, headers=asks.headers).headers["ETag"]
    answer = Client().get(at, headers=asks.headers | {"If-None-Match": tag})
    assert (answer.status_code, answer.content) == (304, b"")
    game.sit(6)
    answer = Client().get(at, headers=asks.headers | {"If-None-Match": tag})
    assert answer.status_code == 200


def test_a_command_is_carried_out_once_and_stands_in_the_log_under_the_programs_name(
    game: Small, program: Make
) -> None:
    asks = program("dealer", name="seating-app")
    body = {"id": str(uuid4()), "seen": game.seq, "name": "sit_out", "args": {"seat": 2}}
    first = asks.post(f"tables/{game.table.pk}/commands/", body)
    assert first.status_code == 200, first.content
    assert first.json()["repeated"] is False
    assert first.json()["view"]["seats"][1]["away"] is True
    again = asks.post(f"tables/{game.table.pk}/commands/", body)
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    assert again.json()["seq"] == first.json()["seq"]
    entry = Entry.objects.get(command_id=body["id"])
    assert entry.actor == "api.seating-app"


def test_a_stale_command_is_told_so(game: Small, program: Make) -> None:
    asks = program("dealer")
    seen = game.seq
    assert asks.command(game.table.pk, "deal", seen).status_code == 200
    answer = asks.command(game.table.pk, "deal", seen)
    assert answer.status_code == 409
    assert answer.headers["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert (body["code"], body["facts"]["seen"], body["facts"]["head"]) == ("stale", seen, game.seq)


def test_what_the_rules_refuse_is_said_with_its_rule(game: Small, program: Make) -> None:
    answer = program("dealer").command(game.table.pk, "leave_seat", game.seq, seat=9)
    assert answer.status_code == 422
    assert answer.json()["rule"].startswith("S-")
    assert answer.json()["detail"]


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
def test_roles_at_a_table(
    game: Small, program: Make, role: str, name: str, args: dict[str, Any], status: int
) -> None:
    answer = program(role).command(game.table.pk, name, game.seq, **args)
    assert answer.status_code == status, answer.content


def test_another_rooms_table_is_none(game: Small, program: Make) -> None:
    other = other_table()
    asks = program("supervisor", room=game.table.room)
    assert [row["id"] for row in asks.get("tables/").json()["items"]] == [game.table.pk]
    for path in ("", "picture/"):
        assert asks.get(f"tables/{other.pk}/{path}").status_code == 404
    assert asks.command(other.pk, "set_button", 0, seat=1).status_code == 404
    assert [row["name"] for row in asks.get("rooms/").json()["items"]] == ["Small room"]
    assert len(program("supervisor").get("rooms/").json()["items"]) == 2


def test_lists_come_in_pieces(game: Small, program: Make) -> None:
    room = game.table.room
    for name in ("T2", "T3"):
        lifecycle.table_create(room=room, name=name, seats=9, plaque=None, actor=ACTOR, now=NOW)
    asks = program("supervisor")
    first = asks.get("tables/", size=2, room=room.pk).json()
    assert [item["name"] for item in first["items"]] == ["T1", "T2"]
    then = asks.get(first["next"].removeprefix("/api/v1/")).json()
    assert ([item["name"] for item in then["items"]], then["next"]) == (["T3"], None)
    assert [item["name"] for item in asks.get("tables/", name="T3").json()["items"]] == ["T3"]


@pytest.mark.parametrize(
    "query",
    ["size=0", "size=201", "size=many", "nmae=T1", "room=0", "room=9e9", "name=", "after=-1"],
)
def test_a_wrong_parameter_is_refused(game: Small, program: Make, query: str) -> None:
    answer = program("supervisor").get(f"tables/?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_query")


BAD = {
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


@pytest.mark.parametrize("what", BAD)
def test_a_body_that_is_none_is_refused(game: Small, program: Make, what: str) -> None:
    body = BAD[what].replace(b"%b", str(uuid4()).encode())
    answer = program("dealer").post(f"tables/{game.table.pk}/commands/", body)
    assert answer.status_code == 400, answer.content
    assert answer.json()["detail"]


def test_arguments_of_the_wrong_kind_are_refused(game: Small, program: Make) -> None:
    asks, at = program("supervisor"), game.table.pk
    for args in (
        {"seat": "3"},
        {"seat": 2**70},
        {"seat": [[[[3]]]]},
        {"seat": None},
        {"seat": 3.5},
    ):
        answer = asks.command(at, "set_button", game.seq, **args)
        assert answer.status_code in (400, 422), (args, answer.content)
    answer = asks.command(at, "lock_seat", game.seq, seat="3")
    assert answer.status_code == 400


def test_a_large_body_and_another_type_are_refused(game: Small, program: Make) -> None:
    asks, at = program("dealer"), f"tables/{game.table.pk}/commands/"
    assert asks.post(at, b" " * 20_000).status_code == 413
    form = Client().post(f"/api/v1/{at}", {"seen": "1"}, headers=asks.headers)
    assert form.status_code == 415


def test_what_is_no_method_and_no_address(game: Small, program: Make) -> None:
    asks = program("dealer")
    answer = asks.post("tables/")
    assert (answer.status_code, answer.headers["Allow"]) == (405, "GET, HEAD")
    for path in ("nothing/", "tables/99999999999/", "tables/0/"):
        answer = asks.get(path)
        assert answer.status_code == 404
        assert answer.headers["Content-Type"] == "application/problem+json"


@pytest.mark.django_db(transaction=True)
def test_one_command_sent_by_many_at_once_is_carried_out_once(
    transactional_db: None, request: pytest.FixtureRequest
) -> None:
    game: Small = request.getfixturevalue("game")
    asks = request.getfixturevalue("program")("dealer")
    body = {"id": str(uuid4()), "seen": game.seq, "name": "deal", "args": {}}
    before = game.seq

    def send(_: int) -> tuple[int, int]:
        try:
            answer = asks.post(f"tables/{game.table.pk}/commands/", body)
            return answer.status_code, answer.json().get("seq", 0)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as pool:
        told = list(pool.map(send, range(4)))
    assert {status for status, _ in told} == {200}
    assert len({seq for _, seq in told}) == 1
    assert (
        Entry.objects.filter(stream=game.table.pk, seq__gt=before)
        .values("command_id")
        .distinct()
        .count()
        == 1
    )
