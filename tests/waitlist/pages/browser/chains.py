"""A main game, a must-move table and a list; run in the room's shell. T1 feeds T9, three players each."""

CHAINS = """
from uuid import uuid4
from django.utils import timezone
from players.models import Player
from poker.commands import LeaveSeat
from waitlist.rules import commands as c
from tables.actions import execute
from tables.seating import player_seat
from tables.lifecycle import table_create, table_open
from waitlist.seatings import waitlist_execute
from tables.game_keys import list_key
from staff.models import Staff
from staff.models import Room
from tables.models import Table

room, now = Room.objects.get(), timezone.now()
SAID = dict(seen=None, actor="system.demo", now=now)
t1 = Table.objects.get(name="T1")
key = list_key(t1.plaque.name)
main = table_create(room=room, name="T9", seats=9, plaque=t1.plaque, actor="system.demo", now=now)
for seat in range(4, 10):
    execute(table_id=t1.pk, command=LeaveSeat(seat=seat), command_id=str(uuid4()), **SAID)
for seat, name in ((1, "Night Bus"), (2, "Oak Leaf"), (3, "Red Thread"), (4, "Wet Stone")):
    player_seat(table_id=main.pk, seat=seat, player="", name=name, command_id=str(uuid4()), **SAID)
table_open(table=main, command_id=str(uuid4()), **SAID)

def execute_command(command):
    waitlist_execute(room_id=room.pk, command_id=str(uuid4()), command=command, actor="system.demo", now=now)

execute_command(c.OpenWaitlist(key, t1.plaque.name))
for name in ("Green Tea", "Paper Crane", "Salt Lamp"):
    execute_command(c.AddPlayer(key, "new", name))
execute_command(c.SetChain(key, ("T9",), ("T1",), Staff.objects.get(alias="Rowan").key))
"""
