"""Who may ask what: each address wants its scope, a role that carries it, and a token that is good now."""

import time
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from api.integrations import (
    find_valid_token,
    integration_disable,
    integration_make,
    token_make,
    token_revoke,
)
from api.models import Integration, Token
from api.openapi import EXAMPLES
from api.scopes import SCOPES
from poker.refusal import Refusal
from tables.models import Room
from tests.api.conftest import Make, carried_by
from tests.api.house import House

pytestmark = pytest.mark.db

NOBODY = ""  # any good token
# Address and method: what its token needs. An address that is missing here fails.
ROWS: dict[tuple[str, str], str] = {
    ("me/", "get"): NOBODY,
    ("rooms/", "get"): NOBODY,
    ("tables/", "get"): "tables:read",
    ("tables/{table}/", "get"): "tables:read",
    ("tables/{table}/picture/", "get"): "tables:read",
    ("tables/{table}/commands/", "post"): "tables:command",
    ("tables/{table}/hands/", "get"): "hands:read",
    ("tables/{table}/hands/{number}/", "get"): "hands:read",
    ("tables/{table}/hands/{number}/phh/", "get"): "hands:read",
    ("plaques/", "get"): "tables:read",
    ("plaques/{plaque}/", "get"): "tables:read",
    ("rooms/{room}/lists/", "get"): "lists:read",
    ("rooms/{room}/lists/{key}/", "get"): "lists:read",
    ("rooms/{room}/lists/{key}/names/", "post"): "lists:write",
    **{
        (f"rooms/{{room}}/names/{{number}}/{act}/", "post"): "lists:write"
        for act in (
            *("arrive", "call", "hold", "seat", "pass"),
            *("page", "take-back", "leave", "move"),
        )
    },
    **{
        (f"rooms/{{room}}/lists/{{key}}/{act}/", "post"): "lists:write"
        for act in ("close", "changes", "chain", "must-moves", "declines")
    },
    ("rooms/{room}/lists/{key}/chain/", "get"): "lists:read",
    ("rooms/{room}/interest/", "post"): "lists:write",
    ("rooms/{room}/reports/", "get"): "reports:read",
    ("calls/", "get"): "rulings:read",
    ("calls/{call}/", "get"): "rulings:read",
    ("rulings/", "get"): "rulings:read",
    ("rulings/{ruling}/", "get"): "rulings:read",
    ("incidents/", "get"): "incidents:read",
    ("incidents/{incident}/", "get"): "incidents:read",
    ("players/", "get"): "players:read",
    ("players/{player}/", "get"): "players:read",
    ("players/{player}/check-in/", "post"): "players:check_in",
    ("players/{player}/check-out/", "post"): "players:check_in",
    ("webhooks/", "get"): "webhooks:manage",
    ("webhooks/", "post"): "webhooks:manage",
    ("webhooks/{hook}/", "get"): "webhooks:manage",
    ("webhooks/{hook}/", "delete"): "webhooks:manage",
    ("webhooks/{hook}/rotate/", "post"): "webhooks:manage",
    ("webhooks/{hook}/deliveries/", "get"): "webhooks:manage",
    ("webhooks/{hook}/deliveries/{delivery}/again/", "post"): "webhooks:manage",
}
ONES_OWN = "{hook}"  # another program's are 404, whoever asks
# Which roles carry what: a role that is given more, or less, fails.
CARRIED = {
    "dealer": {"tables:read", "tables:command", "webhooks:manage"},
    "desk": {
        *("tables:read", "tables:command", "lists:read", "lists:write"),
        *("players:read", "players:legal_names", "players:check_in", "webhooks:manage"),
    },
    "supervisor": set(SCOPES) - {"players:legal_names"},
    "manager": set(SCOPES),
    "surveillance": {
        *("tables:read", "lists:read", "hands:read", "rulings:read", "incidents:read"),
        *("reports:read", "players:read", "webhooks:manage"),
    },
}


def _ask(method: str, path: str, token: str) -> Any:
    client, at = Client(), f"/api/v1/{path}"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if method in ("get", "delete"):
        return getattr(client, method)(at, headers=headers)
    return client.post(at, {}, content_type="application/json", headers=headers)


