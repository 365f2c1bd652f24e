"""Fixtures: a table that dropped something, its box, and who may count it."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest

from drops.boxes import BoxPickup, boxes_pull
from drops.counting import CountStatus
from drops.models import Box
from drops.results import count_record
from drops.shifts import periods
from poker import commands as c
from tables.models import Staff, Table
from tests.tables.conftest import _quick, game, room
from tests.tables.room import PIN, Small, staff

__all__ = ["_quick", "game", "room"]
SHIFTS = [["day", "06:00"], ["swing", "14:00"], ["grave", "22:00"]]


@dataclass
class House:
    """A small room whose table has a box."""

    game: Small
    people: dict[str, Staff]

    @property
    def now(self) -> datetime:
        self.game.now += timedelta(seconds=1)
        return self.game.now

    @property
    def table(self) -> Table:
        return Table.objects.get(pk=self.game.table.pk)

    def hand(self) -> None:
        """A hand with a flop: four players in for $4 each, seat 1 wins; the house drops $1 of $16."""
        for command in (c.CloseStreet(4), c.CloseStreet(4), c.CloseStreet(4), c.CloseStreet(4)):
            self.game.do(command)
        self.game.do(c.AwardPot(seats=(1,)))

    def take(self, number: str = "B7", badge: str = "201") -> Box:
        last = Box.objects.filter(table=self.table).order_by("-pk").first()
        now = self.now
        return boxes_pull(
            room=self.table.room,
            pickups=[BoxPickup(self.table.pk, number, last.pk if last else 0)],
            badge=badge,
            pin=PIN,
            shift=periods(now, SHIFTS)[0].key,
            now=now,
        )[0]

    def count(
        self, box: Box, badge: str, ones: int, *, fives: int = 0, round_: int = 1
    ) -> CountStatus:
        numbers = [(2500, 0), (500, fives), (100, ones)]
        total = 500 * fives + 100 * ones
        return count_record(
            box=box, badge=badge, pin=PIN, round_=round_, numbers=numbers, total=total, now=self.now
        )


@pytest.fixture
def house(game: Small) -> House:
    people = {
        "dealer": staff("dealer", alias="Wren", badge="101"),
        "supervisor": staff("supervisor", alias="Oak", badge="201"),
        "alder": staff("supervisor", alias="Alder", badge="202"),
        "manager": staff("manager", alias="Hornbeam", badge="301"),
        "desk": staff("desk", alias="Cobalt", badge="401"),
        "lilac": staff("desk", alias="Lilac", badge="402"),
    }
    return House(game, people)
