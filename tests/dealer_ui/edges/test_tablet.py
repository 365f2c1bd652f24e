"""The tablet's addresses, from pairing to the award."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import Q
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from dealer_ui.auth import COOKIE
from journal.models import Entry
from players.models import Player
from rulings.incidents.models import Incident
from staff.account_changes import sessions_end
from staff.models import Room, Staff
from tables.dealer_sign_in import ASIDE
from tables.lifecycle import table_create
from tables.models import Device
from tables.pairing import pairing_code_make
from tests.support.room import ACTOR, PIN, TableDriver, create_staff
from tests.support.tablet import Tablet, create_tablet, refusal, sign_in_tablet


def test_tablet_is_paired_signed_in_and_deals(game: TableDriver) -> None:
    from django.utils import timezone

    create_staff("dealer")
    device = Device.objects.create(name="Tablet", table=game.table)
    tablet = Tablet(Client(), device)
    page = tablet.client.get("/tablet/")
    assert (page.status_code, page.context["boot"]["state"]) == (200, "pair")

    code = pairing_code_make(device=device, now=timezone.now())
    response = tablet.post("pair", {"code": code})
    assert response.json() == {"table": "T1"}
    cookie = response.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"
    assert tablet.client.get("/tablet/").context["boot"]["state"] == "sign-in"

    response = tablet.post("sign-in", {"badge": "101", "pin": PIN})
    assert response.json()["screen"]["header"]["dealer"] == "Wren"
    assert tablet.client.get("/tablet/").context["boot"]["state"] == "table"

    assert tablet.post("sign-out", {}).status_code == 200
    assert tablet.client.get("/tablet/").context["boot"]["state"] == "sign-in"


def test_responses_are_not_cached(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    for path in ("", "snapshot"):
        assert "no-store" in tablet.client.get(f"/tablet/{path}")["Cache-Control"]


def test_a_hand_by_taps(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
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
        response = tablet.tap(name, **args)
        assert response.status_code == 200, (name, response.json())
    assert tablet.snapshot()["screen"]["hand"] == 2


def test_repeated_command_id_is_executed_once(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    command_id = str(uuid4())
    seen = tablet.seen
    first, repeated = (tablet.tap("first_in", seat=4, id=command_id, seen=seen) for _ in range(2))
    assert first.status_code == repeated.status_code == 200
    assert first.json()["seq"] == repeated.json()["seq"]


def test_statements_of_a_tap(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    tablet.tap("first_in", seat=4)
    tablet.snapshot()  # the last request that reads the currency: a hand was dealt
    with CaptureQueriesContext(connection) as queries:
        tablet.tap("act", seat=1, what="call")
    text = [query["sql"].split()[0] for query in queries.captured_queries]
    # PostgreSQL stores entries and state in one statement.
    stored = ["WITH"] if connection.vendor == "postgresql" else ["INSERT", "UPDATE"]
    assert [statement for statement in text if statement not in ("SAVEPOINT", "RELEASE")] == [
        "SELECT",  # the tablet, its table and dealer
        "SELECT",  # the log, locked
        *stored,
    ]


def test_typed_alias_creates_one_player(room: TableDriver) -> None:
    tablet = sign_in_tablet(room)
    tablet.tap("seat_player", seat=3, player="Kettle", name="Kettle")
    tablet.tap("leave_seat", seat=3)
    response = tablet.tap("seat_player", seat=5, player="kettle", name=" kettle ")
    assert response.status_code == 200
    assert Player.objects.get().alias == "Kettle"
    assert response.json()["screen"]["people"] == []


def test_player_seated_at_another_table_is_refused(room: TableDriver) -> None:
    second = table_create(
        room=room.table.room, name="T2", seats=4, plaque=None, actor=ACTOR, now=room.now
    )
    TableDriver(second).seat_players(2)
    tablet = sign_in_tablet(room)
    kettle = tablet.tap("seat_player", seat=3, player="Kettle", name="Kettle")
    assert "warning" not in kettle.json()
    pebble = f"p{Player.objects.get(alias='T2 Pebble 2').pk}"
    response = tablet.tap("seat_player", seat=5, player=pebble, name="T2 Pebble 2")
    assert refusal(response) == (409, "player_elsewhere")
    assert response.json()["message"] == (
        "T2 Pebble 2 is seated at T2 seat 2 in Small room. That seat has to be opened first."
        " Ask the desk, or tap FLOOR."
    )


def test_empty_table_is_closed_at_its_tablet(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    assert refusal(tablet.tap("close_table")) == (422, "players_sit")
    for seat in tablet.snapshot()["screen"]["pods"]:
        if seat["player"]:
            assert tablet.tap("leave_seat", seat=seat["seat"]).status_code == 200
    closing = str(uuid4())
    close_response = tablet.tap("close_table", id=closing)
    assert close_response.json()["screen"]["stage"]["title"] == "Table closed"
    assert tablet.tap("close_table", id=closing).json()["seq"] == close_response.json()["seq"]


def test_a_supervisor_may_place_the_button(game: TableDriver) -> None:
    tablet = create_tablet(game)
    create_staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    tablet.snapshot()
    assert tablet.tap("set_button", seat=2).status_code == 200


def test_dealer_seats_players_unless_the_room_wants_a_supervisor(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    hinge, latch = (Player.objects.create(alias=alias) for alias in ("Hinge", "Latch"))
    assert tablet.tap("seat_player", seat=6, player=hinge.key, name="Hinge").status_code == 200
    Room.objects.update(dealers_seat=False)
    cache.clear()  # a screen that the server draws may be ten seconds old
    seat_latch: dict[str, Any] = {"seat": 7, "player": latch.key, "name": "Latch"}
    assert refusal(tablet.tap("seat_player", **seat_latch)) == (403, "needs_supervisor")
    create_staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    assert tablet.snapshot()["screen"]["seating_supervised"]
    assert tablet.tap("seat_player", **seat_latch).status_code == 200


def test_only_a_supervisor_lets_an_invalid_amount_stand(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    act_args: dict[str, Any] = {"seat": 4, "what": "raise", "to": 1600, "stood": True}
    assert refusal(tablet.tap("act", **act_args)) == (403, "needs_supervisor")
    create_staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    tablet.snapshot()
    assert tablet.tap("act", **act_args).status_code == 200


def test_reused_command_id_is_refused(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    id = str(uuid4())
    first = tablet.tap("act", id=id, seat=1, what="raise", to=800)
    assert first.status_code == 200
    assert refusal(tablet.tap("act", id=id, seat=1, what="raise", to=1200)) == (409, "id_reused")
    assert refusal(tablet.tap("call_floor", id=id)) == (409, "id_reused")
    assert tablet.snapshot()["seq"] == first.json()["seq"]
    # A retry of the same tap gets its result, whatever its page has seen since.
    retry = tablet.tap("act", id=id, seat=1, what="raise", to=800, seen=0)
    assert (retry.status_code, retry.json()["seq"]) == (200, first.json()["seq"])


def test_supervisor_signs_in_for_one_act_and_the_dealer_is_back(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    create_staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    tablet.snapshot()
    stood = tablet.tap("act", seat=4, what="raise", to=1600, stood=True)
    assert (stood.status_code, stood.json()["owner"]["name"]) == (200, "Wren")
    assert tablet.tap("act", seat=1, what="fold").status_code == 200
    wren = Staff.objects.get(alias="Wren")
    rowan = Staff.objects.get(alias="Rowan")
    actors = Entry.objects.filter(stream=game.table.pk).order_by("-seq").values_list("actor")
    names = [actor for (actor,) in actors]
    assert names[0] == wren.key
    assert rowan.key in names


def test_supervisor_who_does_nothing_leaves_the_tablet_to_its_dealer(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    rowan = create_staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    tablet.snapshot()
    Device.objects.filter(dealer=rowan).update(signed_in_at=timezone.now() - ASIDE)
    folded = tablet.tap("act", seat=4, what="fold")
    assert (folded.status_code, folded.json()["owner"]["name"]) == (200, "Wren")


def test_retry_of_a_supervisors_act_is_answered_though_the_dealer_is_back(
    game: TableDriver,
) -> None:
    tablet = sign_in_tablet(game)
    rowan = create_staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    tap = {"id": str(uuid4()), "seen": tablet.snapshot()["seq"], "name": "act", "dealer": rowan.key}
    tap |= {"args": {"seat": 4, "what": "fold"}, "listening": True}
    first = tablet.post("command", tap)
    repeated = tablet.post("command", tap)
    assert (first.status_code, repeated.status_code) == (200, 200), repeated.content
    assert repeated.json()["seq"] == first.json()["seq"]
    assert repeated.json()["owner"]["name"] == "Wren"
    other = tap | {"id": str(uuid4()), "seen": first.json()["seq"]}
    assert refusal(tablet.post("command", other)) == (403, "other_dealer")


def test_supervisors_report_of_conduct_is_one_act_and_answered_again(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    rowan = create_staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    player = Player.objects.get(alias="Pebble 3")
    args = {"category": "etq_09_stalling", "seat": 3, "player": player.key}
    body = {"id": str(uuid4()), "seen": 1, "name": "incident", "args": args, "dealer": rowan.key}
    for _ in range(2):
        response = tablet.post("incident", body)
        assert (response.status_code, response.json()["owner"]["name"]) == (200, "Wren")
    assert Incident.objects.get().recorded_by == rowan
    assert Device.objects.get(pk=tablet.device.pk).dealer == Staff.objects.get(alias="Wren")


def test_page_opened_after_two_minutes_is_the_dealers(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    rowan = create_staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    owner = tablet.client.get("/tablet/").context["owner"]
    assert owner["name"] == "Rowan"
    assert 0 < owner["returns_in"] <= ASIDE.total_seconds() * 1000
    Device.objects.filter(dealer=rowan).update(signed_in_at=timezone.now() - ASIDE)
    owner = tablet.client.get("/tablet/").context["owner"]
    assert (owner["name"], owner["returns_in"]) == ("Wren", 0)


def test_supervisor_at_a_second_tablet_leaves_the_first_to_its_dealer(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    create_staff("supervisor", alias="Rowan", badge="201")
    second = create_tablet(game, name="Second")
    for each in (tablet, second):
        each.post("sign-in", {"badge": "201", "pin": PIN})
    assert tablet.client.get("/tablet/").context["owner"]["name"] == "Wren"
    assert second.client.get("/tablet/").context["owner"]["name"] == "Rowan"


def test_dealer_who_stepped_aside_and_signed_in_elsewhere_is_not_back(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    create_staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    second = create_tablet(game, name="Second")
    second.post("sign-in", {"badge": "101", "pin": PIN})
    tablet.snapshot()
    assert tablet.tap("act", seat=4, what="fold").status_code == 200
    wren = Staff.objects.get(alias="Wren")
    assert list(Device.objects.filter(Q(dealer=wren) | Q(aside=wren))) == [second.device]


@pytest.mark.parametrize("ended", ["sessions", "pairing"])
def test_dealer_who_stepped_aside_is_not_back_once_the_sign_in_ended(
    game: TableDriver, ended: str
) -> None:
    tablet = sign_in_tablet(game)
    create_staff("supervisor", alias="Rowan", badge="201")
    tablet.post("sign-in", {"badge": "201", "pin": PIN})
    if ended == "sessions":
        sessions_end(staff=Staff.objects.get(alias="Wren"))
    else:
        code = pairing_code_make(device=tablet.device, now=timezone.now())
        tablet.post("pair", {"code": code})
    tablet.snapshot()
    tablet.tap("act", seat=4, what="fold")
    names = Device.objects.filter(pk=tablet.device.pk).values_list("dealer__alias", "aside__alias")
    assert "Wren" not in names.get()


def test_sign_in_page_names_the_tablet_where_the_dealer_signed_in(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    assert tablet.client.get("/tablet/").context["boot"]["note"] == ""
    second = create_tablet(game, name="Second")
    second.post("sign-in", {"badge": "101", "pin": PIN})
    page = tablet.client.get("/tablet/").context["boot"]
    assert (page["state"], page["note"]) == (
        "sign-in",
        "Wren signed in at another tablet (T1) and is signed out here.",
    )


def test_a_push_in_mid_hand_is_recorded_when_the_hand_is_over(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    create_staff("dealer", alias="Plover", badge="102")
    tablet.tap("first_in", seat=4)
    tablet.post("sign-out", {})
    response = tablet.post("sign-in", {"badge": "102", "pin": PIN})
    assert response.json()["screen"]["header"]["dealer"] == "Wren"
    tablet.tap("act", seat=1, what="fold")
    tablet.tap("act", seat=2, what="fold")
    tablet.tap("act", seat=3, what="fold")
    response = tablet.tap("award", seats=[4])
    assert response.status_code == 200, response.json()
    assert response.json()["screen"]["header"]["dealer"] == "Plover"


def test_a_push_in_mid_hand_is_recorded_though_a_supervisor_acted_before(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    create_staff("dealer", alias="Plover", badge="102")
    create_staff("supervisor", alias="Rowan", badge="201")
    tablet.tap("first_in", seat=4)
    tablet.post("sign-out", {})
    for badge in ("102", "201"):
        tablet.post("sign-in", {"badge": badge, "pin": PIN})
    for seat in (1, 2, 3):
        assert tablet.tap("act", seat=seat, what="fold").status_code == 200
    response = tablet.tap("award", seats=[4])
    assert response.json()["screen"]["header"]["dealer"] == "Plover"


def test_post_without_a_csrf_token_is_refused(game: TableDriver) -> None:
    tablet = sign_in_tablet(game)
    strict = Client(enforce_csrf_checks=True)
    strict.cookies[COOKIE] = tablet.client.cookies[COOKIE].value
    response = Tablet(strict, tablet.device).tap("call_floor")
    assert refusal(response) == (403, "page_too_old")


@pytest.mark.parametrize(
    ("method", "path"), [("get", "command"), ("get", "pair"), ("post", "snapshot"), ("post", "")]
)
def test_wrong_method_is_405(game: TableDriver, method: str, path: str) -> None:
    assert getattr(sign_in_tablet(game).client, method)(f"/tablet/{path}").status_code == 405


@pytest.mark.django_db
def test_healthz_answers_ok() -> None:
    response = Client().get("/healthz")
    assert (response.status_code, response.json()) == (200, {"ok": True})
