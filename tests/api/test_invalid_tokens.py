"""Tokens that open nothing are counted, written down and slowed down; who reads legal names is written down."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from api.integrations import integration_disable, token_make, token_revoke
from api.models import Token
from audit.models import Act
from players.models import Player
from tables.models import Room
from tests.api.conftest import Make
from tests.api.house import House

pytestmark = pytest.mark.db
NOW = 1_800_000_020  # in the midst of a minute and of an hour, whose ends begin the counts anew


def ask(token: str, address: str = "192.0.2.7", path: str = "me/") -> Any:
    headers = {"Authorization": f"Bearer {token}"}
    return Client().get(f"/api/v1/{path}", headers=headers, REMOTE_ADDR=address)


def acts() -> list[tuple[str, str, str, Any]]:
    rows = Act.objects.filter(verb="token_refused").order_by("pk")
    return list(rows.values_list("who", "device", "reason", "after"))


def test_unknown_ones_are_counted_and_not_a_row_each(db: None) -> None:
    with patch("api.invalid_tokens.time.time", return_value=NOW):
        answers = [ask("fb_nobody") for _ in range(12)]
    for answer in answers:
        assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")
        assert answer.json()["detail"].startswith("Invalid token")
    assert acts() == [
        ("unknown token", "192.0.2.7", "unknown", {"tries this hour": 1}),
        ("unknown token", "192.0.2.7", "unknown", {"tries this hour": 10}),
    ]
    assert Act.objects.latest("pk").outcome == "refused"


def test_whose_token_it_was_is_written_down(program: Make) -> None:
    now, asks = timezone.now(), program("desk", name="till")
    token = Token.objects.get()
    old, text = token_make(integration=asks.integration, days=1, by=None, now=now)
    Token.objects.filter(pk=old.pk).update(expires_at=now - timedelta(seconds=1))
    assert ask(text).status_code == 401
    token_revoke(token=token, now=now)
    assert ask(asks.token).status_code == 401
    other = program("desk", name="board")
    integration_disable(integration=other.integration, now=now)
    Token.objects.filter(integration=other.integration).update(revoked_at=None)
    assert ask(other.token).status_code == 401
    assert [(name, reason.partition(" ")[2]) for name, _, reason, _ in acts()] == [
        ("api.till", "expired"),
        ("api.till", "revoked"),
        ("api.board", "the integration is shut off"),
    ]


def test_an_address_is_slowed_down_and_its_good_programs_are_not(
    program: Make, settings: Settings
) -> None:
    settings.API_STRANGERS = 3
    asks = program("desk")
    with patch("api.invalid_tokens.time.time", return_value=NOW):
        text = [ask(f"fb_{number}").status_code for number in range(5)]
        assert text == [401, 401, 401, 429, 429]
        late = ask("fb_9")
        wait = (late.headers["Retry-After"], late.json()["code"], late.json()["detail"])
        assert wait == (
            "40",
            "strange_often",
            "Too many invalid tokens from this address. Wait 40 s.",
        )
        assert ask(asks.token).status_code == 200
        assert ask("fb_9", "192.0.2.8").status_code == 401
    with patch("api.invalid_tokens.time.time", return_value=1_800_000_060):
        assert ask("fb_9").status_code == 401


def test_of_ipv6_the_net_is_counted(db: None, settings: Settings) -> None:
    settings.API_STRANGERS = 1
    with patch("api.invalid_tokens.time.time", return_value=NOW):
        assert ask("fb_1", "2001:db8::1").status_code == 401
        assert ask("fb_2", "2001:db8::2").status_code == 429
        assert ask("fb_3", "2001:db8:0:1::2").status_code == 401


@pytest.mark.parametrize(
    "text", ["Bearer", "Bearer ", "Basic fb_x", "fb_x", "Bearer \u00e9", "Bearer " + "x" * 9000]
)
def test_what_is_no_token(db: None, text: str) -> None:
    answer = Client().get("/api/v1/me/", headers={"Authorization": text})
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")


def test_another_rooms_token_finds_nothing_here(house: House, program: Make) -> None:
    asks, numbers = program("manager", room=house.other), house.numbers()
    for path in (
        *("tables/{table}/", "tables/{table}/picture/", "tables/{table}/hands/1/"),
        *("rooms/{room}/lists/", "rooms/{room}/lists/{key}/", "rooms/{room}/reports/"),
        *("calls/{call}/", "rulings/{ruling}/", "incidents/{incident}/"),
    ):
        answer = asks.get(path.format(**numbers))
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found"), path
    table, seq = house.game.table.pk, house.game.seq
    assert asks.command(table, "call_floor", seq).status_code == 404
    for listed in ("tables/", "calls/", "rulings/", "incidents/"):
        assert [row for row in asks.get(listed).json()["items"] if row["id"] == table] == []
    assert [row["name"] for row in asks.get("rooms/").json()["items"]] == ["Other room"]


def test_who_reads_legal_names_is_written_down(db: None, program: Make) -> None:
    Room.objects.create(name="Small room")
    player = Player.objects.create(alias="Kettle", alias_key="kettle", legal_name="Ermintrude")
    Player.objects.create(alias="Hat", alias_key="hat")
    reads, plain = program("desk"), program("desk", "players:read", name="plain")
    for asks in (reads, plain):
        assert asks.get("players/").status_code == asks.get(f"players/{player.pk}/").status_code
    rows = Act.objects.filter(verb="legal_names_read").order_by("pk")
    data = {"players": 1, "first": player.key, "last": player.key}
    assert list(rows.values_list("who", "after")) == [(reads.integration.key, data)] * 2
    assert "Ermintrude" not in str(list(rows.values_list()))
