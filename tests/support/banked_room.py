"""A room with one house-banked table, its staff, and the rounds that a test deals there."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from banked.actions import BankedResult, banked_create, banked_execute, load_banked, opening_command
from banked.plaques import plaque_publish
from banked.rules import commands as c
from banked.rules.plaque import BankedPlaque
from banked.rules.state import BankedTable
from poker import commands as shared
from rulings.calls.models import Call
from staff.models import Room, Staff
from tables.models import Table
from tests.support.room import NOW, PIN, create_staff

NAME = "S1"
PLAQUE = "Spanish 21 for tests"
# Boxes 1 and 3 with a bet each: box 1 stands on 20, box 3 on 19, and the dealer has 18.
HAND = (("K", 1), ("K", 3), ("9", 0), ("Q", 1), ("9", 3))


@dataclass
class BankedDriver:
    """A house-banked table and the commands that a test sends to it. Each command comes a second after the last."""

    table: Table
    wren: Staff  # dealer
    oak: Staff  # supervisor
    hornbeam: Staff  # manager
    now: datetime = NOW
    ids: list[str] = field(default_factory=list)

    @property
    def room(self) -> Room:
        return self.table.room

    @property
    def state(self) -> BankedTable:
        return load_banked(self.table.pk)[1]

    @property
    def call(self) -> Call:
        """Return the last floor call."""
        return Call.objects.select_related("table__stream", "room", "called_by").latest("pk")

    @property
    def signature(self) -> dict[str, str]:
        return {"badge": self.oak.badge, "pin": PIN}

    def send(self, command: c.Command, *, actor: str = "") -> BankedResult:
        self.now += timedelta(seconds=1)
        self.ids.append(str(uuid4()))
        return banked_execute(
            table_id=self.table.pk,
            command_id=self.ids[-1],
            command=command,
            actor=actor or self.wren.key,
            now=self.now,
        )

    def send_all(self, *commands: c.Command) -> None:
        for command in commands:
            self.send(command)

    def open(self) -> None:
        """Open the table with a shoe, its dealer, and players in boxes 1 and 3."""
        self.send_all(
            opening_command(self.table),
            shared.PushDealer(self.wren.key, self.wren.alias),
            c.OpenShoe(),
            c.Burn(),
            c.TakeBox(1, "demo.Kettle", "Kettle"),
            c.TakeBox(3, "demo.Pebble", "Pebble"),
        )

    def bet(self, amount: int = 2_500) -> None:
        self.send_all(c.SetBet(1, amount), c.SetBet(3, amount))
        self.send(c.NoMoreBets(self.state.rounds + 1))

    def deal(self) -> None:
        """Deal the first two cards to everyone."""
        self.send_all(*(c.DealCard(card, box) for card, box in HAND))

    def finish(self, hole: str = "9") -> None:
        """Stand with both boxes, turn the hole card and settle: the dealer has 18."""
        self.send_all(c.Stand(1), c.Stand(3), c.DealCard(hole, 0), c.Settle())

    def round(self, amount: int = 2_500) -> None:
        """Deal and settle a round in which both boxes win."""
        self.bet(amount)
        self.deal()
        self.finish()

    def call_floor(self, key: str = "", **facts: object) -> Call:
        """Call the floor, and report what happened."""
        self.send(shared.CallFloor(by=self.wren.key))
        if key:
            self.send(shared.Report(key, facts))
        return self.call


def create_banked(**fields: Any) -> BankedDriver:
    """Return a closed house-banked table with a dealer, a supervisor and a manager. fields: of its plaque."""
    return banked_at(
        Room.objects.create(name="Test Room"),
        wren=create_staff("dealer", alias="Wren", badge="101"),
        oak=create_staff("supervisor", alias="Oak", badge="201"),
        hornbeam=create_staff("manager", alias="Hornbeam", badge="301"),
        **fields,
    )


def banked_at(
    room: Room, *, wren: Staff, oak: Staff, hornbeam: Staff, at: str = NAME, **fields: Any
) -> BankedDriver:
    """Return a closed house-banked table of a room, with these people."""
    plaque = plaque_publish(name=PLAQUE, body=BankedPlaque(**fields), by=None, now=NOW)
    table = banked_create(room=room, name=at, plaque=plaque, actor="system.test", now=NOW)
    return BankedDriver(table=table, wren=wren, oak=oak, hornbeam=hornbeam)
