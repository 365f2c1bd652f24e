"""The page on which a table is broken: roles, what is told before, the draw, refusals with what was ticked kept."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from players.apart import apart_decide
from players.models import Player
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
    told: dict[str, Any] = {"command": str(uuid4()), "to": ["T3"], "reason": "Too few players"}
    answer = client.post(f"{HERE}draw", told | said)
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
    apart_decide(one=lee, other=third, apart=True, reason="x", by="staff.2", now=floor.desk.now)
    client = somebody("supervisor")
    page = " ".join(client.get(HERE).content.decode().split())
    assert "Lee and Third 1, who sits at T3 (S-016)" in page
    assert "Everybody gets a chair at these tables." in page
    assert "$100" in page
    status, refused = draw(client)
    assert status == 422
    assert "Lee shares a table with Third 1, whom the house keeps apart" in refused
    assert 'value="T3" checked' in refused
    assert 'value="T1" checked' not in refused
    assert draw(client, together="yes")[0] == 302
    after = " ".join(client.get(HERE).content.decode().split())
    assert "Oak supervisor: Too few players" in after
    assert "Chairs in the order of their draw: T3 seat" in after
    assert "T2: draw new seats" not in client.get("/floor/tables/T2/").content.decode()
    assert "T3: draw new seats" in client.get("/floor/tables/T3/").content.decode()


def test_refusals_are_told(floor: Floor) -> None:
    client = somebody("supervisor")
    for said, words in (
        ({"reason": ""}, "Say why T2 is broken"),
        ({"to": ["T2"]}, "T2 has another game."),
        ({"to": ["T99"]}, "There is no table T99"),
        ({"stake-p1": "lots"}, "is no sum of money"),
    ):
        status, text = draw(client, **said)
        assert status == 422, said
        assert words in text
    floor.tables["T2"].do(Deal())
    assert "A hand is on. Nobody moves before it is over" in client.get(HERE).content.decode()
    status, text = draw(client)
    assert status == 422
    assert "The move waits until it is over." in text
    assert len(floor.at("T2")) == 3
    assert client.get("/floor/tables/T99/break/").status_code == 404


def test_who_gets_no_chair_is_told_before(floor: Floor) -> None:
    for seat in range(3, 9):
        floor.sit("T3", seat, f"Third {seat}")
    for seat in range(5, 10):
        floor.sit("T1", seat, f"First {seat}")
    client = somebody("supervisor")
    page = " ".join(client.get(HERE).content.decode().split())
    assert "1 open chair for 3:" in page
    assert draw(client, to=[])[0] == 302
    assert sorted(floor.desk.names) == ["Boots", "Lee", "Sock"]
