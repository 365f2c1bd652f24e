"""A room whose players earn hours."""

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from players.models import Player
from poker import commands as p
from promotions.hours_earned import earn_hours
from promotions.hours_log import HoursResult, hours_execute, load_hours
from promotions.rules import hours_commands as c
from staff.models import Room
from tables.models import SeatSession
from tables.plaque_names import names
from tests.support.room import TableDriver, create_room

MANAGER = "staff.1"
OTHER = "staff.2"


class HoursRoom:
    """A room whose players leave and earn hours."""

    def __init__(self, table: TableDriver) -> None:
        self.table = table
        self.room: Room = table.table.room
        self.now = table.now

    def execute(self, command: c.HoursCommand, actor: str = MANAGER, **more: Any) -> HoursResult:
        self.now += timedelta(seconds=1)
        options: dict[str, Any] = {"command_id": str(uuid4()), "now": self.now} | more
        return hours_execute(room_id=self.room.pk, command=command, actor=actor, **options)

    def earn(self) -> int:
        card = load_hours(self.room.pk).card
        return earn_hours(self.room, card, names(), self.now + timedelta(hours=12))


@pytest.fixture
def hours_room(db: None) -> HoursRoom:
    table = create_room()
    table.seat_players(8, 9)
    table.open()
    return HoursRoom(table)


def earned_player(hours_room: HoursRoom, minutes: int, seat: int = 1) -> Player:
    """Return a player who earned this many minutes."""
    table = hours_room.table
    table.seat_players(seat)
    table.now += timedelta(minutes=minutes)
    table.execute(p.LeaveSeat(seat))
    hours_room.now = table.now
    hours_room.earn()
    return SeatSession.objects.latest("pk").visit.player
