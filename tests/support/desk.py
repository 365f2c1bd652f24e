"""The desk of a small room with a waitlist."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from players.roster import player_named
from tables.game_keys import key_of
from tests.support.room import FIELDS, TableDriver, create_game
from tests.support.room_fixture import build_or_restore
from waitlist.actions import WaitlistResult, load_waitlists
from waitlist.rules import commands as c
from waitlist.rules.state import Waitlist
from waitlist.seatings import waitlist_execute

KEY = key_of(str(FIELDS["name"]))
ACTOR = "staff.1"


@dataclass
class Desk:
    """The desk's actions on the waitlist; each command takes one second."""

    room: TableDriver
    now: datetime

    @property
    def room_id(self) -> int:
        return int(self.room.table.room_id)

    def execute(self, command: c.WaitlistCommand, **options: Any) -> WaitlistResult:
        self.now += timedelta(seconds=1)
        data: dict[str, Any] = {"command_id": str(uuid4()), "actor": ACTOR, "now": self.now}
        data |= options
        return waitlist_execute(room_id=self.room_id, command=command, **data)

    def add(self, *names: str, present: bool = True) -> None:
        """Add players to the waitlist, registered or new."""
        for name in names:
            player = player_named(key="", alias=name)
            self.execute(c.AddPlayer(KEY, player.key, name, here=present))

    @property
    def waitlist(self) -> Waitlist:
        waitlist = load_waitlists(self.room_id).waitlist(KEY)
        assert waitlist is not None
        return waitlist

    @property
    def names(self) -> list[str]:
        return [entry.name for entry in self.waitlist.entries]

    def entry_number(self, name: str) -> int:
        return next(entry.number for entry in self.waitlist.entries if entry.name == name)


def create_desk() -> Desk:
    """Return a desk whose T1 is open with four players."""
    return build_or_restore(_build_desk)


def _build_desk() -> Desk:
    room = create_game()
    desk = Desk(room, room.now)
    desk.execute(c.OpenWaitlist(KEY, "Limit 4/8"))
    return desk
