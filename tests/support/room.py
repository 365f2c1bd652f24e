"""A small room for tests: one table, a plaque, staff of every role."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import Group

from poker.commands import Command, SetButton
from staff.account_changes import staff_save
from staff.accounts import secrets_hashed
from staff.models import Room, Staff
from tables import lifecycle
from tables.actions import CommandResult, execute
from tables.models import Device, Plaque, Table
from tables.pairing import device_pair, pairing_code_make
from tables.plaques import plaque_publish
from tables.seating import player_seat

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


def create_plaque(**fields: Any) -> Plaque:
    """Return a published limit plaque."""
    return plaque_publish(plaque=Plaque(**(FIELDS | fields)), now=NOW)


def create_staff(
    role: str,
    *,
    alias: str = "Wren",
    badge: str = "101",
    password: str = "",
    rooms: Sequence[Room] | None = None,
) -> Staff:
    """Return a staff member with a role, in these rooms or else in all."""
    return staff_save(
        staff=Staff(alias=alias, badge=badge, house_wide=rooms is None),
        username=alias.lower(),
        role=Group.objects.get(name=role),
        is_active=True,
        secrets=secrets_hashed(pin=PIN, password=password),
        rooms=rooms or (),
    )


@dataclass
class TableDriver:
    """A table of a small room and the commands a test sends to it."""

    table: Table
    now: datetime = NOW
    count: int = field(default=0)

    @property
    def seq(self) -> int:
        self.table.stream.refresh_from_db()
        return self.table.stream.seq

    def execute(
        self, command: Command, *, seen: int | None = None, **options: Any
    ) -> CommandResult:
        """Execute a command one second later."""
        self.now += timedelta(seconds=1)
        data = {"command_id": str(uuid4()), "actor": ACTOR} | options
        return execute(table_id=self.table.pk, seen=seen, command=command, now=self.now, **data)

    def seat_players(self, *seats: int) -> None:
        """Seat players named Pebble and their seat number, at tables other than T1 also with the table's name."""
        prefix = "Pebble" if self.table.name == "T1" else f"{self.table.name} Pebble"
        for seat in seats:
            player_seat(
                table_id=self.table.pk,
                seat=seat,
                player="",
                name=f"{prefix} {seat}",
                stack=None,
                command_id=str(uuid4()),
                seen=None,
                actor=ACTOR,
                now=self.now,
            )

    def open(self) -> CommandResult:
        """Open the table under its plaque."""
        return lifecycle.table_open(
            table=self.table, command_id=str(uuid4()), seen=None, actor=ACTOR, now=self.now
        )


def create_room(*, seats: int = 9, with_plaque: bool = True) -> TableDriver:
    """Return a closed, empty table under a plaque."""
    room = Room.objects.create(name="Small room")
    table = lifecycle.table_create(
        room=room,
        name="T1",
        seats=seats,
        plaque=create_plaque() if with_plaque else None,
        actor=ACTOR,
        now=NOW,
    )
    return TableDriver(table)


def open_game(room: TableDriver) -> TableDriver:
    """Seat four players, open the table and put the button on seat 1."""
    room.seat_players(1, 2, 3, 4)
    room.open()
    room.execute(SetButton(seat=1))
    return room


def create_game() -> TableDriver:
    """Return a small room with four players, open, the button on seat 1."""
    return open_game(create_room())


def pair_device(table: Table, name: str = "Tablet") -> tuple[Device, str]:
    """Return a paired tablet and its token."""
    device = Device.objects.create(name=name, table=table)
    code = pairing_code_make(device=device, now=NOW)
    pairing = device_pair(code=code, now=NOW)
    return pairing.device, pairing.token
