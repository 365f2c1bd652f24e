"""A room with a main game, a must-move table and a third table of the same game."""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from players.roster import player_named
from poker.commands import SeatPlayer, SetButton
from poker.view import read_listed
from tables.lifecycle import table_create
from tests.support.desk import ACTOR, KEY, Desk, create_desk
from tests.support.room import TableDriver
from tests.support.room_fixture import build_or_restore
from waitlist.actions import WaitlistResult, load_waitlists
from waitlist.breaking import BreakRequest, table_break
from waitlist.rules import commands as c
from waitlist.rules.seniority import SeniorityRank
from waitlist.seat_priority import SeatPriority


@dataclass
class ChainRoom:
    """T1 is the main game, T2 its feeder table, T3 plays the same game; the stacks of T2 are counted."""

    desk: Desk
    tables: dict[str, TableDriver]

    def execute(self, command: c.WaitlistCommand, **options: Any) -> WaitlistResult:
        return self.desk.execute(command, **options)

    def seat_player(self, table: str, seat: int, name: str, stack: int | None = 10000) -> str:
        """Seat a player at the table, without the desk; return their key."""
        player = player_named(key="", alias=name)
        self.tables[table].now = self.desk.now
        self.tables[table].execute(SeatPlayer(seat, player.key, player.alias, stack))
        self.desk.now = self.tables[table].now
        return player.key

    def names_by_seat(self, table: str) -> dict[int, str]:
        stream = self.tables[table].table.stream
        stream.refresh_from_db()
        seats = read_listed(stream.view).seats
        return {seat.seat: seat.name for seat in seats if seat.name}

    @property
    def seniority(self) -> tuple[SeniorityRank, ...]:
        """Return the seniority of the chain as shown on the pages."""
        room = self.desk.room_id
        return SeatPriority(room, load_waitlists(room)).seniors(KEY)

    def move_to_main_game(self, name: str, seat: int, **options: Any) -> WaitlistResult:
        key = player_named(key="", alias=name).key
        return self.execute(c.MustMove(KEY, key, "T1", seat, **options))


def create_chain() -> ChainRoom:
    """Return a room with a chain and three players at T2: Lee, Boots, Sock."""
    return build_or_restore(_build_chain)


def _build_chain() -> ChainRoom:
    desk = create_desk()
    floor = ChainRoom(desk, {"T1": desk.room})
    for name in ("T2", "T3"):
        table = table_create(
            room=desk.room.table.room,
            name=name,
            seats=9,
            plaque=desk.room.table.plaque,
            actor=ACTOR,
            now=desk.now,
        )
        floor.tables[name] = TableDriver(table, desk.now)
    for seat, player_name in ((4, "Lee"), (7, "Boots"), (2, "Sock")):
        floor.seat_player("T2", seat, player_name)
    for seat in (1, 2):
        floor.seat_player("T3", seat, f"Third {seat}")
    for name in ("T2", "T3"):
        floor.tables[name].open()
        floor.tables[name].execute(SetButton(seat=2))
    desk.execute(c.SetChain(KEY, ("T1",), ("T2",), by="staff.2"), command_id=str(uuid4()))
    return floor


def break_table(
    floor: ChainRoom, to: tuple[str, ...] = ("T1", "T3"), **fields: Any
) -> WaitlistResult:
    """Break T2 and draw seats at other tables; return what the waitlists recorded."""
    data: dict[str, Any] = {"command_id": str(uuid4()), "shuffle": None}
    data |= {name: fields.pop(name) for name in ("command_id", "shuffle") if name in fields}
    breaking = BreakRequest(
        table="T2", to=to, reason=fields.pop("reason", "three players left"), **fields
    )
    return table_break(
        room_id=floor.desk.room_id, breaking=breaking, actor="staff.2", now=floor.desk.now, **data
    )
