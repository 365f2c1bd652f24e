"""Every refusal is a message with its rule and a 4xx status, and writes nothing."""

import json
from typing import Any

import pytest

from journal.models import Entry
from poker.commands import SetButton
from tables.pairing import device_revoke
from tests.support.room import NOW, PIN, TableDriver, create_room, create_staff
from tests.support.tablet import Tablet, create_tablet, refusal, sign_in_tablet

UUID = "2f0f1c9e-4a1b-4d47-8f44-3f3d1f2e5a10"
# What the tablet sent is no command at all: no rule of the room speaks of it.
WITHOUT_RULE = ("bad_command", "unknown_command", "bad_seat")


@pytest.fixture
def tablet(game: TableDriver) -> Tablet:
    """A dealer at a table of four; seat 4 is first to act."""
    return sign_in_tablet(game)


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
        ("cancel_floor", {"reason": "done"}, 409, "no_floor_call"),
        ("seat_player", {"seat": 1, "player": "Anchor", "name": "Anchor"}, 422, "seat_taken"),
        ("seat_player", {"seat": 8, "player": "p999999", "name": "Anchor"}, 422, "unknown_player"),
        ("seat_player", {"seat": 8, "player": "x", "name": "Anchor"}, 422, "unknown_player"),
        ("seat_player", {"seat": 8, "player": "x", "name": "  "}, 400, "bad_command"),
        ("open_table", {}, 422, "table_open"),
        ("open_table", {"stakes": {}}, 400, "bad_command"),
        ("deal", {"posts": [{"seat": 1, "kind": "big", "live": 333}]}, 400, "bad_command"),
        ("set_button", {"seat": 2}, 403, "needs_supervisor"),
        ("change_plaque", {}, 403, "needs_supervisor"),
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
def test_malformed_command_is_refused(
    tablet: Tablet, name: str, args: dict[str, Any], status: int, code: str
) -> None:
    before = Entry.objects.count()
    response = tablet.tap(name, **args)
    assert refusal(response) == (status, code)
    assert response.json()["rule"] or code in WITHOUT_RULE
    assert Entry.objects.count() == before
    assert tablet.snapshot()["seq"] == tablet.seen


def test_action_of_a_folded_seat_is_refused(tablet: Tablet) -> None:
    tablet.tap("first_in", seat=1)
    response = tablet.tap("act", seat=4, what="call")
    assert refusal(response) == (422, "already_out")
    assert response.json()["rule"]


def test_amount_that_the_chips_cannot_make_is_refused(room: TableDriver) -> None:
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
    room.seat_players(1, 2, 3)
    room.open()
    room.execute(SetButton(seat=1))
    tablet = sign_in_tablet(room)
    response = tablet.tap("act", seat=1, what="raise", to=850)
    assert refusal(response) == (422, "chips_cannot_make")
    assert response.json()["rule"]
    assert "$8.50" in response.json()["message"]


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
def test_malformed_body_is_refused(tablet: Tablet, body: str) -> None:
    assert refusal(tablet.post("command", body.encode("latin-1"))) == (400, "bad_request")


def test_oversized_body_is_refused(tablet: Tablet) -> None:
    assert refusal(tablet.post("command", " " * 20_000)) == (413, "too_large")


def test_stale_command_is_refused(game: TableDriver, tablet: Tablet) -> None:
    other_tablet = sign_in_tablet(game, alias="Plover", badge="102")
    tablet.snapshot()
    seen = tablet.seen
    tablet.tap("first_in", seat=4)
    response = other_tablet.tap("act", seen=seen, seat=4, what="fold")
    assert refusal(response) == (409, "stale")
    assert response.json()["seq"] == tablet.seen, "where the table stands now"


@pytest.mark.parametrize("end", ["revoked", "deleted"])
def test_revoked_or_deleted_tablet_is_refused(tablet: Tablet, end: str) -> None:
    if end == "revoked":
        device_revoke(device=tablet.device, now=NOW)
    else:
        tablet.device.delete()
    for response in (
        tablet.tap("call_floor"),
        tablet.client.get("/tablet/snapshot"),
        tablet.post("sign-in", {"badge": "101", "pin": "2580"}),
        tablet.post("sign-out", {}),
    ):
        assert refusal(response) == (401, "unknown_device")
    assert tablet.client.get("/tablet/").context["boot"]["state"] == "pair"


def test_signed_out_tablet_is_refused(game: TableDriver) -> None:
    assert refusal(create_tablet(game).tap("call_floor")) == (401, "not_signed_in")


def test_dismissed_dealer_is_refused(tablet: Tablet) -> None:
    dealer = tablet.device.dealer or type(tablet.device).objects.get().dealer
    assert dealer is not None
    dealer.user.is_active = False
    dealer.user.save()
    assert refusal(tablet.tap("call_floor")) == (401, "not_signed_in")


def test_form_instead_of_json_is_415(game: TableDriver) -> None:
    tablet = create_tablet(game)
    response = tablet.client.post("/tablet/sign-in", {"badge": "101", "pin": "2580"})
    assert refusal(response) == (415, "not_json")


def test_wrong_pins_at_a_tablet_never_lock_the_right_one_out(game: TableDriver) -> None:
    create_staff("dealer")
    tablet = create_tablet(game)
    for _ in range(8):
        wrong = tablet.post("sign-in", {"badge": "101", "pin": "0000"})
        assert refusal(wrong) == (403, "bad_sign_in")
    assert tablet.post("sign-in", {"badge": "101", "pin": PIN}).status_code == 200


@pytest.mark.parametrize("body", [{"badge": 101, "pin": "2580"}, {"badge": "101"}, {}])
def test_malformed_sign_in_is_refused(game: TableDriver, body: dict[str, Any]) -> None:
    assert refusal(create_tablet(game).post("sign-in", body)) == (400, "bad_request")


def test_wrong_pairing_code_is_refused(game: TableDriver) -> None:
    tablet = create_tablet(game)
    assert refusal(tablet.post("pair", {"code": "0000000000"})) == (403, "bad_code")


def test_role_without_the_deal_permission_is_refused(game: TableDriver) -> None:
    create_staff("surveillance")
    tablet = create_tablet(game)
    response = tablet.post("sign-in", {"badge": "101", "pin": "2580"})
    assert refusal(response) == (403, "not_a_dealer")


def test_a_table_is_not_opened_with_one_player(room: TableDriver) -> None:
    room.seat_players(1)
    tablet = sign_in_tablet(room)
    assert refusal(tablet.tap("open_table")) == (422, "too_few_players")


@pytest.mark.django_db
def test_a_table_is_not_opened_without_a_plaque() -> None:
    room = create_room(with_plaque=False)
    room.seat_players(1, 2)
    assert refusal(sign_in_tablet(room).tap("open_table")) == (422, "no_plaque")


def test_table_does_not_open_with_a_stored_invalid_plaque(room: TableDriver) -> None:
    """However it came into the database, no table opens under it."""
    room.seat_players(1, 2)
    assert room.table.plaque is not None
    type(room.table.plaque).objects.update(blinds=[400, 200])
    response = sign_in_tablet(room).tap("open_table")
    assert refusal(response) == (422, "plaque_big_blind_below_small")
    assert response.json()["rule"] == "S-051"


def test_tap_of_another_dealer_is_refused(tablet: Tablet) -> None:
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
