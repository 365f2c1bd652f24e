"""Waitlists of any size for the board, stored as they are; run in the room's shell."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from tests.support.live_room import LiveRoom

STORE = """
import json
from uuid import uuid4
from django.utils import timezone
from journal.unix_time import milliseconds
from waitlist.rules import codec
from waitlist.rules.state import Waitlist, WaitlistEntry, Waitlists
from tables.models import Plaque, Table
from waitlist.models import RoomWaitlistLog
from staff.models import Room
from waitlist.actions import load_waitlists
from tables.game_keys import list_key

room, now = Room.objects.get(), milliseconds(timezone.now())
number = 0
lists = []
for crowd in json.loads({data!r}):
    places = []
    for name in crowd["names"]:
        number += 1
        table, seat, seconds = crowd["called"].get(name, ("", 0, 0))
        called = dict(state="called", table=table, seat=seat, until=now + 1000 * seconds) if table else {{}}
        places.append(WaitlistEntry(number=number, player=f"p{{number}}", name=name, since=now, **called))
    lists.append(Waitlist(key=list_key(crowd["title"]), title=crowd["title"], entries=tuple(places)))
log = RoomWaitlistLog.objects.filter(room=room).first()
if log is None:
    from waitlist.rules import commands as c
    from waitlist.seatings import waitlist_execute
    waitlist_execute(room_id=room.pk, command=c.OpenWaitlist(lists[0].key, lists[0].title), command_id=str(uuid4()),
                     actor="system.demo", now=timezone.now())
    log = RoomWaitlistLog.objects.get(room=room)
log.stream.state = codec.encode_state(Waitlists(next=number + 1, lists=tuple(lists)))
log.stream.hash = uuid4().hex * 2
log.stream.save()
"""


@dataclass(frozen=True, kw_only=True)
class Crowd:
    """A list and its players. called: table, seat and seconds left by name."""

    title: str
    names: Sequence[str]
    called: dict[str, tuple[str, int, int]] = field(default_factory=dict)


def store_crowds(room: LiveRoom, crowds: Sequence[Crowd]) -> None:
    """Replace the waitlists of a room."""
    data = json.dumps([asdict(crowd) for crowd in crowds])
    result = room.manage("shell", "-c", STORE.format(data=data))
    assert result.returncode == 0, result.stderr
