"""Whatever can be reported in a game has a page: a proposal, a question, or that no row fits."""

import re
from typing import Any

import pytest
from django.urls import reverse

from poker import codec
from poker import commands as c
from poker.irregularities.propose import possible_irregularities
from rulings.calls.models import Call
from tables import lifecycle
from tables.models import Room, Table
from tests.floor_ui.conftest import signed_in
from tests.tables.conftest import _quick
from tests.tables.room import NOW, Small, plaque, staff

__all__ = ["_quick"]
pytestmark = [pytest.mark.django_db, pytest.mark.once]
STUD = {"ante": 100, "bring_in": 200, "blinds": []}
GAMES: dict[str, dict[str, Any]] = {
    "holdem": {},
    "stud": STUD,
    "deuce7_triple": {},
    "omaha8": {"kill": "full", "kill_trigger": 6000, "kill_post": 800},
}


def table(game: str) -> Small:
    room = Room.objects.create(name="Small room")
    table = lifecycle.table_create(
        room=room,
        name="T1",
        seats=8 if game == "stud" else 6,
        plaque=plaque(name=game, game=game, **GAMES[game]),
        actor="system.test",
        now=NOW,
    )
    small = Small(table)
    small.sit(1, 2, 3, 4)
    small.open()
    if game != "stud":
        small.do(c.SetButton(seat=1))
    return small


@pytest.mark.parametrize("dealt", [False, True], ids=["between hands", "a street dealt"])
@pytest.mark.parametrize("game", GAMES)
def test_every_row_has_a_page(game: str, dealt: bool) -> None:
    small = table(game)
    if dealt:
        small.do(c.CloseStreet(4))
    small.do(c.CallFloor())
    staff("supervisor", alias="Oak", badge="201")
    client, call = signed_in("201"), Call.objects.get()
    state = codec.decode_state(bytes(Table.objects.get(pk=call.table_id).stream.state))
    rows = possible_irregularities(state)
    assert rows
    for row in rows:
        small.do(c.Report(row.key, {}))
        answer = client.get(reverse("floor:call", args=[call.pk]))
        assert answer.status_code == 200, row.key
        page = answer.content.decode()
        title = re.search(r'id="proposal-title">(.*?)</h2>', page)
        assert title, row.key
        assert title[1].strip(), row.key
        assert "¤" not in page, row.key
