"""The tablet's addresses, from pairing to the award."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from dealer_ui.auth import COOKIE
from players.models import Player
from tables.lifecycle import table_create
from tables.models import Device
from tables.pairing import pairing_code_make
from tests.dealer_ui.edges.tablet import Tablet, dealt, refusal, tablet_of
from tests.tables.room import ACTOR, PIN, Small, staff


def test_from_pairing_to_dealing(game: Small) -> None:
    from django.utils import timezone

    staff("dealer")
    device = Device.objects.create(name="Tablet", table=game.table)
    tablet = Tablet(Client(), device)
    page = tablet.client.get("/tablet/")
    assert (page.status_code, page.context["boot"]["state"]) == (200, "pair")

    code = pairing_code_make(device=device, now=timezone.now())
    answer = tablet.post("pair", {"code": code})
    assert answer.json() == {"table": "T1"}
    cookie = answer.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    assert tablet.client.get("/tablet/").context["boot"]["state"] == "sign-in"

    answer = tablet.post("sign-in", {"badge": "101", "pin": PIN})
    assert answer.json()["screen"]["header"]["dealer"] == "Wren"
    assert tablet.client.get("/tablet/").context["boot"]["state"] == "table"

    assert tablet.post("sign-out", {}).status_code == 200
    assert tablet.client.get("/tablet/").context["boot"]["state"] == "sign-in"


def test_nothing_is_kept_by_caches(game: Small) -> None:
    tablet = dealt(game)
    for path in ("", "snapshot"):
        assert "no-store" in tablet.client.get(f"/tablet/{path}")["Cache-Control"]


def test_a_hand_by_taps(game: Small) -> None:
    tablet = dealt(game)
    taps: tuple[tuple[str, dict[str, Any]], ...] = (
        ("first_in", {"seat": 4}),
        ("act", {"seat": 1, "what": "fold"}),
        ("close_street", {"count": 3}),
        ("close_street", {"count": 3}),
        ("act", {"seat": 2, "what": "bet", "to": 800}),
        ("undo", {}),
        ("close_street", {"count": 3}),
        ("close_street", {"count": 3}),
        ("award", {"seats": [2]}),
    )
    for name, args in taps:
        answer = tablet.tap(name, **args)
        assert answer.status_code == 200, (name, answer.json())
    assert tablet.look()["screen"]["hand"] == 2


def test_the_same_id_twice_is_one_command(game: Small) -> None:
    tablet = dealt(game)
    command_id, seen = str(uuid4()), tablet.seen
    first, again = (tablet.tap("first_in", seat=4, id=command_id, seen=seen) for _ in range(2))
    assert first.status_code == again.status_code == 200
    assert first.json()["seq"] == again.json()["seq"]


def test_a_tap_costs_four_statements(game: Small) -> None:
    tablet = dealt(game)
    tablet.tap("first_in", seat=4)
    with CaptureQueriesContext(connection) as caught:
        tablet.tap("act", seat=1, what="call")
    text = [query["sql"].split()[0] for query in caught.captured_queries]
    assert [word for word in text if word not in ("SAVEPOINT", "RELEASE")] == [
        "SELECT",  # the tablet, its table and dealer
        "SELECT",  # the log, locked
        "INSERT",
        "UPDATE",
    ]


def test_a_typed_name_becomes_a_player_once(room: Small) -> None:
    tablet = dealt(room)
    tablet.tap("seat_player", seat=3, player="Kettle", name="Kettle")
    tablet.tap("leave_seat", seat=3)
    answer = tablet.tap("seat_player", seat=5, player="kettle", name=" kettle ")
    assert answer.status_code == 200
    assert Player.objects.get().alias == "Kettle"
    assert answer.json()["screen"]["people"] == []


def test_a_player_at_two_tables_is_warned_about(room: Small) -> None:
    other = table_create(
        room=room.table.room, name="T2", seats=4, plaque=None, actor=ACTOR, now=room.now
    )
    Small(other).sit(2)
    tablet = dealt(room)
    kettle = tablet.tap("seat_player", seat=3, player="Kettle", name="Kettle")
    assert "warning" not in kettle.json()
    pebble = f"p{Player.objects.get(alias='Pebble 2').pk}"
    answer = tablet.tap("seat_player", seat=5, player=pebble, name="Pebble 2")
    assert answer.status_code == 200
    assert answer.json()["warning"] == (
        "Pebble 2 also has T2 seat 2. Open the one not being played."
    )


def test_a_table_closes_at_its_tablet_when_nobody_sits_there(game: Small) -> None:
    tablet = dealt(game)
    assert refusal(tablet.tap("close_table")) == (422, "players_sit")
    for seat in tablet.look()["screen"]["pods"]:
        if seat["player"]:
            assert tablet.tap("leave_seat", seat=seat["seat"]).status_code == 200
    closing = str(uuid4())
    closed = tablet.tap("close_table", id=closing)
    assert closed.json()["screen"]["stage"]["title"] == "Table closed"
    assert tablet.tap("close_table", id=closing).json()["seq"] == closed.json()["seq"]


def test_a_supervisor_may_place_the_button(game: Small) -> None:
    tablet = tablet_of(game)
    staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    tablet.look()
    assert tablet.tap("set_button", seat=2).status_code == 200


def test_only_a_supervisor_lets_an_amount_against_the_rules_stand(game: Small) -> None:
    tablet = dealt(game)
    most: dict[str, Any] = {"seat": 4, "what": "raise", "to": 1600, "stood": True}
    assert refusal(tablet.tap("act", **most)) == (422, "needs_supervisor")
    staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    tablet.look()
    assert tablet.tap("act", **most).status_code == 200


def test_a_tablet_says_where_its_dealer_went(game: Small) -> None:
    tablet = dealt(game)
    assert tablet.client.get("/tablet/").context["boot"]["note"] == ""
    other = tablet_of(game, name="Second")
    other.post("sign-in", {"badge": "101", "pin": PIN})
    page = tablet.client.get("/tablet/").context["boot"]
    assert (page["state"], page["note"]) == (
        "sign-in",
        "Wren signed in at another tablet (T1) and is signed out here.",
    )


def test_a_push_in_mid_hand_is_recorded_when_the_hand_is_over(game: Small) -> None:
    tablet = dealt(game)
    staff("dealer", alias="Plover", badge="102")
    tablet.tap("first_in", seat=4)
    tablet.post("sign-out", {})
    answer = tablet.post("sign-in", {"badge": "102", "pin": PIN})
    assert answer.json()["screen"]["header"]["dealer"] == "Wren"
    tablet.tap("act", seat=1, what="fold")
    tablet.tap("act", seat=2, what="fold")
    tablet.tap("act", seat=3, what="fold")
    answer = tablet.tap("award", seats=[4])
    assert answer.status_code == 200, answer.json()
    assert answer.json()["screen"]["header"]["dealer"] == "Plover"


def test_a_post_without_the_pages_token(game: Small) -> None:
    tablet = dealt(game)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies[COOKIE] = tablet.client.cookies[COOKIE].value
    answer = Tablet(strict, tablet.device).tap("call_floor")
    assert refusal(answer) == (403, "page_too_old")


@pytest.mark.parametrize(
    ("method", "path"), [("get", "command"), ("get", "pair"), ("post", "snapshot"), ("post", "")]
)
def test_other_methods(game: Small, method: str, path: str) -> None:
    assert getattr(dealt(game).client, method)(f"/tablet/{path}").status_code == 405


@pytest.mark.django_db
def test_healthz() -> None:
    answer = Client().get("/healthz")
    assert (answer.status_code, answer.json()) == (200, {"ok": True})
