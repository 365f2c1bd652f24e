"""Fixtures: a table with a drop, its drop box, and staff."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest

from drop.boxes import BoxPickup, boxes_pull
from drop.models import DropBox
from drop.results import count_record
from drop.rules.counting import CountStatus
from drop.shifts import periods
from poker import commands as c
from staff.models import Staff
from tables.models import Table
from tests.support.room import PIN, TableDriver, create_game, create_staff
from tests.support.room_fixture import build_or_restore
from tests.support.table_fixtures import game, has_own_table, room

__all__ = ["game", "room"]
SHIFTS = [["day", "06:00"], ["swing", "14:00"], ["grave", "22:00"]]


@dataclass
class House:
    """A small room whose table has a drop box."""

    game: TableDriver
    people: dict[str, Staff]

    @property
    def now(self) -> datetime:
        self.game.now += timedelta(seconds=1)
        return self.game.now

    @property
    def table(self) -> Table:
        return Table.objects.get(pk=self.game.table.pk)

    def play_hand(self) -> None:
        """Play a hand with a flop: four players put in $4 each, seat 1 wins, the drop is $1 of $16."""
        for command in (c.CloseStreet(4), c.CloseStreet(4), c.CloseStreet(4), c.CloseStreet(4)):
            self.game.execute(command)
        self.game.execute(c.AwardPot(seats=(1,)))

    def pull_box(self, number: str = "B7", badge: str = "201") -> DropBox:
        previous_box = DropBox.objects.filter(table=self.table).order_by("-pk").first()
        now = self.now
        return boxes_pull(
            room=self.table.room,
            pickups=[BoxPickup(self.table.pk, number, previous_box.pk if previous_box else 0)],
            badge=badge,
            pin=PIN,
            shift=periods(now, SHIFTS)[0].key,
            now=now,
        )[0]

    def count_box(
        self,
        box: DropBox,
        badge: str,
        one_dollar_chips: int,
        *,
        five_dollar_chips: int = 0,
        count_round: int = 1,
    ) -> CountStatus:
        numbers = [(2500, 0), (500, five_dollar_chips), (100, one_dollar_chips)]
        total = 500 * five_dollar_chips + 100 * one_dollar_chips
        return count_record(
            box=box,
            badge=badge,
            pin=PIN,
            round_=count_round,
            numbers=numbers,
            total=total,
            now=self.now,
        )


@pytest.fixture
def house(request: pytest.FixtureRequest, db: None) -> House:
    """A game and the staff of a drop; the test's game if it has one."""
    if has_own_table(request):
        return _house_around(request.getfixturevalue("game"))
    return build_or_restore(_create_house)


def _create_house() -> House:
    return _house_around(create_game())


def _house_around(game: TableDriver) -> House:
    people = {
        "dealer": create_staff("dealer", alias="Wren", badge="101"),
        "supervisor": create_staff("supervisor", alias="Oak", badge="201"),
        "alder": create_staff("supervisor", alias="Alder", badge="202"),
        "manager": create_staff("manager", alias="Hornbeam", badge="301"),
        "desk": create_staff("desk", alias="Cobalt", badge="401"),
        "lilac": create_staff("desk", alias="Lilac", badge="402"),
    }
    return House(game, people)
