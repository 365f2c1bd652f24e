"""A room with a table and its dealers."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest

from lineup.actions import LineupResult, lineup_execute, load_lineup
from lineup.rules import commands as c
from lineup.rules.state import DealerBox, Lineup, OnDutyDealer
from poker.commands import PushDealer
from staff.models import Staff
from tests.support.room import TableDriver, create_room, create_staff
from tests.support.room_fixture import build_or_restore

ACTOR = "staff.1"


@dataclass
class Shift:
    """The staff's actions on the lineup; each command takes one second."""

    room: TableDriver
    now: datetime
    people: dict[str, Staff] = field(default_factory=dict)

    @property
    def room_id(self) -> int:
        return int(self.room.table.room_id)

    def add_staff(self, *aliases: str, role: str = "dealer") -> None:
        """Create staff members who are not on duty."""
        for alias in aliases:
            badge = str(101 + len(self.people))
            self.people[alias] = create_staff(role, alias=alias, badge=badge)

    def execute(self, command: c.LineupCommand, **options: Any) -> LineupResult:
        self.now = max(self.now, self.room.now) + timedelta(seconds=1)
        data: dict[str, Any] = {"command_id": str(uuid4()), "actor": ACTOR, "now": self.now}
        return lineup_execute(room_id=self.room_id, command=command, **(data | options))

    def clock_in(self, *aliases: str) -> None:
        for alias in aliases:
            self.execute(c.ClockIn(self.people[alias].key, alias))

    def push(self, alias: str) -> None:
        """Push the dealer into the table's box."""
        self.room.now = max(self.now, self.room.now)
        self.room.execute(PushDealer(self.people[alias].key, alias))

    def wait(self, minutes: int) -> None:
        self.now += timedelta(minutes=minutes)

    @property
    def lineup(self) -> Lineup:
        """Return the lineup in its current state."""
        return load_lineup(self.room_id)

    def find(self, alias: str) -> OnDutyDealer | None:
        """Return the dealer on duty, or None."""
        return self.lineup.find(self.people[alias].key)

    @property
    def dealer_box(self) -> DealerBox | None:
        """Return the dealer's box of the table."""
        return self.lineup.box("T1")


def create_shift() -> Shift:
    """Return a shift with T1 open for four players, no dealer in the box and three dealers."""
    return build_or_restore(_build_shift)


def _build_shift() -> Shift:
    room = create_room()
    room.seat_players(1, 2, 3, 4)
    room.open()
    shift = Shift(room, room.now)
    shift.add_staff("Wren", "Plover", "Siskin")
    return shift


@pytest.fixture
def shift(db: None) -> Shift:
    """T1 open; Wren, Plover and Siskin work here."""
    return create_shift()
