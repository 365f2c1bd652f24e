"""A desk that keeps the lists of a small room."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from players.roster import player_named
from poker.waitlist import commands as c
from poker.waitlist.state import Waitlist
from tables.waitlist.execute import WaitlistResult, load_waitlists, waitlist_execute
from tables.waitlist.game_keys import key_of
from tests.room_fixture import again
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

    def ask(self, command: c.WaitlistCommand, **said: Any) -> WaitlistResult:
        """Ask the lists."""
        self.now += timedelta(seconds=1)
        data: dict[str, Any] = {"command_id": str(uuid4()), "actor": ACTOR, "now": self.now}
        data |= said
        return waitlist_execute(room_id=self.room_id, command=command, **data)

    def add(self, *names: str, here: bool = True) -> None:
        """Players on the list, known or new."""
        for name in names:
            player = player_named(key="", alias=name)
            self.ask(c.AddPlayer(KEY, player.key, name, here=here))

    @property
    def line(self) -> Waitlist:
        """The list as it stands."""
        waitlist = load_waitlists(self.room_id).lists.line(KEY)
        assert waitlist is not None
        return waitlist

    @property
    def names(self) -> list[str]:
        """Who stands on it, in order."""
        return [entry.name for entry in self.line.places]

    def number(self, name: str) -> int:
        """Of a name."""
        return next(entry.number for entry in self.line.places if entry.name == name)


def desk_of() -> Desk:
    """T1 is open with four players."""
    return again(_desk)


def _desk() -> Desk:
    room = game_of()
    desk = Desk(room, room.now)
    desk.ask(c.OpenWaitlist(KEY, "Limit 4/8"))
    return desk