def test_every_address_has_a_row() -> None:
    body = Client().get("/api/schema/").json()["paths"]
    there = {(at.removeprefix("/api/v1/"), method) for at, text in body.items() for method in text}
    assert there == set(ROWS)


@pytest.mark.once
def test_each_address_wants_its_scope(house: House, program: Make) -> None:
    numbers = house.numbers() | {"number": 1}
    bare = program("manager", "webhooks:manage", name="bare").token
    other = program("manager", "tables:read", name="other").token
    each: dict[str, str] = {
        scope: program("manager", scope, name=scope.replace(":", "-").replace("_", "-")).token
        for scope in SCOPES
    }
    wrong: list[Any] = []
    for (path, method), scope in ROWS.items():
        at = path.format(**numbers)
        nobody = _ask(method, at, "")
        unknown = _ask(method, at, "fb_nobody")
        if (nobody.status_code, unknown.status_code) != (401, 401):
            wrong.append((method, at, "no token"))
        if not scope:
            continue
        without = _ask(method, at, bare if scope != "webhooks:manage" else other)
        body = without.json()
        if (without.status_code, body["code"], body["facts"]) != (
            403,
            "no_scope",
            {"scope": scope},
        ):
            wrong.append((method, at, "another scope"))
        got_in = _ask(method, at, each[scope]).status_code
        if got_in in (401, 403, 500) or (got_in == 404) != (ONES_OWN in path):
            wrong.append((method, at, "its scope"))
    assert wrong == []


def test_what_each_role_carries(db: None) -> None:
    assert {role: set(carried_by(role)) for role in CARRIED} == CARRIED


def test_a_scope_that_the_role_lost_opens_nothing(house: House, program: Make) -> None:
    asks = program("supervisor")
    assert asks.get("incidents/").status_code == 200
    role = asks.integration.role
    role.permissions.remove(role.permissions.get(codename="view_incident"))
    answer = asks.get("incidents/")
    assert (answer.status_code, answer.json()["code"]) == (403, "role_never")
    assert "incidents:read" not in asks.get("me/").json()["scopes"]


def test_a_token_is_kept_as_its_hash_and_is_told_once(program: Make) -> None:
    asks = program("desk")
    token = Token.objects.get()
    assert asks.token.startswith("fb_")
    assert asks.token not in str(Token.objects.values_list())
    assert token.hint == asks.token[-4:]
    me = asks.get("me/").json()
    assert (me["name"], me["actor"], me["role"], me["room"]) == (
        "desk-0",
        "api.desk-0",
        "desk",
        None,
    )
    token.refresh_from_db()
    assert token.used_at is not None


def test_a_token_ends(program: Make) -> None:
    now = timezone.now()
    asks = program("desk")
    token = Token.objects.get()
    one, text = token_make(integration=asks.integration, days=1, by=None, now=now)
    assert find_valid_token(text=text, now=now) == one
    assert find_valid_token(text=text, now=now + timedelta(days=1)) is None
    token_revoke(token=token, now=now)
    gone = asks.get("me/")
    assert (gone.status_code, gone.json()["code"]) == (401, "bad_token")
    assert gone.headers["WWW-Authenticate"] == "Bearer"
    assert find_valid_token(text=text, now=now) == one
    integration_disable(integration=asks.integration, now=now)
    assert find_valid_token(text=text, now=now) is None
    asks.integration.refresh_from_db()
    with pytest.raises(Refusal, match="shut_out"):
        token_make(integration=asks.integration, days=1, by=None, now=now)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"name": "staff.1"}, "integration_name"),
        ({"name": "Seating"}, "integration_name"),
        ({"name": "a" * 41}, "integration_name"),
        ({"name": "one\n"}, "integration_name"),
        ({"role": "owner"}, "no_role"),
        ({"scopes": []}, "no_scope_named"),
        ({"scopes": ["tables:write"]}, "unknown_scope"),
        ({"role": "dealer", "scopes": ["rulings:read"]}, "role_lacks"),
        ({"name": "taken"}, "integration_taken"),
    ],
)
def test_what_is_no_integration(program: Make, said: dict[str, Any], code: str) -> None:
    program("desk", name="taken")
    plain: dict[str, Any] = {"name": "new", "role": "desk", "scopes": ["lists:read"], "room": None}
    with pytest.raises(Refusal) as refused:
        integration_make(**(plain | said), by=None, now=timezone.now())
    assert refused.value.code == code
    assert Integration.objects.count() == 1


