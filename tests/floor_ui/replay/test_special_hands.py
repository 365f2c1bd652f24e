"""Hands that replay lists by their kind, and the kind where a page names a hand."""

from datetime import timedelta
from typing import Any
from unittest.mock import patch

import pytest
from django.urls import reverse

from floor_ui.hand_timeline import timeline
from floor_ui.map.tiles import tiles
from poker import commands as c
from tables.table_log import hand_commands
from tests.support.floor_fixtures import sign_in_client
from tests.support.room import TableDriver, create_staff
from tests.support.special_hands import (
    RULES,
    STAKES,
    deal_all_in,
    deal_bomb_pot,
    deal_straddled,
    end_hand,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def special(game: TableDriver) -> TableDriver:
    """A table after an ordinary hand, a bomb pot and a straddled hand."""
    game.execute(c.ChangePlaque(STAKES))
    game.execute(c.Deal())
    end_hand(game)
    deal_bomb_pot(game)
    deal_straddled(game)
    return game


def page(game: TableDriver, url: str, **fields: str) -> str:
    with patch("django.utils.timezone.now", return_value=game.now + timedelta(minutes=1)):
        answer: Any = sign_in_client("201").get(url, fields)
    return str(answer.content.decode())


@pytest.fixture(autouse=True)
def supervisor(game: TableDriver) -> None:
    create_staff("supervisor", alias="Oak", badge="201")


def test_hands_of_a_kind_are_listed_newest_first(special: TableDriver) -> None:
    index = reverse("replay:index")
    listed = page(special, index, kind="any")
    straddled, bomb_pot = (listed.index(text) for text in ("Straddle $4", "two boards $10"))
    assert straddled < bomb_pot
    assert reverse("replay:hand", args=[special.table.room_id, "T1", 2]) in listed
    assert "hand 1</span>" not in listed
    only = page(special, index, kind="bomb_pot_two_boards", table="t1")
    assert "hand 2</span>" in only
    assert "hand 3</span>" not in only
    assert "No such hand in the last 30 days." in page(special, index, kind="kill")
    assert "No table T9" in page(special, index, kind="kill", table="T9")
    assert "hands found" not in page(special, index, kind="nonsense").lower()


def test_pages_of_a_hand_name_its_kind(special: TableDriver) -> None:
    def hand(number: int) -> str:
        return page(special, reverse("replay:hand", args=[special.table.room_id, "T1", number]))

    assert "Bomb pot, two boards $10" in hand(2)
    assert "Straddle $4" in hand(3)
    assert 'class="kinds"' not in hand(1)


def test_table_and_map_name_the_kind_of_the_hand_in_progress(special: TableDriver) -> None:
    special.execute(c.CallBombPot(amount=2500))
    special.execute(c.Deal())
    table = page(special, reverse("floor:table", args=["T1"]))
    assert "hand 4 in progress" in table
    assert "Bomb pot, two boards $25" in table
    (tile,) = tiles(room_id=special.table.room_id, now=special.now)
    assert (tile.hand, tile.kind_text) == (4, "Bomb pot, 2 boards")
    end_hand(special)
    special.execute(c.Deal())
    (tile,) = tiles(room_id=special.table.room_id, now=special.now)
    assert (tile.hand, tile.kind_text) == (5, "")


def test_timeline_names_bomb_pots_boards_and_runs(
    game: TableDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tables.actions.rules_at", lambda **_: RULES)
    game.execute(c.ChangePlaque(STAKES, RULES))
    game.execute(c.CallBombPot())
    game.execute(c.Deal())
    game.execute(c.CloseStreet(4))
    end_hand(game)
    for seat in (seats := deal_all_in(game)):
        game.execute(c.AgreeRuns(seat, 2))
    game.execute(c.RunOut(2))

    def texts(number: int) -> list[str]:
        return [entry.text for entry in timeline(hand_commands(game.table.stream, number))]

    assert "Bomb pot on two boards, $10 each" in texts(1)
    assert "Flop of board 2 dealt" in texts(1)
    assert f"Seat {seats[0]} wants to run it twice" in texts(2)
    assert "Everyone left runs it twice" in texts(2)
    assert "Run 2 begins" in texts(2)
