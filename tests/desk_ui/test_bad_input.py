"""Bad input at the desk, by name as the requirements have it: each is refused with a sentence and changes nothing."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from journal.models import Entry
from players.models import Player
from players.roster import player_named
from players.sanctions import sanction_give
from tests.desk_ui.conftest import signed_in
from tests.tables.lists.desk import KEY, Desk

pytestmark = pytest.mark.django_db(transaction=True)
SEAT, ALIAS = "/floor/tables/T1/seat", {"alias": "Kettle"}


def _nothing(desk: Desk) -> None:
    """The room as it is."""


def _barred(desk: Desk) -> None:
    nettle = player_named(key="", alias="Nettle")
    sanction_give(player=nettle, kind="bar", until=None, reason="x", by="staff.2", now=desk.now)


def _full(desk: Desk) -> None:
    desk.room.sit(5, 6, 7, 8, 9)


def _sits(desk: Desk) -> None:
    desk.room.sit(5)


BAD: dict[str, tuple[Any, str, dict[str, Any], str]] = {
    "an under-minimum buy-in": (
        _nothing,
        SEAT,
        {"who": "Kettle", "seat": 5, "chips": "1"},
        "buy-in",
    ),
    "a barred player, on the list": (_barred, "add", {"who": "nettle"}, "Nettle is barred"),
    "a barred player, at the table": (
        _barred,
        SEAT,
        {"who": "Nettle", "seat": 5},
        "Nettle is barred",
    ),
    "a barred player, at the door": (_barred, "/players/{nettle}/in", {"room": "{room}"}, "barred"),
    "a full table": (_full, "do", {"ask": "seated", "table": "T1", "seat": 5}, "is taken"),
    "a full table, one chair more": (
        _full,
        "do",
        {"ask": "seated", "table": "T1", "seat": 10},
        "no seat 10",
    ),
    "a seat twice": (_sits, SEAT, {"who": "Kettle", "seat": 5}, "is in seat 5"),
    "a phone number that is none": (
        _nothing,
        "/players/new",
        ALIAS | {"phone": "12"},
        "t a phone number",
    ),
    "an e-mail address that is none": (
        _nothing,
        "/players/new",
        ALIAS | {"email": "kettle at home"},
        "t an email address",
    ),
    "a file in UTF-16": (
        _nothing,
        "/players/import",
        {"file": "alias\nKettle\n".encode("utf-16")},
        "not UTF-8",
    ),
    "a file in Latin-1": (
        _nothing,
        "/players/import",
        {"file": "alias\nK\xe4se\n".encode("latin-1")},
        "not UTF-8",
    ),
    "a file without its header": (
        _nothing,
        "/players/import",
        {"file": b"Kettle,+1 202 555 0123\n"},
        "is unknown",
    ),
    "a file with a row twice": (
        _nothing,
        "/players/import",
        {"file": b"\xef\xbb\xbfalias\nKettle\nkettle\n", "commit": "yes"},
        "already on line 2",
    ),
    "a file with a formula": (
        _nothing,
        "/players/import",
        {"file": b"alias\n=1+1\n", "commit": "yes"},
        "formula",
    ),
    "a 300-character name, on the list": (
        _nothing,
        "add",
        {"who": "x" * 300},
        "at most 40 characters",
    ),
    "a 300-character name, in the registry": (
        _nothing,
        "/players/new",
        {"alias": "x" * 300},
        "at most 40 characters",
    ),
}


def _send(client: Client, desk: Desk, path: str, data: dict[str, Any]) -> Any:
    nettle = Player.objects.filter(alias="Nettle").first()
    known = {"nettle": nettle.pk if nettle else 0, "room": desk.room_id}
    told = {"list": KEY, "command": str(uuid4()), "number": desk.number("Hat")}
    for name, value in data.items():
        told[name] = value.format(**known) if isinstance(value, str) else value
        if name == "file":
            told[name] = SimpleUploadedFile("players.csv", value)
    at = path.format(**known) if path.startswith("/") else f"/desk/{desk.room_id}/{path}"
    return client.post(at, told)


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_refused_with_a_sentence(desk: Desk, name: str) -> None:
    prepare, path, data, sentence = BAD[name]
    manager = signed_in("manager")
    desk.add("Hat")
    prepare(desk)
    before = (Entry.objects.count(), Player.objects.count(), desk.names)
    answer = _send(manager, desk, path, data)
    assert 400 <= answer.status_code < 500 or "import" in path, answer.status_code
    assert sentence in answer.content.decode()
    assert (Entry.objects.count(), Player.objects.count(), desk.names) == before


def test_an_emoji_alias_is_a_name_like_any_other(desk: Desk) -> None:
    fox = "\N{FOX FACE} Fox"
    desk.add("Hat")
    assert _send(signed_in("manager"), desk, "add", {"who": fox}).status_code == 302
    assert desk.names == ["Hat", fox]
