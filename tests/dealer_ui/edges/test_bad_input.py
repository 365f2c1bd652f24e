"""Every refusal is a sentence with its rule and a 4xx, and nothing is written."""

import json
from typing import Any

import pytest

from journal.models import Entry
from poker.commands import SetButton
from tables.pairing import device_revoke
from tests.dealer_ui.edges.tablet import Tablet, dealt, refusal, tablet_of
from tests.tables.room import FIELDS, NOW, Small, small_room, staff

UUID = "2f0f1c9e-4a1b-4d47-8f44-3f3d1f2e5a10"
# What the tablet sent is no command at all: no rule of the room speaks of it.
WITHOUT_RULE = ("bad_command", "unknown_command", "bad_seat")


@pytest.fixture
def tablet(game: Small) -> Tablet:
    """A dealer at a table of four; seat 4 is first to act."""
    return dealt(game)


@pytest.mark.parametrize(
    ("name", "args", "status", "code"),
    [
        ("act", {"seat": 9, "what": "fold"}, 422, "not_in_hand"),
        ("act", {"seat": 10, "what": "fold"}, 422, "no_such_seat"),
        ("leave_seat", {"seat": 10}, 422, "no_such_seat"),
        ("act", {"seat": 99, "what": "fold"}, 400, "bad_seat"),
        ("act", {"seat": 4, "what": "raise", "to": 1250}, 422, "over_maximum_bet"),
        ("act", {"seat": 4, "what": "raise", "to": "800"}, 400, "bad_amount"),
        ("act", {"seat": 4, "what": "raise", "to": 800.5}, 400, "bad_amount"),
        ("act", {"seat": 4, "what": "raise", "to": -800}, 400, "bad_amount"),
        ("act", {"seat": 4, "what": "raise", "to": 10**30}, 400, "bad_amount"),
        ("act", {"seat": 4, "what": "raise", "to": 10**9}, 422, "over_maximum_bet"),
        ("act", {"seat": 4, "what": "sing"}, 400, "bad_command"),
        ("close_street", {"count": "4"}, 400, "bad_count"),
        ("close_street", {"count": -1}, 400, "bad_count"),
        ("act", {"seat": 4, "what": "fold", "more": 1}, 400, "bad_command"),
        ("act", {"what": "fold"}, 400, "bad_command"),
        ("cancel_floor", {"reason": "done"}, 422, "no_floor_call"),
        ("seat_player", {"seat": 1, "player": "Anchor", "name": "Anchor"}, 422, "seat_taken"),
        ("seat_player", {"seat": 8, "player": "p999", "name": "Anchor"}, 422, "unknown_player"),
        ("seat_player", {"seat": 8, "player": "x", "name": "Anchor"}, 422, "unknown_player"),
        ("seat_player", {"seat": 8, "player": "x", "name": "  "}, 400, "bad_command"),
        ("open_table", {}, 422, "table_open"),
        ("open_table", {"stakes": {}}, 400, "bad_command"),
        ("deal", {"posts": [{"seat": 1, "kind": "big", "live": 333}]}, 400, "bad_command"),
        ("set_button", {"seat": 2}, 422, "needs_supervisor"),
        ("change_plaque", {}, 422, "needs_supervisor"),
        ("push_dealer", {"dealer": "x", "name": "Rook"}, 400, "unknown_command"),
        ("lock_seat", {"seat": 8, "until": 9, "reason": "x"}, 400, "unknown_command"),
        ("unlock_seat", {"seat": 8}, 400, "unknown_command"),
        ("draw_seats", {"players": [], "order": [8]}, 400, "unknown_command"),
        ("draw_button", {"cards": {"1": "Ah", "2": "Kd"}, "system": True}, 400, "bad_command"),
        ("draw_button", {"cards": {"1": "Ah"}, "again": [{"1": "Kd"}]}, 400, "bad_command"),
        ("draw_button", {"system": False}, 400, "bad_command"),
        ("sing", {}, 400, "unknown_command"),
    ],
)
def test_a_command_that_does_not_hold(
    tablet: Tablet, name: str, args: dict[str, Any], status: int, code: str
) -> None:
    before = Entry.objects.count()
    answer = tablet.tap(name, **args)
    assert refusal(answer) == (status, code)
    assert answer.json()["rule"] or code in WITHOUT_RULE
    assert Entry.objects.count() == before
    assert tablet.look()["seq"] == tablet.seen


def test_out_of_turn(tablet: Tablet) -> None:
    tablet.tap("first_in", seat=1)
    answer = tablet.tap("act", seat=4, what="call")
    assert refusal(answer) == (422, "already_out")
    assert answer.json()["rule"]


