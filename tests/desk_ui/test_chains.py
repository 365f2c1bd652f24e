"""Must-move, changes and claims on the desk's page: the strip, who may set the chain, chips, refusals."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from players.models import Player
from players.separation import separation_decide
from poker.waitlist import commands as c
from tables.waitlist.execute import load_waitlists
from tests.desk_ui.conftest import signed_in
from tests.tables.conftest import _quick
from tests.tables.lists.chain import Floor, floor_of
from tests.tables.lists.desk import KEY

__all__ = ["_quick"]
pytestmark = pytest.mark.django_db(transaction=True)
Said = dict[str, Any]


@pytest.fixture
def floor(db: None) -> Floor:
    return floor_of()


@pytest.fixture
def cobalt(floor: Floor) -> Client:
    return signed_in("desk")


def page(client: Client, floor: Floor, query: str = "") -> str:
    response = client.get(f"/desk/{floor.desk.room_id}/?list={KEY}{query}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def post(client: Client, floor: Floor, path: str = "do", **said: Any) -> tuple[int, str]:
    data = {"list": KEY, "command": str(uuid4())} | said
    answer = client.post(f"/desk/{floor.desk.room_id}/{path}", data)
    return answer.status_code, answer.content.decode()


def key_of(name: str) -> str:
    return Player.objects.get(alias=name).key


def test_the_strip_says_who_moves_and_the_key_moves_him(floor: Floor, cobalt: Client) -> None:
    floor.desk.add("Hat")
    shown = page(cobalt, floor)
    assert "Move Lee to T1·S5" in shown
    assert "T2·S4 then goes to Hat." in shown
    assert shown.index("<strong>Lee</strong>") < shown.index("<strong>Boots</strong>")
    assert "log T2:" in shown
    assert "Call Hat for" in shown, "the must-move table has open chairs of its own"
    assert "Call Hat for T1" not in shown
    picked = page(cobalt, floor, "&at=T1.5")
    assert "First claim" in picked
    assert "must-move, T2 seat 4, since" in picked
    status, _ = post(
        cobalt, floor, ask="must_move", key=KEY, player=key_of("Lee"), to_table="T1", to_seat=5
    )
    assert status == 302
    assert floor.at("T1")[5] == "Lee"


def test_chips_that_nobody_counted_are_asked_for(floor: Floor, cobalt: Client) -> None:
    floor.move("Lee", 5)
    floor.move("Boots", 6)
    floor.move("Sock", 7)
    key = floor.sit("T2", 4, "Loose", None)
    assert "Loose's chips, counted" in page(cobalt, floor)
    data: Said = {"ask": "must_move", "key": KEY, "player": key, "to_table": "T1", "to_seat": 8}
    assert post(cobalt, floor, **data)[0] == 422
    status, text = post(cobalt, floor, **data, stake="a lot")
    assert status == 422
    assert "isn&#x27;t a dollar amount" in text
    assert post(cobalt, floor, **data, stake="61.00")[0] == 302


def test_another_mover_and_who_does_not_want_to_need_a_reason(floor: Floor, cobalt: Client) -> None:
    data: Said = {"ask": "must_move", "key": KEY, "to_table": "T1", "to_seat": 5}
    status, text = post(cobalt, floor, **data, player=key_of("Boots"))
    assert status == 422
    assert "Lee has seniority over Boots and moves first. Give a reason." in text
    for reason, status in (("", 422), ("plays beside a friend", 302)):
        declined: Said = {"ask": "decline", "key": KEY, "player": key_of("Lee"), "what": "stays"}
        assert post(cobalt, floor, **declined, reason=reason)[0] == status
    assert "Move Boots to T1·S5" in page(cobalt, floor)


@pytest.mark.parametrize("role", ["desk", "supervisor", "manager", "dealer"])
def test_supervisors_set_the_chain(floor: Floor, role: str) -> None:
    client = signed_in(role)
    data: Said = {"role-T1": "main", "role-T2": "feeds", "role-T3": "feeds"}
    may = role in ("supervisor", "manager")
    assert post(client, floor, "chain", **data)[0] == (302 if may else 403)
    chain = load_waitlists(floor.desk.room_id).lists.chain(KEY)
    assert chain is not None
    assert chain.feeders == (("T2", "T3") if may else ("T2",))
    if may:
        assert "Must-move chain for this game" in page(client, floor)
        alone: Said = {"role-T1": "main"}
        assert post(client, floor, "chain", **alone)[0] == 422
        assert post(client, floor, "chain")[0] == 302
        assert load_waitlists(floor.desk.room_id).lists.chains == ()


def test_changes_are_put_down_offered_and_carried_out(floor: Floor, cobalt: Client) -> None:
    assert post(cobalt, floor, "change", who="Pebble 1", kind="seat_change", wish="S6, 7")[0] == 302
    assert post(cobalt, floor, "change", who="Boots", kind="table_change", wish="T3")[0] == 302
    for name, kind, words in (
        ("Hat", "seat_change", "isn&#x27;t playing this game"),
        ("Boots", "seats", "seat change or table change"),
        ("Boots", "table_change", "is already on Table change"),
    ):
        status, text = post(cobalt, floor, "change", who=name, kind=kind)
        assert status == 422
        assert words in text
    assert not Player.objects.filter(alias="Hat").exists()
    shown = page(cobalt, floor)
    assert "seat change at T1: S6, S7" in shown
    assert "Seat Pebble 1 in T1·S6" in shown
    assert "Move Boots to T3·S3" in shown
    waitlists = load_waitlists(floor.desk.room_id).lists.lines
    number = {entry.name: entry.number for waitlist in waitlists for entry in waitlist.places}
    assert post(cobalt, floor, ask="seated", number=number["Pebble 1"], table="T1", seat=6)[0] == 302  # fmt: skip
    boots: Said = {"ask": "seated", "number": number["Boots"], "table": "T3", "seat": 3}
    assert post(cobalt, floor, **boots, transfer="related", said="so")[0] == 403
    assert "own choice: new buy-in" not in shown
    assert "own choice: new buy-in" in page(signed_in("supervisor", "402"), floor)
    assert post(cobalt, floor, **boots, stake="50")[0] == 302
    assert (floor.at("T1")[6], floor.at("T3")[3]) == ("Pebble 1", "Boots")


def test_staff_are_told_before_they_seat_somebody(floor: Floor, cobalt: Client) -> None:
    floor.ask(c.SetChain(KEY))
    floor.desk.add("Sock")
    sock, pebble = (Player.objects.get(alias=name) for name in ("Sock", "Pebble 1"))
    separation_decide(
        one=sock, other=pebble, apart=True, reason="x", by="staff.2", now=floor.desk.now
    )
    picked = page(cobalt, floor, "&at=T1.5")
    assert "Sock can\u2019t play in the same game as Pebble 1" in picked
    assert "Sock also has T2 seat" in picked
