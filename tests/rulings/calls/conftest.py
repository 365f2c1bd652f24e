"""Fixtures: a table where the turn came too early, its dealer, two supervisors and a manager."""

from dataclasses import dataclass

import pytest

from poker import commands as c
from rulings.calls.models import Call
from tables.models import Staff
from tests.tables.conftest import _quick, game, room
from tests.tables.room import Small, staff

__all__ = ["_quick", "game", "room"]


@dataclass
class Floor:
    """A game in which a supervisor is called, and who works there."""

    game: Small
    wren: Staff
    oak: Staff
    hornbeam: Staff

    @property
    def call(self) -> Call:
        """The newest call."""
        return Call.objects.order_by("-id")[0]

    def early_turn(self) -> Call:
        """Four players; the turn is tapped and lies although nobody but seat 1 acted on the flop."""
        self.game.do(c.CloseStreet(4))
        self.game.do(c.Act(1, "check"))
        self.game.do(c.CloseStreet(4))
        self.game.do(c.CallFloor(by=self.wren.key), actor=self.wren.key)
        self.game.do(
            c.Report("premature_turn", {"burned": 1, "early_card": "Jh"}), actor=self.wren.key
        )
        return self.call


@pytest.fixture
def floor(game: Small) -> Floor:
    return Floor(
        game=game,
        wren=staff("dealer", alias="Wren", badge="101"),
        oak=staff("supervisor", alias="Oak", badge="201"),
        hornbeam=staff("manager", alias="Hornbeam", badge="301"),
    )