def test_an_amount_that_the_chips_cannot_make(room: Small) -> None:
    no_limit = {
        "limit": "none",
        "small_bet": 400,
        "big_bet": 400,
        "chips": [200, 500],
        "charge": "free",
    }
    assert room.table.plaque is not None
    type(room.table.plaque).objects.update(**no_limit)
    room.table.plaque.refresh_from_db()
    room.sit(1, 2, 3)
    room.open()
    room.do(SetButton(seat=1))
    tablet = dealt(room)
    answer = tablet.tap("act", seat=1, what="raise", to=850)
    assert refusal(answer) == (422, "chips_cannot_make")
    assert answer.json()["rule"]
    assert "$8.50" in answer.json()["message"]


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        "\xff",
        "[" * 5000,
        '{"id": 1}',
        json.dumps({"id": "no", "seen": 1, "name": "undo", "args": {}}),
        json.dumps({"id": UUID, "seen": "1", "name": "undo", "args": {}}),
        json.dumps({"id": UUID, "seen": -1, "name": "undo", "args": {}}),
        json.dumps({"id": UUID, "seen": 10**20, "name": "undo", "args": {}}),
        json.dumps({"id": UUID, "seen": 1, "name": "undo", "args": []}),
        json.dumps({"id": UUID, "seen": 1, "name": "call_floor", "args": {"a": "\0"}}),
    ],
)
def test_malformed(tablet: Tablet, body: str) -> None:
    assert refusal(tablet.post("command", body.encode("latin-1"))) == (400, "bad_request")


def test_too_large(tablet: Tablet) -> None:
    assert refusal(tablet.post("command", " " * 20_000)) == (413, "too_large")


def test_stale(game: Small, tablet: Tablet) -> None:
    other = dealt(game, alias="Plover", badge="102")
    tablet.look()
    seen = tablet.seen
    tablet.tap("first_in", seat=4)
    answer = other.tap("act", seen=seen, seat=4, what="fold")
    assert refusal(answer) == (409, "stale")
    assert answer.json()["seq"] == tablet.seen, "where the table stands now"


@pytest.mark.parametrize("end", ["revoked", "deleted"])
def test_a_tablet_that_is_no_longer_known(tablet: Tablet, end: str) -> None:
    if end == "revoked":
        device_revoke(device=tablet.device, now=NOW)
    else:
        tablet.device.delete()
    for answer in (
        tablet.tap("call_floor"),
        tablet.client.get("/tablet/snapshot"),
        tablet.post("sign-in", {"badge": "101", "pin": "2580"}),
        tablet.post("sign-out", {}),
    ):
        assert refusal(answer) == (401, "unknown_device")
    assert tablet.client.get("/tablet/").context["boot"]["state"] == "pair"


def test_nobody_signed_in(game: Small) -> None:
    assert refusal(tablet_of(game).tap("call_floor")) == (403, "not_signed_in")


def test_a_dealer_who_no_longer_works_here(tablet: Tablet) -> None:
    dealer = tablet.device.dealer or type(tablet.device).objects.get().dealer
    assert dealer is not None
    dealer.user.is_active = False
    dealer.user.save()
    assert refusal(tablet.tap("call_floor")) == (403, "not_signed_in")


def test_form_instead_of_json_is_415(game: Small) -> None:
    tablet = tablet_of(game)
    response = tablet.client.post("/tablet/sign-in", {"badge": "101", "pin": "2580"})
    assert refusal(response) == (415, "not_json")


def test_locked_out(game: Small) -> None:
    staff("dealer")
    tablet = tablet_of(game)
    wrong = {"badge": "101", "pin": "0000"}
    told = [refusal(tablet.post("sign-in", wrong)) for _ in range(6)]
    assert told == [(403, "bad_sign_in")] * 4 + [(429, "locked_out")] * 2


@pytest.mark.parametrize("body", [{"badge": 101, "pin": "2580"}, {"badge": "101"}, {}])
def test_a_sign_in_that_is_none(game: Small, body: dict[str, Any]) -> None:
    assert refusal(tablet_of(game).post("sign-in", body)) == (400, "bad_request")


def test_a_wrong_code(game: Small) -> None:
    tablet = tablet_of(game)
    assert refusal(tablet.post("pair", {"code": "0000000000"})) == (403, "bad_code")


def test_a_role_that_does_not_deal(game: Small) -> None:
    staff("surveillance")
    tablet = tablet_of(game)
    answer = tablet.post("sign-in", {"badge": "101", "pin": "2580"})
    assert refusal(answer) == (403, "not_a_dealer")


def test_a_table_is_not_opened_with_one_player(room: Small) -> None:
    room.sit(1)
    tablet = dealt(room)
    assert refusal(tablet.tap("open_table")) == (422, "too_few_players")


@pytest.mark.django_db
def test_a_table_is_not_opened_without_a_plaque() -> None:
    room = small_room(with_plaque=False)
    room.sit(1, 2)
    assert refusal(dealt(room).tap("open_table")) == (422, "no_plaque")


def test_a_plaque_with_the_big_blind_below_the_small(room: Small) -> None:
    """However it came into the database, no table opens under it."""
    room.sit(1, 2)
    assert room.table.plaque is not None
    type(room.table.plaque).objects.update(blinds=[400, 200])
    answer = dealt(room).tap("open_table")
    assert refusal(answer) == (422, "plaque_big_blind_below_small")
    assert answer.json()["rule"] == "S-051"
    assert FIELDS["blinds"] == [200, 400]


def test_a_tap_of_another_dealer_is_not_sent_under_this_name(tablet: Tablet) -> None:
    before = Entry.objects.count()
    data = {
        "id": UUID,
        "seen": tablet.seen,
        "name": "act",
        "args": {"seat": 4, "what": "fold"},
        "dealer": "staff.999",
    }
    assert refusal(tablet.post("command", data)) == (403, "other_dealer")
    assert Entry.objects.count() == before
