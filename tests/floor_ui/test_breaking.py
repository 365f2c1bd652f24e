"""The page that breaks a table: roles, warnings, the draw, and refusals that keep the entered data."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from players.models import Player
from players.separation import separation_decide
from poker.commands import Deal
from tests.support.chain import ChainRoom, create_chain
from tests.support.floor_fixtures import sign_in_client
from tests.support.page_roles import PageContent
from tests.support.room import create_staff

pytestmark = pytest.mark.django_db(transaction=True)
BREAK_URL = "/floor/tables/T2/break/"


@pytest.fixture
def chain_room(db: None) -> ChainRoom:
    return create_chain()


def sign_in_role(role: str) -> Client:
    create_staff(role, alias=f"Oak {role}", badge="777")
    return sign_in_client("777")


def draw_seats(client: Client, **fields: Any) -> tuple[int, str]:
    data: dict[str, Any] = {"command": str(uuid4()), "to": ["T3"], "reason": "Too few players"}
    response = client.post(f"{BREAK_URL}draw", data | fields)
    return response.status_code, " ".join(response.content.decode().split())


@pytest.mark.parametrize("role", ["dealer", "desk", "surveillance", "supervisor", "manager"])
def test_supervisors_break_tables(chain_room: ChainRoom, role: str) -> None:
    client = sign_in_role(role)
    may = role in ("supervisor", "manager")
    page = client.get(BREAK_URL)
    assert page.status_code == (403 if role == "dealer" else 200)
    assert ("Draw and break T2" in page.content.decode()) == may
    assert draw_seats(client)[0] == (302 if may else 403)
    assert (chain_room.names_by_seat("T2") == {}) == may
    assert Client().post(f"{BREAK_URL}draw", {}).status_code in (401, 403)


def test_page_shows_the_draw_before_and_after(
    chain_room: ChainRoom,
) -> None:
    lee, third = (Player.objects.get(alias=name) for name in ("Lee", "Third 1"))
    separation_decide(
        one=lee, other=third, apart=True, reason="x", by="staff.2", now=chain_room.desk.now
    )
    client = sign_in_role("supervisor")
    page = PageContent(" ".join(client.get(BREAK_URL).content.decode().split()))
    assert "Lee and Third 1, who sits at T3 (S-016)" in page.status()
    assert "Everyone gets a seat at these tables." in page.region("Move to same game").text
    assert "$100" in page.region("Players moving, with all chips").text
    status, refusal_text = draw_seats(client)
    assert status == 422
    assert (
        "Every draw puts Lee with Third 1, and the house keeps them apart"
        in PageContent(refusal_text).alert()
    )
    checked = [field.value for field in PageContent(refusal_text).fields() if field.is_checked]
    assert "T3" in checked
    assert "T1" not in checked
    assert draw_seats(client, together="yes")[0] == 302
    after = PageContent(" ".join(client.get(BREAK_URL).content.decode().split()))
    assert "Oak supervisor: Too few players" in after.text
    assert "Seats in the order drawn: T3 seat" in after.text
    assert "Break T2" not in PageContent(client.get("/floor/tables/T2/")).names("link")
    assert "Break T3" in PageContent(client.get("/floor/tables/T3/")).names("link")


def test_refusals_are_shown(chain_room: ChainRoom) -> None:
    client = sign_in_role("supervisor")
    for data, expected, message in (
        ({"reason": ""}, 422, "Give a reason for breaking T2"),
        ({"to": ["T2"]}, 422, "T2 has a different game."),
        ({"to": ["T99"]}, 404, "No table T99"),
        ({"stake-p1": "lots"}, 422, "isn\u2019t an amount in USD"),
    ):
        status, text = draw_seats(client, **data)
        assert status == expected, data
        assert message in PageContent(text).alert()
    chain_room.tables["T2"].execute(Deal())
    assert (
        "Hand in progress. No one moves until it ends"
        in PageContent(client.get(BREAK_URL)).status()
    )
    status, text = draw_seats(client)
    assert status == 422
    assert "Move the player when it\u2019s over." in PageContent(text).alert()
    assert len(chain_room.names_by_seat("T2")) == 3
    assert client.get("/floor/tables/T99/break/").status_code == 404


def test_players_without_a_seat_are_listed_before_the_break(chain_room: ChainRoom) -> None:
    for seat in range(3, 9):
        chain_room.seat_player("T3", seat, f"Third {seat}")
    for seat in range(5, 10):
        chain_room.seat_player("T1", seat, f"First {seat}")
    client = sign_in_role("supervisor")
    page = PageContent(" ".join(client.get(BREAK_URL).content.decode().split()))
    assert "1 open seat for 3:" in page.region("Move to same game").text
    assert draw_seats(client, to=[])[0] == 302
    assert sorted(chain_room.desk.names) == ["Boots", "Lee", "Sock"]
