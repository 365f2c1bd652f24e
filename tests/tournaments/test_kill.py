"""The server is killed while it executes a command of an event: nothing is lost, nothing is drawn or paid twice."""

import json
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import unescape
from typing import Any

import pytest

from tests.support.fragile_room import Client, FragileRoom, fragile_room
from tests.support.live_room import STOP_WITHIN, ClosedRoom

EVENT = """
import json
from datetime import timedelta
from uuid import uuid4
from django.utils import timezone
from msgspec.structs import replace
from staff.models import Room
from tables.lifecycle import table_create
from tournaments import actions
from tournaments.rules import commands as c
from tests.tournaments.plans import DAILY

room = Room.objects.order_by("pk").first()
start = timezone.now() - timedelta(minutes=10)

def send(command):
    actions.tournament_execute(
        event_id=row.pk, command_id=str(uuid4()), command=command, actor="system.test", now=start
    )

plan = replace(DAILY, seats=4)
for number in range(31, 35):
    table_create(room=room, name=f"T{number}", seats=4, plaque=None, actor="system.test", now=start)
row = actions.tournament_create(room=room, plan=plan, starts_at=start, actor="system.test", now=start)
for number in range(31, 35):
    send(c.AddTable(f"T{number}", 4))
for number in range(1, 9):
    send(c.Enter(f"Player {chr(64 + number)}"))
send(c.StartClock())
print("MARK", json.dumps(row.pk))
"""
FINISHED = """
from django.utils import timezone
from uuid import uuid4
from tournaments import actions
from tournaments.rules import commands as c

for command in (c.CloseRegistration(), c.FixPool(), *(c.BustPlayer(number) for number in range(1, 8))):
    actions.tournament_execute(
        event_id={event}, command_id=str(uuid4()), command=command, actor="system.test", now=timezone.now()
    )
print("MARK 0")
"""
STATE = """
import json
import msgspec
from journal.models import Entry
from tables.models import Table
from tournaments.actions import load_tournament
from tournaments.tasks import sync_running_events

if {sync}:
    sync_running_events()
_, event = load_tournament({event})
names = list(Entry.objects.filter(stream={event}).order_by("seq").values_list("name", flat=True))
tables = {{
    table.name: {{seat.seat: seat.name for seat in table.view.seats if seat.player}}
    for table in Table.objects.filter(name__startswith="T3", name__gt="T3")
}}
print("MARK", json.dumps({{"event": msgspec.to_builtins(event), "names": names, "tables": tables}}))
"""
MOVED_ON = """
from django.utils import timezone
from tournaments import actions
from tournaments.rules import commands as c

actions.tournament_execute(
    event_id={event},
    command_id="next-level",
    command=c.MoveClock(1),
    actor="system.test",
    now=timezone.now(),
)
print("MARK 0")
"""


@dataclass
class Director:
    """A director at the pages of an event, who sees whether an answer came."""

    room: FragileRoom
    event: int
    client: Client = field(init=False)

    def __post_init__(self) -> None:
        """Sign in with badge and PIN."""
        self.client = Client(self.room, f"/tournaments/{self.event}/")

    def act(self, ask: str, command_id: str, **form: object) -> str:
        """Send a command; return "" if the server died before its answer."""
        form = {"ask": ask, "page": "director", "command": command_id, **form}
        return self.client.send(f"/tournaments/{self.event}/act", **form)

    def decided(self) -> list[str]:
        """Return the names of the events that commands of people stored. The clock's own task begins the levels."""
        return [name for name in self.state()["names"] if name != "level.began"]

    def state(self, *, sync: bool = False) -> dict[str, Any]:
        state: dict[str, Any] = self.room.shell(STATE.format(event=self.event, sync=sync))
        return state


@pytest.fixture
def director(closed_room: ClosedRoom) -> Iterator[Director]:
    with fragile_room(closed_room) as room:
        director = Director(room, room.shell(EVENT))
        wait_for_levels(director, 1)  # the scheduled task records the first one
        yield director


