"""Must-move chains, seat changes and seat claims on the desk's page: the strip, permissions, chips, refusals."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from players.models import Player
from players.separation import separation_decide
from tests.support.chain import ChainRoom, create_chain
from tests.support.desk import KEY
from tests.support.desk_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from waitlist.actions import load_waitlists
from waitlist.rules import commands as c

pytestmark = pytest.mark.django_db(transaction=True)
FormFields = dict[str, Any]


@pytest.fixture
def chain_room(db: None) -> ChainRoom:
    return create_chain()


@pytest.fixture
def desk_client(chain_room: ChainRoom) -> Client:
    return sign_in_client("desk")


def desk_page(client: Client, floor: ChainRoom, query: str = "") -> str:
    response = client.get(f"/desk/{floor.desk.room_id}/?list={KEY}{query}")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def post_form(client: Client, floor: ChainRoom, path: str = "do", **fields: Any) -> tuple[int, str]:
    data = {"list": KEY, "command": str(uuid4())} | fields
    response = client.post(f"/desk/{floor.desk.room_id}/{path}", data)
    return response.status_code, response.content.decode()


def player_key(name: str) -> str:
    return Player.objects.get(alias=name).key


def test_must_move_strip_moves_the_next_player(chain_room: ChainRoom, desk_client: Client) -> None:
    chain_room.desk.add("Hat")
    text = desk_page(desk_client, chain_room)
    assert "Move Lee to T1·S5" in PageContent(text).names("button")
    assert "T2·S4 then goes to Hat." in PageContent(text).region("Seats and changes").text
    assert text.index("<strong>Lee</strong>") < text.index("<strong>Boots</strong>")
    assert "log T2:" in PageContent(text).region("Seats and changes").text
    calls = [name for name in PageContent(text).names("button") if name.startswith("Call Hat for")]
    assert calls, "the must-move table has open chairs of its own"
    assert not [name for name in calls if "T1" in name]
    picked_page = PageContent(desk_page(desk_client, chain_room, "&at=T1.5"))
    assert "First claim" in picked_page.region("Seats and changes").text
    assert "must-move, T2 seat 4, since" in picked_page.region("Seats and changes").text
    status, _ = post_form(
        desk_client,
        chain_room,
        ask="must_move",
        key=KEY,
        player=player_key("Lee"),
        to_table="T1",
        to_seat=5,
    )
    assert status == 302
    assert chain_room.names_by_seat("T1")[5] == "Lee"


def test_move_asks_for_uncounted_chips(chain_room: ChainRoom, desk_client: Client) -> None:
    chain_room.move_to_main_game("Lee", 5)
    chain_room.move_to_main_game("Boots", 6)
    chain_room.move_to_main_game("Sock", 7)
    key = chain_room.seat_player("T2", 4, "Loose", None)
    assert "Loose's chips, counted" in PageContent(desk_page(desk_client, chain_room)).text
    data: FormFields = {
        "ask": "must_move",
        "key": KEY,
        "player": key,
        "to_table": "T1",
        "to_seat": 8,
    }
    assert post_form(desk_client, chain_room, **data)[0] == 422
    status, text = post_form(desk_client, chain_room, **data, stake="a lot")
    assert status == 422
    assert "isn\u2019t an amount in USD" in PageContent(text).alert()
    assert post_form(desk_client, chain_room, **data, stake="61.00")[0] == 302


def test_skipped_and_declined_moves_need_a_reason(
    chain_room: ChainRoom, desk_client: Client
) -> None:
    data: FormFields = {"ask": "must_move", "key": KEY, "to_table": "T1", "to_seat": 5}
    status, text = post_form(desk_client, chain_room, **data, player=player_key("Boots"))
    assert status == 422
    assert (
        "Lee has seniority over Boots and moves first. Give a reason." in PageContent(text).alert()
    )
    for reason, status in (("", 422), ("plays beside a friend", 302)):
        declined: FormFields = {
            "ask": "decline",
            "key": KEY,
            "player": player_key("Lee"),
            "what": "stays",
        }
        assert post_form(desk_client, chain_room, **declined, reason=reason)[0] == status
    assert "Move Boots to T1·S5" in PageContent(desk_page(desk_client, chain_room)).names("button")


@pytest.mark.parametrize("role", ["desk", "supervisor", "manager", "dealer"])
def test_supervisors_set_the_chain(chain_room: ChainRoom, role: str) -> None:
    client = sign_in_client(role)
    data: FormFields = {"role-T1": "main", "role-T2": "feeds", "role-T3": "feeds"}
    may = role in ("supervisor", "manager")
    assert post_form(client, chain_room, "chain", **data)[0] == (
        302 if may else 403 if role == "desk" else 401
    )
    chain = load_waitlists(chain_room.desk.room_id).chain(KEY)
    assert chain is not None
    assert chain.feeders == (("T2", "T3") if may else ("T2",))
    if may:
        assert "Must-move chain for this game" in PageContent(desk_page(client, chain_room)).names(
            "button"
        )
        alone: FormFields = {"role-T1": "main"}
        assert post_form(client, chain_room, "chain", **alone)[0] == 422
        assert post_form(client, chain_room, "chain")[0] == 302
        assert load_waitlists(chain_room.desk.room_id).chains == ()


def test_seat_changes_are_requested_offered_and_executed(
    chain_room: ChainRoom, desk_client: Client
) -> None:
    assert (
        post_form(
            desk_client, chain_room, "change", who="Pebble 1", kind="seat_change", wish="S6, 7"
        )[0]
        == 302
    )
    assert (
        post_form(desk_client, chain_room, "change", who="Boots", kind="table_change", wish="T3")[0]
        == 302
    )
    for name, kind, label in (
        ("Hat", "seat_change", "isn\u2019t playing this game"),
        ("Boots", "seats", "seat change or table change"),
        ("Boots", "table_change", "is already on Table change"),
    ):
        status, text = post_form(desk_client, chain_room, "change", who=name, kind=kind)
        assert status == 422
        assert label in PageContent(text).alert()
    assert not Player.objects.filter(alias="Hat").exists()
    page_text = PageContent(desk_page(desk_client, chain_room))
    page_text.item("seat change at T1: S6, S7")
    assert "Seat Pebble 1 in T1·S6" in page_text.names("button")
    assert "Move Boots to T3·S3" in page_text.names("button")
    waitlists = load_waitlists(chain_room.desk.room_id).lists
    number = {entry.name: entry.number for waitlist in waitlists for entry in waitlist.entries}
    assert (
        post_form(
            desk_client, chain_room, ask="seated", number=number["Pebble 1"], table="T1", seat=6
        )[0]
        == 302
    )
    boots: FormFields = {"ask": "seated", "number": number["Boots"], "table": "T3", "seat": 3}
    assert post_form(desk_client, chain_room, **boots, transfer="related", fields="so")[0] == 403
    assert "own choice: new buy-in" not in page_text.text
    assert "own choice: new buy-in" in desk_page(sign_in_client("supervisor", "402"), chain_room)
    assert post_form(desk_client, chain_room, **boots, stake="50")[0] == 302
    assert (chain_room.names_by_seat("T1")[6], chain_room.names_by_seat("T3")[3]) == (
        "Pebble 1",
        "Boots",
    )


def test_staff_see_warnings_before_seating_a_player(
    chain_room: ChainRoom, desk_client: Client
) -> None:
    chain_room.execute(c.SetChain(KEY))
    chain_room.desk.add("Sock")
    sock, pebble = (Player.objects.get(alias=name) for name in ("Sock", "Pebble 1"))
    separation_decide(
        one=sock, other=pebble, apart=True, reason="x", by="staff.2", now=chain_room.desk.now
    )
    picked_page = PageContent(desk_page(desk_client, chain_room, "&at=T1.5"))
    assert (
        "Sock can\u2019t play in the same game as Pebble 1"
        in picked_page.region("Seats and changes").text
    )
    seat = next(n for n, name in chain_room.names_by_seat("T2").items() if name == "Sock")
    assert (
        f"Sock is seated at T2 seat {seat} in Small room"
        in picked_page.region("Seats and changes").text
    )
