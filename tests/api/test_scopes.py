"""Access by endpoint: each needs its scope, a role that allows it, and a valid token."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from poker.refusal import Refusal
from staff.integrations import (
    find_valid_token,
    integration_disable,
    integration_make,
    token_make,
    token_revoke,
)
from staff.models import ApiToken, AuditEvent, Integration, Room
from staff.scopes import SCOPES
from tests.support.api_fixtures import CreateClient, role_scopes
from tests.support.api_house import House
from web.api.openapi import EXAMPLES
from web.api.throttles import count_in_window

NO_SCOPE = ""  # any good token
# Address and method: what its token needs. An address that is missing here fails.
ROWS: dict[tuple[str, str], str] = {
    ("me/", "get"): NO_SCOPE,
    ("rooms/", "get"): NO_SCOPE,
    ("tables/", "get"): "tables:read",
    ("tables/{table}/", "get"): "tables:read",
    ("tables/{table}/picture/", "get"): "tables:read",
    ("tables/{table}/commands/", "post"): "tables:command",
    ("tables/{table}/hands/", "get"): "hands:read",
    ("tables/{table}/hands/{number}/", "get"): "hands:read",
    ("tables/{table}/hands/{number}/phh/", "get"): "hands:read",
    ("tournaments/", "get"): "tournaments:read",
    ("tournaments/{tournament}/", "get"): "tournaments:read",
    **{
        (f"tournaments/{{tournament}}/{part}/", "get"): "tournaments:read"
        for part in ("entries", "seats", "results")
    },
    ("funds/", "get"): "funds:read",
    ("funds/{fund}/", "get"): "funds:read",
    **{(f"funds/{{fund}}/{part}/", "get"): "funds:read" for part in ("days", "hits")},
    ("roster/weeks/", "get"): "roster:read",
    ("roster/weeks/{week}/shifts/", "get"): "roster:read",
    ("plaques/", "get"): "tables:read",
    ("plaques/{plaque}/", "get"): "tables:read",
    ("rooms/{room}/lists/", "get"): "lists:read",
    ("rooms/{room}/lists/{key}/", "get"): "lists:read",
    ("rooms/{room}/lists/{key}/names/", "post"): "lists:write",
    ("rooms/{room}/acts/{entry}/undo/", "post"): "lists:write",
    **{
        (f"rooms/{{room}}/names/{{number}}/{act}/", "post"): "lists:write"
        for act in (
            "arrive",
            "call",
            "hold",
            "seat",
            "pass",
            "page",
            "take-back",
            "leave",
            "move",
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
OWN_WEBHOOK = "{hook}"  # a foreign webhook is a 404 for every client
# Which roles carry what: a role that is given more, or less, fails.
SCOPES_BY_ROLE = {
    "dealer": {"tables:read", "tables:command", "webhooks:manage"},
    "desk": {
        "tables:read",
        "tables:command",
        "lists:read",
        "lists:write",
        "tournaments:read",
        "funds:read",
        "players:read",
        "players:legal_names",
        "players:check_in",
        "webhooks:manage",
    },
    "supervisor": set(SCOPES) - {"players:legal_names"},
    "manager": set(SCOPES),
    "surveillance": {
        "tables:read",
        "lists:read",
        "tournaments:read",
        "funds:read",
        "hands:read",
        "rulings:read",
        "incidents:read",
        "reports:read",
        "players:read",
        "webhooks:manage",
    },
}


def _send_request(method: str, path: str, token: str) -> Any:
    client = Client()
    at = f"/api/v1/{path}"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if method in ("get", "delete"):
        return getattr(client, method)(at, headers=headers)
    return client.post(at, {}, content_type="application/json", headers=headers)


def test_every_url_has_a_row() -> None:
    body = Client().get("/api/schema/").json()["paths"]
    documented = {
        (at.removeprefix("/api/v1/"), method) for at, text in body.items() for method in text
    }
    assert documented == set(ROWS)


@pytest.mark.once
def test_each_url_requires_its_scope(house: House, create_client: CreateClient) -> None:
    numbers = house.path_parameters() | {"number": 1}
    webhook_token = create_client("manager", "webhooks:manage", name="bare").token
    tables_token = create_client("manager", "tables:read", name="other").token
    scope_tokens: dict[str, str] = {
        scope: create_client("manager", scope, name=scope.replace(":", "-").replace("_", "-")).token
        for scope in SCOPES
    }
    mismatches: list[Any] = []
    for (path, method), scope in ROWS.items():
        at = path.format(**numbers)
        unknown_response = _send_request(method, at, "")
        unknown = _send_request(method, at, "fb_nobody")
        if (unknown_response.status_code, unknown.status_code) != (401, 401):
            mismatches.append((method, at, "no token"))
        if not scope:
            continue
        without = _send_request(
            method, at, webhook_token if scope != "webhooks:manage" else tables_token
        )
        body = without.json()
        if (without.status_code, body["code"], body["facts"]) != (
            403,
            "no_scope",
            {"scope": scope},
        ):
            mismatches.append((method, at, "another scope"))
        got_in = _send_request(method, at, scope_tokens[scope]).status_code
        if got_in in (401, 403, 500) or (got_in == 404) != (OWN_WEBHOOK in path):
            mismatches.append((method, at, "its scope"))
    assert mismatches == []


def test_each_role_allows_its_scopes(db: None) -> None:
    assert {role: set(role_scopes(role)) for role in SCOPES_BY_ROLE} == SCOPES_BY_ROLE


def test_scope_that_the_role_lost_is_refused(house: House, create_client: CreateClient) -> None:
    api_client = create_client("supervisor")
    assert api_client.get("incidents/").status_code == 200
    role = api_client.integration.role
    role.permissions.remove(role.permissions.get(codename="view_incident"))
    response = api_client.get("incidents/")
    assert (response.status_code, response.json()["code"]) == (403, "role_never")
    assert "incidents:read" not in api_client.get("me/").json()["scopes"]


def test_token_is_stored_as_a_hash_and_shown_once(create_client: CreateClient) -> None:
    api_client = create_client("desk")
    token = ApiToken.objects.get()
    assert api_client.token.startswith("fb_")
    assert api_client.token not in str(ApiToken.objects.values_list())
    assert token.hint == api_client.token[-4:]
    me = api_client.get("me/").json()
    assert (me["name"], me["actor"], me["role"], me["room"]) == (
        "desk-0",
        "api.desk-0",
        "desk",
        None,
    )
    token.refresh_from_db()
    assert token.used_at is not None


def test_token_expires_or_is_revoked(create_client: CreateClient) -> None:
    now = timezone.now()
    api_client = create_client("desk")
    token = ApiToken.objects.get()
    long_token, text = token_make(integration=api_client.integration, days=1, by=None, now=now)
    assert find_valid_token(text=text, now=now) == long_token
    assert find_valid_token(text=text, now=now + timedelta(days=1)) is None
    token_revoke(token=token, now=now)
    expired_response = api_client.get("me/")
    assert (expired_response.status_code, expired_response.json()["code"]) == (401, "bad_token")
    assert expired_response.headers["WWW-Authenticate"] == "Bearer"
    assert find_valid_token(text=text, now=now) == long_token
    integration_disable(integration=api_client.integration, now=now)
    assert find_valid_token(text=text, now=now) is None
    api_client.integration.refresh_from_db()
    with pytest.raises(Refusal, match="shut_out"):
        token_make(integration=api_client.integration, days=1, by=None, now=now)


@pytest.mark.parametrize(
    ("fields", "code"),
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
def test_invalid_integration_is_refused(
    create_client: CreateClient, fields: dict[str, Any], code: str
) -> None:
    create_client("desk", name="taken")
    valid_fields: dict[str, Any] = {
        "name": "new",
        "role": "desk",
        "scopes": ["lists:read"],
        "room": None,
    }
    with pytest.raises(Refusal) as refusal_info:
        integration_make(**(valid_fields | fields), by=None, now=timezone.now())
    assert refusal_info.value.code == code
    assert Integration.objects.count() == 1


def test_session_cookie_is_not_accepted_as_a_token(house: House) -> None:
    client = Client()
    client.post("/floor/sign-in", {"badge": "201", "pin": "2580"})
    assert client.get("/api/v1/tables/").status_code == 401


def test_rate_limit_refuses_further_requests(
    create_client: CreateClient, settings: Settings
) -> None:
    settings.API_RATE = 3
    settings.API_WRITE_RATE = 1
    api_client = create_client("desk")
    second_client = create_client("desk")
    with patch("web.api.throttles.time.time", return_value=time.time() // 60 * 60 + 20):
        assert [api_client.get("me/").status_code for _ in range(4)] == [200, 200, 200, 429]
        limited = api_client.get("tables/")
        assert (limited.headers["Retry-After"], limited.json()["code"]) == ("40", "too_often")
        assert second_client.get("me/").status_code == 200
        statuses = [api_client.post("tables/1/commands/").status_code for _ in range(2)]
        assert statuses == [404, 429]
    with patch("web.api.throttles.time.time", return_value=time.time() // 60 * 60 + 60):
        assert api_client.get("me/").status_code == 200


def test_concurrent_requests_are_all_counted(db: None) -> None:
    def count_fifty(_: int) -> list[int]:
        return [count_in_window("1.r", 60, 1_800_000_020) for _ in range(50)]

    with ThreadPoolExecutor(4) as threads:
        counts = [count for part in threads.map(count_fifty, range(4)) for count in part]
    assert sorted(counts) == list(range(1, 201))


def test_end_of_a_token_is_no_option_of_the_command(db: None) -> None:
    ends = iter(("-a7Q", "_a7Q", "a-7Q"))
    with patch("secrets.token_urlsafe", lambda size: "A" * size + next(ends)):
        now = timezone.now()
        integration = integration_make(
            name="cage", role="desk", scopes=["lists:read"], room=None, by=None, now=now
        )
        token, text = token_make(integration=integration, days=None, by=None, now=now)
    assert (token.hint, text[-4:]) == ("a-7Q", "a-7Q")


def test_command_creates_lists_and_disables_tokens(
    db: None, capsys: pytest.CaptureFixture[str]
) -> None:
    Room.objects.create(name="Small room")
    call_command(
        "api_token",
        "make",
        "seating-app",
        "--role",
        "desk",
        "--room",
        "Small room",
        "--scope",
        "lists:read",
        "--scope",
        "lists:write",
        "--days",
        "30",
    )
    text = capsys.readouterr().out.split()[-1]
    token = find_valid_token(text=text, now=timezone.now())
    assert token is not None
    assert token.integration.scopes == ["lists:read", "lists:write"]
    assert token.expires_at is not None
    call_command("api_token", "another", "seating-app")
    second = capsys.readouterr().out.split()[-1]
    call_command("api_token", "list")
    output = capsys.readouterr().out
    assert text not in output
    assert token.hint in output
    for said in ("is revoked", "was revoked before"):
        call_command("api_token", "revoke", "seating-app", "--token", token.hint)
        assert capsys.readouterr().out == (
            f"api.seating-app: the token that ends in {token.hint} {said}.\n"
        )
    assert AuditEvent.objects.filter(verb="token_revoked").count() == 1
    assert find_valid_token(text=text, now=timezone.now()) is None
    assert find_valid_token(text=second, now=timezone.now()) is not None
    call_command("api_token", "shut", "seating-app")
    assert "api.seating-app is shut off" in capsys.readouterr().out
    with pytest.raises(CommandError, match=r"The integration seating-app is shut off\."):
        call_command("api_token", "another", "seating-app")
    assert find_valid_token(text=second, now=timezone.now()) is None
    with pytest.raises(CommandError, match="allow the scope"):
        call_command("api_token", "make", "x", "--role", "dealer", "--scope", "lists:read")
    with pytest.raises(CommandError, match="No such room"):
        call_command(
            "api_token", "make", "x", "--role", "desk", "--scope", "lists:read", "--room", "Y"
        )


def test_each_readable_url_answers(house: House, create_client: CreateClient) -> None:
    """With what is there and is shown as its example: the test of the schema takes any status that is described."""
    api_client = create_client("manager")
    webhook = api_client.post(
        "webhooks/", {"url": "https://seating.example/a", "events": ["list.changed"]}
    )
    hand = {"number": house.game.table.stream.view["hand"]["number"]}
    numbers = house.path_parameters() | {"hook": webhook.json()["hook"]["id"]} | hand
    data = {"rooms/{room}/reports/": "?first=2026-11-21&last=2026-11-21"}
    described = Client().get("/api/schema/").json()["paths"]
    refused_counts: dict[str, int] = {}
    shown_fields: set[str] = set()
    for path, method in ROWS:
        if method != "get":
            continue
        response = api_client.get(path.format(**numbers) + data.get(path, ""))
        if response.status_code != 200:
            refused_counts[path] = response.status_code
            continue
        name = described[f"/api/v1/{path}"]["get"]["operationId"]
        if name in EXAMPLES:
            shown_fields.add(name)
            assert _field_names(EXAMPLES[name]) <= _field_names(response.json()), name
            assert EXAMPLES[name].keys() == response.json().keys(), name
    # A hand that goes on has no history yet.
    assert refused_counts == {"tables/{table}/hands/{number}/phh/": 422}
    assert shown_fields == set(EXAMPLES)


def _field_names(value: Any, at: str = "") -> set[str]:
    """Return the names of all fields with their paths."""
    if isinstance(value, dict):
        inner = [_field_names(item, f"{at}.{name}") for name, item in value.items()]
        return {f"{at}.{name}" for name in value}.union(*inner)
    if isinstance(value, list):
        return set().union(*[_field_names(item, f"{at}[]") for item in value])
    return set()
