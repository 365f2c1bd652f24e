"""Fixtures: a table where the turn came too early, its dealer, two supervisors and a manager."""

from dataclasses import dataclass

import pytest

from poker import commands as c
from rulings.calls.models import Call
from staff.models import Staff
from tests.support.room import TableDriver, create_game, create_staff
from tests.support.room_fixture import build_or_restore
from tests.support.table_fixtures import game, has_own_table, room

__all__ = ["game", "room"]


@dataclass
class Floor:
    """A game with a floor call, and the staff involved."""

    game: TableDriver
    wren: Staff
    oak: Staff
    hornbeam: Staff

    @property
    def call(self) -> Call:
        return Call.objects.order_by("-id")[0]

    def call_early_turn(self) -> Call:
        """Call the floor for a turn dealt before seats 2 to 4 acted on the flop; return the call."""
        self.game.execute(c.CloseStreet(4))
        self.game.execute(c.Act(1, "check"))
        self.game.execute(c.CloseStreet(4))
        self.game.execute(c.CallFloor(by=self.wren.key), actor=self.wren.key)
        self.game.execute(
            c.Report("premature_turn", {"burned": 1, "early_card": "Jh"}), actor=self.wren.key
        )
        return self.call


@pytest.fixture
def floor(request: pytest.FixtureRequest, db: None) -> Floor:
    """A game and its staff; the test's game if it has one."""
    if has_own_table(request):
        return hire(request.getfixturevalue("game"))
    return build_or_restore(create_floor)


def create_floor() -> Floor:
    """Return a new game and its staff."""
    return hire(create_game())


def hire(game: TableDriver) -> Floor:
    """Return this game with a dealer, a supervisor and a manager."""
    return Floor(
        game=game,
        wren=create_staff("dealer", alias="Wren", badge="101"),
        oak=create_staff("supervisor", alias="Oak", badge="201"),
        hornbeam=create_staff("manager", alias="Hornbeam", badge="301"),
    )
