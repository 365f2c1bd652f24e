"""Invalid tokens are counted, recorded and throttled; reading legal names is recorded."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from players.models import Player
from staff.integrations import integration_disable, token_make, token_revoke
from staff.models import ApiToken, AuditEvent, Room
from tests.support.api_fixtures import CreateClient
from tests.support.api_house import House

NOW = 1_800_000_020  # mid-minute and mid-hour: the counts reset at the full minute and hour


def get_with_token(token: str, address: str = "192.0.2.7", path: str = "me/") -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    return Client().get(f"/api/v1/{path}", headers=headers, REMOTE_ADDR=address)


def refused_acts() -> list[tuple[str, str, str, Any]]:
    rows = AuditEvent.objects.filter(verb="token_refused").order_by("pk")
    return list(rows.values_list("who", "device", "reason", "after"))


def test_unknown_tokens_are_recorded_with_a_count(db: None) -> None:
    with patch("web.api.throttles.time.time", return_value=NOW):
        responses = [get_with_token("fb_nobody") for _ in range(12)]
    for response in responses:
        assert (response.status_code, response.json()["code"]) == (401, "bad_token")
        assert response.json()["detail"].startswith("Invalid token")
    assert refused_acts() == [
        ("unknown token", "192.0.2.7", "unknown", {"tries this hour": 1}),
        ("unknown token", "192.0.2.7", "unknown", {"tries this hour": 10}),
    ]
    assert AuditEvent.objects.latest("pk").outcome == "refused"


def test_known_invalid_token_is_recorded_with_its_integration(create_client: CreateClient) -> None:
    now = timezone.now()
    api_client = create_client("desk", name="till")
    token = ApiToken.objects.get()
    old, text = token_make(integration=api_client.integration, days=1, by=None, now=now)
    ApiToken.objects.filter(pk=old.pk).update(expires_at=now - timedelta(seconds=1))
    assert get_with_token(text).status_code == 401
    token_revoke(token=token, now=now)
    assert get_with_token(api_client.token).status_code == 401
    board_client = create_client("desk", name="board")
    integration_disable(integration=board_client.integration, now=now)
    ApiToken.objects.filter(integration=board_client.integration).update(revoked_at=None)
    assert get_with_token(board_client.token).status_code == 401
    assert [(name, reason.partition(" ")[2]) for name, _, reason, _ in refused_acts()] == [
        ("api.till", "expired"),
        ("api.till", "revoked"),
        ("api.board", "the integration is shut off"),
    ]


def test_invalid_tokens_throttle_the_ip_address_but_not_its_valid_clients(
    create_client: CreateClient, settings: Settings
) -> None:
    settings.API_STRANGERS = 3
    api_client = create_client("desk")
    with patch("web.api.throttles.time.time", return_value=NOW):
        text = [get_with_token(f"fb_{number}").status_code for number in range(5)]
        assert text == [401, 401, 401, 429, 429]
        limited = get_with_token("fb_9")
        wait = (limited.headers["Retry-After"], limited.json()["code"], limited.json()["detail"])
        assert wait == (
            "40",
            "strange_often",
            "Too many invalid tokens from this address. Wait 40 s.",
        )
        assert get_with_token(api_client.token).status_code == 200
        assert get_with_token("fb_9", "192.0.2.8").status_code == 401
    with patch("web.api.throttles.time.time", return_value=1_800_000_060):
        assert get_with_token("fb_9").status_code == 401


def test_ipv6_addresses_are_throttled_by_network(db: None, settings: Settings) -> None:
    settings.API_STRANGERS = 1
    with patch("web.api.throttles.time.time", return_value=NOW):
        assert get_with_token("fb_1", "2001:db8::1").status_code == 401
        assert get_with_token("fb_2", "2001:db8::2").status_code == 429
        assert get_with_token("fb_3", "2001:db8:0:1::2").status_code == 401


@pytest.mark.parametrize(
    "text", ["Bearer", "Bearer ", "Basic fb_x", "fb_x", "Bearer \u00e9", "Bearer " + "x" * 9000]
)
def test_malformed_authorization_is_refused(db: None, text: str) -> None:
    response = Client().get("/api/v1/me/", headers={"Authorization": text})
    assert (response.status_code, response["WWW-Authenticate"]) == (401, "Bearer")


def test_token_of_another_room_finds_no_record(house: House, create_client: CreateClient) -> None:
    api_client = create_client("manager", room=house.other_room)
    numbers = house.path_parameters()
    for path in (
        "tables/{table}/",
        "tables/{table}/picture/",
        "tables/{table}/hands/1/",
        "rooms/{room}/lists/",
        "rooms/{room}/lists/{key}/",
        "rooms/{room}/reports/",
        "calls/{call}/",
        "rulings/{ruling}/",
        "incidents/{incident}/",
    ):
        response = api_client.get(path.format(**numbers))
        assert (response.status_code, response.json()["code"]) == (404, "not_found"), path
    table = house.game.table.pk
    seq = house.game.seq
    assert api_client.command(table, "call_floor", seq).status_code == 404
    for resource in ("tables/", "calls/", "rulings/", "incidents/"):
        assert [row for row in api_client.get(resource).json()["items"] if row["id"] == table] == []
    assert [row["name"] for row in api_client.get("rooms/").json()["items"]] == ["Other room"]


def test_reading_legal_names_is_recorded(db: None, create_client: CreateClient) -> None:
    Room.objects.create(name="Small room")
    player = Player.objects.create(alias="Kettle", alias_key="kettle", legal_name="Ermintrude")
    Player.objects.create(alias="Hat", alias_key="hat")
    reads = create_client("desk")
    limited_client = create_client("desk", "players:read", name="plain")
    for api_client in (reads, limited_client):
        assert (
            api_client.get("players/").status_code
            == api_client.get(f"players/{player.pk}/").status_code
        )
    rows = AuditEvent.objects.filter(verb="legal_names_read").order_by("pk")
    data = {"players": 1, "first": player.key, "last": player.key}
    assert list(rows.values_list("who", "after")) == [(reads.integration.key, data)] * 2
    assert "Ermintrude" not in str(list(rows.values_list()))
