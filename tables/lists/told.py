"""The wait that is told when a name is put down, kept with it; and how far such waits were off once people sat."""

from dataclasses import dataclass
from datetime import datetime

from msgspec.structs import replace

from poker.waiting import commands as c
from poker.waiting.estimate import wait
from poker.waiting.state import CHANGES, Line, Lists
from tables.lists.games import key_of
from tables.lists.pace import paces
from tables.models import ListChange
from tables.occupied import seatings

LAST = 50  # seats of a list that are looked at
FEW = 10  # fewer say nothing
MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Off:
    """How far waits were off: minutes on average, None while seats are too few; seats: how many it is taken from."""

    minutes: int | None
    seats: int


def told(command: c.Ask, lists: Lists, room_id: int, now: datetime) -> c.Ask:
    """`AddName` with what the room tells now: of whoever is here, on the list of a game, where anything is known."""
    if not isinstance(command, c.AddName):
        return command
    line = lists.line(command.key)
    if line is None or line.kind in CHANGES or not command.here:
        return replace(command, told=-1, give=0)
    ahead = sum(one.state == "waiting" for one in line.places)
    known = wait(
        ahead + 1,
        paces(room_id, lists, now).get(line.key),
        open_seats=_open(lists, line, room_id),
    )
    if known is None:
        return replace(command, told=-1, give=0)
    return replace(command, told=known.minutes, give=-1 if known.more else known.error)


def off(room_id: int, key: str) -> Off:
    """How far the figures that were told were off, of the last ones of this list who sat down."""
    rows = ListChange.objects.filter(lists__room=room_id, key=key, event="name.seated")
    last = rows.exclude(told=None).order_by("-seq").values_list("told", "waited")[:LAST]
    wrong = [abs(waited / MINUTE - (minutes or 0)) for minutes, waited in last]
    return Off(round(sum(wrong) / len(wrong)) if len(wrong) >= FEW else None, len(wrong))


def _open(lists: Lists, line: Line, room_id: int) -> int:
    """Open seats of the game that nobody is called to and that are not locked up."""
    kept = {(one.table, one.seat) for other in lists.lines for one in other.places if one.table}
    return sum(
        not seat["player"] and not seat["lock"] and (table.name, seat["seat"]) not in kept
        for table in seatings(room_id)
        if table.is_open and key_of(table.title) == line.key
        for seat in table.seats
    )
