"""A room with a table and its dealers."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from poker.commands import PushDealer
from poker.lineup import commands as c
from poker.lineup.state import DealerBox, Lineup, OnDutyDealer
from tables.dealers.execute import LineupResult, lineup_execute, load_lineup
from tables.models import Staff
from tests.room_fixture import again
from tests.tables.conftest import _quick
from tests.tables.room import Small, small_room, staff

__all__ = ["_quick"]
ACTOR = "staff.1"


@dataclass
class Shift:
    """What staff do at the line-up; a second passes with each."""

    room: Small
    now: datetime
    people: dict[str, Staff] = field(default_factory=dict)

    @property
    def room_id(self) -> int:
        """Of the room."""
        return int(self.room.table.room_id)

    def dealer(self, *aliases: str, role: str = "dealer") -> None:
        """Somebody who works here, not on duty."""
        for alias in aliases:
            badge = str(101 + len(self.people))
            self.people[alias] = staff(role, alias=alias, badge=badge)

    def ask(self, command: c.LineupCommand, **said: Any) -> LineupResult:
        """Ask the line-up."""
        self.now = max(self.now, self.room.now) + timedelta(seconds=1)
        data: dict[str, Any] = {"command_id": str(uuid4()), "actor": ACTOR, "now": self.now}
        return lineup_execute(room_id=self.room_id, command=command, **(data | said))

    def clock_in(self, *aliases: str) -> None:
        """On duty."""
        for alias in aliases:
            self.ask(c.ClockIn(self.people[alias].key, alias))

    def push(self, alias: str) -> None:
        """Into the box of the table."""
        self.room.now = max(self.now, self.room.now)
        self.room.do(PushDealer(self.people[alias].key, alias))

    def wait(self, minutes: int) -> None:
        """Time goes by."""
        self.now += timedelta(minutes=minutes)

    @property
    def dealers(self) -> Lineup:
        """As it stands."""
        return load_lineup(self.room_id).dealers

    def find(self, alias: str) -> OnDutyDealer | None:
        """Somebody on duty."""
        return self.dealers.find(self.people[alias].key)

    @property
    def box(self) -> DealerBox | None:
        """Of the table."""
        return self.dealers.box("T1")


def shift_of() -> Shift:
    """T1 is open with four players, nobody deals; three dealers work here."""
    return again(_shift)


def _shift() -> Shift:
    room = small_room()
    room.sit(1, 2, 3, 4)
    room.open()
    shift = Shift(room, room.now)
    shift.dealer("Wren", "Plover", "Siskin")
    return shift


@pytest.fixture
def shift(db: None) -> Shift:
    """T1 open; Wren, Plover and Siskin work here."""
    return shift_of()
