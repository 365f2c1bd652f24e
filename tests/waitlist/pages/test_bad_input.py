"""Invalid input at the desk: each is refused with a message and changes nothing."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from journal.models import Entry
from players.models import Player
from players.roster import player_named
from players.sanctions import sanction_give
from tests.support.desk import KEY, Desk
from tests.support.desk_fixtures import sign_in_client
from tests.support.page_roles import PageContent

pytestmark = pytest.mark.django_db(transaction=True)
SEAT = "/floor/tables/T1/seat"
ALIAS = {"alias": "Kettle"}


def _leave_room_unchanged(desk: Desk) -> None:
    """Leave the room as it is."""


def _bar_player(desk: Desk) -> None:
    nettle = player_named(key="", alias="Nettle")
    sanction_give(player=nettle, kind="bar", until=None, reason="x", by="staff.2", now=desk.now)


def _fill_table(desk: Desk) -> None:
    desk.room.seat_players(5, 6, 7, 8, 9)


def _seat_player(desk: Desk) -> None:
    desk.room.seat_players(5)


INVALID_INPUT: dict[str, tuple[Any, str, dict[str, Any], str]] = {
    "an under-minimum buy-in": (
        _leave_room_unchanged,
        SEAT,
        {"who": "Kettle", "seat": 5, "chips": "1"},
        "buy-in",
    ),
    "a barred player, on the list": (_bar_player, "add", {"who": "nettle"}, "Nettle is barred"),
    "a barred player, at the table": (
        _bar_player,
        SEAT,
        {"who": "Nettle", "seat": 5},
        "Nettle is barred",
    ),
    "a barred player, at the door": (
        _bar_player,
        "/players/{nettle}/in",
        {"room": "{room}"},
        "barred",
    ),
    "a full table": (
        _fill_table,
        "do",
        {"ask": "seated", "table": "T1", "seat": 5},
        "is in T1 seat 5",
    ),
    "a full table, one chair more": (
        _fill_table,
        "do",
        {"ask": "seated", "table": "T1", "seat": 10},
        "no seat 10",
    ),
    "a seat twice": (_seat_player, SEAT, {"who": "Kettle", "seat": 5}, "is in seat 5"),
    "a phone number that is none": (
        _leave_room_unchanged,
        "/players/new",
        ALIAS | {"phone": "12"},
        "t a phone number",
    ),
    "an e-mail address that is none": (
        _leave_room_unchanged,
        "/players/new",
        ALIAS | {"email": "kettle at home"},
        "t an email address",
    ),
    "a file in UTF-16": (
        _leave_room_unchanged,
        "/players/import",
        {"file": "alias\nKettle\n".encode("utf-16")},
        "not UTF-8",
    ),
    "a file in Latin-1": (
        _leave_room_unchanged,
        "/players/import",
        {"file": "alias\nK\xe4se\n".encode("latin-1")},
        "not UTF-8",
    ),
    "a file without its header": (
        _leave_room_unchanged,
        "/players/import",
        {"file": b"Kettle,+1 202 555 0123\n"},
        "is unknown",
    ),
    "a file with a row twice": (
        _leave_room_unchanged,
        "/players/import",
        {"file": b"\xef\xbb\xbfalias\nKettle\nkettle\n", "commit": "yes"},
        "already on line 2",
    ),
    "a file with a formula": (
        _leave_room_unchanged,
        "/players/import",
        {"file": b"alias\n=1+1\n", "commit": "yes"},
        "formula",
    ),
    "a 300-character name, on the list": (
        _leave_room_unchanged,
        "add",
        {"who": "x" * 300},
        "at most 40 characters",
    ),
    "a 300-character name, in the registry": (
        _leave_room_unchanged,
        "/players/new",
        {"alias": "x" * 300},
        "at most 40 characters",
    ),
}


def _send(client: Client, desk: Desk, path: str, data: dict[str, Any]) -> Any:
    nettle = Player.objects.filter(alias="Nettle").first()
    known_ids = {"nettle": nettle.pk if nettle else 0, "room": desk.room_id}
    fields = {"list": KEY, "command": str(uuid4()), "number": desk.entry_number("Hat")}
    for name, value in data.items():
        fields[name] = value.format(**known_ids) if isinstance(value, str) else value
        if name == "file":
            fields[name] = SimpleUploadedFile("players.csv", value)
    at = path.format(**known_ids) if path.startswith("/") else f"/desk/{desk.room_id}/{path}"
    return client.post(at, fields)


@pytest.mark.parametrize("name", INVALID_INPUT)
def test_invalid_input_is_refused_with_a_message(desk: Desk, name: str) -> None:
    prepare, path, data, sentence = INVALID_INPUT[name]
    manager = sign_in_client("manager")
    desk.add("Hat")
    prepare(desk)
    before = (Entry.objects.count(), Player.objects.count(), desk.names)
    response = _send(manager, desk, path, data)
    assert 400 <= response.status_code < 500 or "import" in path, response.status_code
    assert sentence in PageContent(response).text
    assert (Entry.objects.count(), Player.objects.count(), desk.names) == before


def test_an_emoji_alias_is_a_name_like_any_other(desk: Desk) -> None:
    fox = "\N{FOX FACE} Fox"
    desk.add("Hat")
    assert _send(sign_in_client("manager"), desk, "add", {"who": fox}).status_code == 302
    assert desk.names == ["Hat", fox]
