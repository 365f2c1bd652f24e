"""A desk that keeps the lists of a small room."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from players.roster import player_named
from poker.waiting import commands as c
from poker.waiting.state import Line
from tables.lists.asking import Asked, lists_ask, lists_now
from tables.lists.games import key_of
from tests.again import again
from tests.tables.room import FIELDS, Small, game_of

KEY = key_of(str(FIELDS["name"]))
ACTOR = "staff.1"


@dataclass
class Desk:
    """What staff do at the lists; a second passes with each."""

    room: Small
    now: datetime

    @property
    def room_id(self) -> int:
        """Of the room."""
        return int(self.room.table.room_id)

    def ask(self, command: c.Ask, **said: Any) -> Asked:
        """Ask the lists."""
        self.now += timedelta(seconds=1)
        told: dict[str, Any] = {"command_id": str(uuid4()), "actor": ACTOR, "now": self.now}
        told |= said
        return lists_ask(room_id=self.room_id, command=command, **told)

    def add(self, *names: str, here: bool = True) -> None:
        """Players on the list, known or new."""
        for name in names:
            player = player_named(key="", alias=name)
            self.ask(c.AddName(KEY, player.key, name, here=here))

    @property
    def line(self) -> Line:
        """The list as it stands."""
        line = lists_now(self.room_id).lists.line(KEY)
        assert line is not None
        return line

    @property
    def names(self) -> list[str]:
        """Who stands on it, in order."""
        return [one.name for one in self.line.places]

    def number(self, name: str) -> int:
        """Of a name."""
        return next(one.number for one in self.line.places if one.name == name)


def desk_of() -> Desk:
    """T1 is open with four players."""
    return again(_desk)


def _desk() -> Desk:
    room = game_of()
    desk = Desk(room, room.now)
    desk.ask(c.OpenLine(KEY, "Limit 4/8"))
    return desk