def kill_in(director: Director, moment: str, ask: str, command_id: str, **form: object) -> None:
    """Kill the server in a command, start it again, and send the command again."""
    before = director.decided()
    director.room.order_death(moment, "tournament", ask)
    assert director.act(ask, command_id, **form) == ""
    director.room.wait_for_death()
    stored = director.decided()
    if moment == "before":
        assert stored == before
    else:
        assert len(stored) > len(before)
    director.room.start()
    assert director.act(ask, command_id, **form)
    again = director.decided()
    if moment == "after":
        assert again == stored
    else:
        assert len(again) > len(before)


def left_on_the_wall(director: Director) -> tuple[float, int]:
    """Return the time of the page's answer, and the milliseconds that the wall's clock has left."""
    text = director.client.get(f"/wall/tournament/{director.event}")
    at = time.time()
    plan = json.loads(unescape(text.split('data-clock-plan="')[1].split('"')[0]))
    clock = plan["clock"]
    elapsed = clock.get("elapsed", 0) + plan["now"] - clock["since"]
    return at, plan["segments"][clock.get("segment", 0)]["length"] - elapsed


@pytest.mark.parametrize("moment", ["before", "after"])
def test_level_change(director: Director, moment: str) -> None:
    kill_in(director, moment, "move_clock", "clock-1", segment=1, shown=0)
    state = director.state()
    assert state["names"].count("clock.set") == 1
    assert state["event"]["clock"]["segment"] == 1
    director.room.verify("verify_journal")


def test_no_second_is_lost_by_a_killed_server(director: Director) -> None:
    clock = director.state()["event"]["clock"]
    first, before = left_on_the_wall(director)
    director.room.kill()
    director.room.start()
    second, after = left_on_the_wall(director)
    assert director.state()["event"]["clock"] == clock
    assert abs((before - after) - (second - first) * 1000) < 1000


@pytest.mark.parametrize("moment", ["before", "after"])
def test_break_draw(director: Director, moment: str) -> None:
    kill_in(director, moment, "break_table", "break-1", table="T34")
    state = director.state(sync=True)
    assert state["names"].count("break.drawn") == 1
    seats = [(entry["table"], entry["seat"]) for entry in state["event"]["entries"]]
    assert len(set(seats)) == len(seats) == 8
    assert "T34" not in {table for table, _ in seats}
    at_tables = [(table, int(seat)) for table, taken in state["tables"].items() for seat in taken]
    assert sorted(at_tables) == sorted(seats)
    director.room.verify("verify_journal")


@pytest.mark.parametrize("moment", ["before", "after"])
def test_payout(director: Director, moment: str) -> None:
    director.room.shell(FINISHED.format(event=director.event))
    kill_in(director, moment, "pay", "pay-1", entry=8)
    state = director.state()
    assert state["names"].count("payout.made") == 1
    assert [(paid["entry"], paid["amount"]) for paid in state["event"]["paid"]] == [(8, 96_000)]
    director.room.verify("verify_journal")


@pytest.mark.parametrize("moment", ["before", "after"])
def test_sale(director: Director, moment: str) -> None:
    kill_in(director, moment, "enter", "sale-1", player="Player Z")
    entries = director.state(sync=True)["event"]["entries"]
    assert [entry["name"] for entry in entries].count("Player Z") == 1
    assert len({(entry["table"], entry["seat"]) for entry in entries}) == 9
    director.room.verify("verify_journal")


@pytest.mark.parametrize("moment", ["before", "after"])
def test_begin_of_a_level_by_the_clock(director: Director, moment: str) -> None:
    """The scheduled task records a level; another server records it once."""
    director.room.order_death(moment, "tournament", "begin_level")
    director.room.shell(MOVED_ON.format(event=director.event))
    director.room.wait_for_death()
    director.room.start()
    wait_for_levels(director, 2)
    director.room.verify("verify_journal")


def wait_for_levels(director: Director, count: int) -> None:
    """Wait until the scheduled task has recorded so many levels."""
    deadline = time.monotonic() + STOP_WITHIN
    while (names := director.state()["names"]).count("level.began") != count:
        assert time.monotonic() < deadline, names
        time.sleep(0.1)
