"""Queries of tables by what their view shows; held pots are in `tests/rulings/calls/test_final_rulings.py`."""

import pytest
from django.db import connection

from poker.commands import SitIn, SitOut
from tables.shown_state import tables_with_long_absences
from tests.support.room import TableDriver

pytestmark = pytest.mark.django_db(transaction=True)


def long_absences(game: TableDriver) -> list[int]:
    tables = list(tables_with_long_absences(game.table.room))
    absent_seats = [seat.seat for table in tables for seat in table.view.seats if seat.long]
    if connection.vendor == "postgresql":
        assert len(tables) == len(absent_seats), "only tables with an absence are read"
    return absent_seats


def test_a_table_with_a_long_absence_is_found_until_the_player_returns(game: TableDriver) -> None:
    assert long_absences(game) == []
    game.execute(SitOut(seat=3))
    assert long_absences(game) == []
    game.execute(SitOut(seat=3, long=True))
    assert long_absences(game) == [3]
    choices = game.table.stream.view["seats"][2]["choices"]
    game.execute(SitIn(seat=3, choice="post" if "post" in choices else ""))
    assert long_absences(game) == []
