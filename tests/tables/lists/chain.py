"""A room with a main game, a must-move table and a third table of the same game."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from players.roster import player_named
from poker.commands import SeatPlayer, SetButton
from poker.waitlist import commands as c
from poker.waitlist.seniority import SeniorityRank
from tables.lifecycle import table_create
from tables.waitlist.execute import WaitlistResult, load_waitlists
from tables.waitlist.seat_priority import SeatPriority
from tests.tables.lists.desk import ACTOR, KEY, Desk, desk_of
from tests.tables.room import Small


@dataclass
class Floor:
    """T1 is the main game, T2 feeds it, T3 is of the same game; stacks of T2 are counted."""

    desk: Desk
    tables: dict[str, Small]

    def ask(self, command: c.WaitlistCommand, **said: Any) -> WaitlistResult:
        """Ask the lists."""
        return self.desk.ask(command, **said)

    def sit(self, table: str, seat: int, name: str, stack: int | None = 10000) -> str:
        """Somebody sits down, without the desk; gives the key."""
        player = player_named(key="", alias=name)
        self.tables[table].now = self.desk.now
        self.tables[table].do(SeatPlayer(seat, player.key, player.alias, stack))
        self.desk.now = self.tables[table].now
        return player.key

    def at(self, table: str) -> dict[int, str]:
        """Who sits where."""
        stream = self.tables[table].table.stream
        stream.refresh_from_db()
        return {s["seat"]: s["name"] for s in stream.view["seats"] if s["name"]}

    @property
    def seniors(self) -> tuple[SeniorityRank, ...]:
        """Of the chain, as everybody sees them."""
        room = self.desk.room_id
        return SeatPriority(room, load_waitlists(room).lists).seniors(KEY)

    def move(self, name: str, seat: int, **said: Any) -> WaitlistResult:
        """To the main game."""
        key = player_named(key="", alias=name).key
        return self.ask(c.MustMove(KEY, key, "T1", seat, **said))


def floor_of() -> Floor:
    """The chain is set, three players sit at T2: Lee, Boots, Sock."""
    desk = desk_of()
    floor = Floor(desk, {"T1": desk.room})
    for name in ("T2", "T3"):
        table = table_create(
            room=desk.room.table.room,
            name=name,
            seats=9,
            plaque=desk.room.table.plaque,
            actor=ACTOR,
            now=desk.now,
        )
        floor.tables[name] = Small(table, desk.now)
    for seat, who in ((4, "Lee"), (7, "Boots"), (2, "Sock")):
        floor.sit("T2", seat, who)
    for seat in (1, 2):
        floor.sit("T3", seat, f"Third {seat}")
    for name in ("T2", "T3"):
        floor.tables[name].open()
        floor.tables[name].do(SetButton(seat=2))
    desk.ask(c.SetChain(KEY, ("T1",), ("T2",), by="staff.2"), command_id=str(uuid4()))
    return floor
