"""Fills a room with a tournament of an evening; the shell of a live room runs `EVENING` and prints its addresses."""

import json
from typing import Any

from tests.support.live_room import LiveRoom

EVENING = """
import json
from datetime import timedelta
from uuid import uuid4
from django.utils import timezone
from msgspec.structs import replace
from staff.models import Room
from tables.lifecycle import table_create
from tournaments import actions
from tournaments.presets import DAILY
from tournaments.rules import commands as c

NAMES = ("Amber Spindle", "Humble Lattice", "Brass Kettle", "Rustic Fiddle", "Scarlet Whisk", "Lucky Yarn")
room = Room.objects.order_by("pk").first()
start = timezone.now() - timedelta(minutes=17)
count = 0

def send(command, after=0):
    global count
    count += 1
    at = start + timedelta(minutes=after, milliseconds=count)
    return actions.tournament_execute(
        event_id=row.pk, command_id=str(uuid4()), command=command, actor="system.test", now=at
    ).state

for number in range(31, 35):
    table_create(room=room, name=f"T{number}", seats=8, plaque=None, actor="system.test", now=start)
plan = replace(DAILY, name="$240 No-Limit Hold'em", guarantee=400_000)
row = actions.tournament_create(room=room, plan=plan, starts_at=start, actor="system.test", now=start)
later = replace(plan, name="Sunday Deepstack", guarantee=2_000_000)
actions.tournament_create(
    room=room, plan=later, starts_at=start + timedelta(days=1), actor="system.test", now=start
)
for number in range(31, 35):
    send(c.AddTable(f"T{number}", 8))
for number in range(33):
    send(c.Enter(f"{NAMES[number % 6]} {number // 6 or ''}".strip()))
state = send(c.StartClock())
for number, minute in ((3, 5), (4, 9), (7, 12), (9, 14)):
    state = send(c.BustPlayer(number), minute)
"""
MOVED = """
alternate = state.alternates()[0].number
moved = next(entry for entry in state.seated() if entry.name == "Amber Spindle")
seats = {table.name: {entry.seat for entry in state.at_table(table.name)} for table in state.tables}
to, seat = next(
    (name, seat)
    for name, taken in seats.items()
    if name != moved.table
    for seat in range(1, 9)
    if seat not in taken
)
state = send(c.OrderMoves((c.MoveOrder(moved.number, moved.table, moved.seat, to, seat),)), 16)
"""
# The first level is recorded at once, so that the scheduled task changes nothing while a test looks.
PRINTED = """
from tournaments.tasks import levels_begin

levels_begin()
tokens = {name: state.entries[number - 1].token for name, number in NUMBERS.items()}
print("MARK", json.dumps({"event": row.pk, "room": room.pk, "tokens": tokens}))
"""


def fill(room: LiveRoom, *parts: str, evening: str = EVENING) -> dict[str, Any]:
    """Run the parts in the room's shell; return what the last one printed."""
    result = room.manage("shell", "-c", "\n".join((evening, *parts, PRINTED)))
    assert result.returncode == 0, result.stderr
    printed = json.loads(result.stdout.split("MARK")[1])
    assert isinstance(printed, dict)
    return printed
