"""A room with closed tables and one event, for tests of actions and pages."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from staff.models import Room
from tables.lifecycle import table_create
from tables.models import Table
from tests.support.room import NOW
from tests.tournaments.plans import DAILY
from tournaments.actions import (
    TournamentResult,
    load_tournament,
    tournament_create,
    tournament_execute,
)
from tournaments.models import ScheduledEvent
from tournaments.rules import commands as c
from tournaments.rules.plan import Plan
from tournaments.rules.seating import open_seats
from tournaments.rules.state import Tournament

ACTOR = "system.test"


@dataclass
class EventRoom:
    """A room and its event; each command takes one second."""

    room: Room
    row: ScheduledEvent
    now: datetime

    def execute(self, command: c.TournamentCommand, **options: Any) -> TournamentResult:
        self.now += timedelta(seconds=1)
        data: dict[str, Any] = {"command_id": str(uuid4()), "actor": ACTOR, "now": self.now}
        return tournament_execute(event_id=self.row.pk, command=command, **(data | options))

    def enter(self, *players: str) -> None:
        for player in players:
            self.execute(c.Enter(player, player))

    def order_move(self, number: int) -> tuple[str, int]:
        """Order a move of an entry to the first open seat of another table; return the seat."""
        entry = self.event.entries[number - 1]
        to = open_seats(self.event, without=[entry.table])[0]
        self.execute(c.OrderMoves((c.MoveOrder(number, *entry.place, *to),)))
        return to

    @property
    def event(self) -> Tournament:
        return load_tournament(self.row.pk)[1]


def in_turn(items: Iterable[Any]) -> list[Any]:
    """Return seats from table to table, so that tables fill evenly, and numbers as they are."""
    return sorted(items, key=lambda item: (item[1], item[0]) if isinstance(item, tuple) else item)


def create_event_room(plan: Plan = DAILY, tables: int = 3, room: Room | None = None) -> EventRoom:
    """Return a room with closed tables T1, T2, … that are all in a scheduled event.

    A room that exists already keeps its tables; those of the event get higher numbers.
    """
    first = Table.objects.filter(room=room).count() + 1 if room else 1
    room = room or Room.objects.create(name="Riverside")
    names = [f"T{number}" for number in range(first, first + tables)]
    for name in names:
        table_create(room=room, name=name, seats=plan.seats, plaque=None, actor=ACTOR, now=NOW)
    row = tournament_create(room=room, plan=plan, starts_at=NOW, actor=ACTOR, now=NOW)
    event_room = EventRoom(room, row, NOW)
    for name in names:
        event_room.execute(c.AddTable(name, plan.seats))
    return event_room
