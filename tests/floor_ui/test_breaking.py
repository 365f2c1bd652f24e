"""The page on which a table is broken: roles, what is told before, the draw, refusals with what was ticked kept."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from players.models import Player
from players.separation import separation_decide
from poker.commands import Deal
from tests.floor_ui.conftest import signed_in
from tests.tables.conftest import _quick
from tests.tables.lists.chain import Floor, floor_of
from tests.tables.room import staff

__all__ = ["_quick"]
pytestmark = pytest.mark.django_db(transaction=True)
HERE = "/floor/tables/T2/break/"


@pytest.fixture
def floor(db: None) -> Floor:
    return floor_of()


def somebody(role: str) -> Client:
    staff(role, alias=f"Oak {role}", badge="777")
    return signed_in("777")


def draw(client: Client, **said: Any) -> tuple[int, str]:
    data: dict[str, Any] = {"command": str(uuid4()), "to": ["T3"], "reason": "Too few players"}
    answer = client.post(f"{HERE}draw", data | said)
    return answer.status_code, " ".join(answer.content.decode().split())


@pytest.mark.parametrize("role", ["dealer", "desk", "surveillance", "supervisor", "manager"])
def test_supervisors_break_tables(floor: Floor, role: str) -> None:
    client = somebody(role)
    may = role in ("supervisor", "manager")
    page = client.get(HERE)
    assert page.status_code == (403 if role == "dealer" else 200)
    assert ("Draw and break T2" in page.content.decode()) == may
    assert draw(client)[0] == (302 if may else 403)
    assert (floor.at("T2") == {}) == may
    assert Client().post(f"{HERE}draw", {}).status_code in (401, 403)


def test_the_page_says_before_what_the_draw_will_do_and_after_what_it_was(floor: Floor) -> None:
    lee, third = (Player.objects.get(alias=name) for name in ("Lee", "Third 1"))
    separation_decide(
        one=lee, other=third, apart=True, reason="x", by="staff.2", now=floor.desk.now
    )
    client = somebody("supervisor")
    page = " ".join(client.get(HERE).content.decode().split())
    assert "Lee and Third 1, who sits at T3 (S-016)" in page
    assert "Everyone gets a seat at these tables." in page
    assert "$100" in page
    status, refused = draw(client)
    assert status == 422
    assert "Lee shares a table with Third 1, whom the house keeps apart" in refused
    assert 'value="T3" checked' in refused
    assert 'value="T1" checked' not in refused
    assert draw(client, together="yes")[0] == 302
    after = " ".join(client.get(HERE).content.decode().split())
    assert "Oak supervisor: Too few players" in after
    assert "Seats in the order drawn: T3 seat" in after
    assert ">Break T2</a>" not in client.get("/floor/tables/T2/").content.decode()
    assert ">Break T3</a>" in client.get("/floor/tables/T3/").content.decode()


def test_refusals_are_told(floor: Floor) -> None:
    client = somebody("supervisor")
    for data, words in (
        ({"reason": ""}, "Give a reason for breaking T2"),
        ({"to": ["T2"]}, "T2 has a different game."),
        ({"to": ["T99"]}, "No table T99"),
        ({"stake-p1": "lots"}, "isn\u2019t a dollar amount"),
    ):
        status, text = draw(client, **data)
        assert status == 422, data
        assert words in text
    floor.tables["T2"].do(Deal())
    assert "Hand in progress. No one moves until it ends" in client.get(HERE).content.decode()
    status, text = draw(client)
    assert status == 422
    assert "Move the player when it\u2019s over." in text
    assert len(floor.at("T2")) == 3
    assert client.get("/floor/tables/T99/break/").status_code == 404


def test_who_gets_no_chair_is_told_before(floor: Floor) -> None:
    for seat in range(3, 9):
        floor.sit("T3", seat, f"Third {seat}")
    for seat in range(5, 10):
        floor.sit("T1", seat, f"First {seat}")
    client = somebody("supervisor")
    page = " ".join(client.get(HERE).content.decode().split())
    assert "1 open seat for 3:" in page
    assert draw(client, to=[])[0] == 302
    assert sorted(floor.desk.names) == ["Boots", "Lee", "Sock"]