def test_a_cookie_is_no_token(house: House) -> None:
    client = Client()
    client.post("/floor/sign-in", {"badge": "201", "pin": "2580"})
    assert client.get("/api/v1/tables/").status_code == 401


def test_who_asks_too_often_waits(program: Make, settings: Settings) -> None:
    settings.API_RATE, settings.API_WRITE_RATE = 3, 1
    asks, other = program("desk"), program("desk")
    with patch("api.endpoint.time.time", return_value=time.time() // 60 * 60 + 20):
        assert [asks.get("me/").status_code for _ in range(4)] == [200, 200, 200, 429]
        late = asks.get("tables/")
        assert (late.headers["Retry-After"], late.json()["code"]) == ("40", "too_often")
        assert other.get("me/").status_code == 200
        sent = [asks.post("tables/1/commands/").status_code for _ in range(2)]
        assert sent == [404, 429]
    with patch("api.endpoint.time.time", return_value=time.time() // 60 * 60 + 60):
        assert asks.get("me/").status_code == 200


def test_tokens_by_command(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    Room.objects.create(name="Small room")
    call_command(
        *("api_token", "make", "seating-app", "--role", "desk", "--room", "Small room"),
        *("--scope", "lists:read", "--scope", "lists:write", "--days", "30"),
    )
    text = capsys.readouterr().out.split()[-1]
    token = find_valid_token(text=text, now=timezone.now())
    assert token is not None
    assert token.integration.scopes == ["lists:read", "lists:write"]
    assert token.expires_at is not None
    call_command("api_token", "another", "seating-app")
    second = capsys.readouterr().out.split()[-1]
    call_command("api_token", "list")
    listed = capsys.readouterr().out
    assert text not in listed
    assert token.hint in listed
    call_command("api_token", "revoke", "seating-app", "--token", token.hint)
    assert find_valid_token(text=text, now=timezone.now()) is None
    assert find_valid_token(text=second, now=timezone.now()) is not None
    call_command("api_token", "shut", "seating-app")
    assert find_valid_token(text=second, now=timezone.now()) is None
    with pytest.raises(CommandError, match="allow the scope"):
        call_command("api_token", "make", "x", "--role", "dealer", "--scope", "lists:read")
    with pytest.raises(CommandError, match="No such room"):
        call_command(
            *("api_token", "make", "x", "--role", "desk", "--scope", "lists:read", "--room", "Y")
        )


def test_each_address_that_is_read_answers(house: House, program: Make) -> None:
    """With what is there and is shown as its example: the test of the schema takes any status that is described."""
    asks = program("manager")
    hook = asks.post("webhooks/", {"url": "https://seating.example/a", "events": ["list.changed"]})
    hand = {"number": house.game.table.stream.view["hand"]["number"]}
    numbers = house.numbers() | {"hook": hook.json()["hook"]["id"]} | hand
    data = {"rooms/{room}/reports/": "?first=2026-11-21&last=2026-11-21"}
    described = Client().get("/api/schema/").json()["paths"]
    refused: dict[str, int] = {}
    shown: set[str] = set()
    for path, method in ROWS:
        if method != "get":
            continue
        answer = asks.get(path.format(**numbers) + data.get(path, ""))
        if answer.status_code != 200:
            refused[path] = answer.status_code
            continue
        name = described[f"/api/v1/{path}"]["get"]["operationId"]
        if name in EXAMPLES:
            shown.add(name)
            assert _names(EXAMPLES[name]) <= _names(answer.json()), name
            assert EXAMPLES[name].keys() == answer.json().keys(), name
    # A hand that goes on has no history yet.
    assert refused == {"tables/{table}/hands/{number}/phh/": 422}
    assert shown == set(EXAMPLES)


def _names(value: Any, at: str = "") -> set[str]:
    """The names of all fields, with where they stand."""
    if isinstance(value, dict):
        inner = [_names(item, f"{at}.{name}") for name, item in value.items()]
        return {f"{at}.{name}" for name in value}.union(*inner)
    if isinstance(value, list):
        return set().union(*[_names(item, f"{at}[]") for item in value])
    return set()
