"""A small room for tests: one table, a plaque, staff of every role."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import Group

from poker.commands import Command, SetButton
from tables import lifecycle
from tables.actions import CommandResult, execute
from tables.models import Device, Plaque, Room, Staff, Table
from tables.pairing import device_pair, pairing_code_make
from tables.plaques import plaque_publish
from tables.staffing import staff_save

NOW = datetime(2026, 11, 21, 21, 42, tzinfo=UTC)
PIN = "2580"
ACTOR = "system.test"
FIELDS: dict[str, Any] = {
    "name": "Limit 4/8",
    "game": "holdem",
    "limit": "split",
    "small_bet": 400,
    "big_bet": 800,
    "blinds": [200, 400],
    "buy_in_min": 4000,
    "buy_in_max": 40000,
    "chips": [100, 500, 2500],
    "charge": "percent",
    "basis_points": 1000,
    "cap": 500,
}


def plaque(**other: Any) -> Plaque:
    """A limit plaque, published."""
    return plaque_publish(plaque=Plaque(**(FIELDS | other)), now=NOW)


def staff(role: str, *, alias: str = "Wren", badge: str = "101", password: str = "") -> Staff:
    """Somebody in a role."""
    return staff_save(
        staff=Staff(alias=alias, badge=badge),
        username=alias.lower(),
        role=Group.objects.get(name=role),
        is_active=True,
        pin=PIN,
        password=password,
    )


@dataclass
class Small:
    """A table and what can be done with it."""

    table: Table
    now: datetime = NOW
    count: int = field(default=0)

    @property
    def seq(self) -> int:
        """The table's head."""
        self.table.stream.refresh_from_db()
        return self.table.stream.seq

    def do(self, command: Command, *, seen: int | None = None, **said: Any) -> CommandResult:
        """Execute a command."""
        self.now += timedelta(seconds=1)
        data = {"command_id": str(uuid4()), "actor": ACTOR} | said
        return execute(table_id=self.table.pk, seen=seen, command=command, now=self.now, **data)

    def sit(self, *seats: int) -> None:
        """Players with plain names."""
        for seat in seats:
            lifecycle.player_seat(
                table_id=self.table.pk,
                seat=seat,
                player="",
                name=f"Pebble {seat}",
                stack=None,
                command_id=str(uuid4()),
                seen=None,
                actor=ACTOR,
                now=self.now,
            )

    def open(self) -> CommandResult:
        """Open under the plaque."""
        return lifecycle.table_open(
            table=self.table, command_id=str(uuid4()), seen=None, actor=ACTOR, now=self.now
        )


def small_room(*, seats: int = 9, with_plaque: bool = True) -> Small:
    """A closed, empty table under a plaque."""
    room = Room.objects.create(name="Small room")
    table = lifecycle.table_create(
        room=room,
        name="T1",
        seats=seats,
        plaque=plaque() if with_plaque else None,
        actor=ACTOR,
        now=NOW,
    )
    return Small(table)


def dealt_in(room: Small) -> Small:
    """Four players, open, the button on seat 1."""
    room.sit(1, 2, 3, 4)
    room.open()
    room.do(SetButton(seat=1))
    return room


def game_of() -> Small:
    """A small room with four players, open, the button on seat 1."""
    return dealt_in(small_room())


def paired(table: Table, name: str = "Tablet") -> tuple[Device, str]:
    """A paired tablet and its token."""
    device = Device.objects.create(name=name, table=table)
    code = pairing_code_make(device=device, now=NOW)
    paired = device_pair(code=code, now=NOW)
    return paired.device, paired.token
