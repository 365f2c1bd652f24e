"""An evening for the board: lists of several games, departures that make waits, two calls; run in the room's shell."""

EVENING = """
from datetime import timedelta
from uuid import uuid4
from django.utils import timezone
from players.models import Player
from poker.commands import LeaveSeat
from waitlist.rules import commands as c
from tables.actions import execute
from tables.seating import player_seat
from tables.lifecycle import table_open
from waitlist.actions import load_waitlists
from waitlist.seatings import waitlist_execute
from tables.game_keys import list_key
from staff.models import Room
from tables.models import Table

room, start = Room.objects.get(), timezone.now() - timedelta(minutes=45)
SAID = dict(seen=None, actor="system.demo")
NAMES = iter(
    "Blue Hat,Paper Crane,Copper Kettle,Left Lane,Window Seat,Tin Whistle,Tuesday,Small Moon,Green Door,Long Walk,"
    "Salt Lamp,Third Coat,Ferry Bell,Iron Gate,Quiet Corner,Half Past,Sea Glass,Green Tea,Lamp Post,Old Map,Dry Dock,"
    "Two Sugars,Sunday,Plum Jam,Cold Frame,Night Bus,Oak Leaf,Red Thread,Tall Order,Wet Stone,Low Tide,Far Field,"
    "Spare Key,Brass Knob,Odd Sock,Slow Clock".split(",")
)

def execute_command(command):
    shared = dict(command_id=str(uuid4()), actor="system.demo", now=timezone.now())
    return waitlist_execute(room_id=room.pk, command=command, **shared)

def seat_player(table, seat, name, now):
    shared = dict(table_id=table.pk, command_id=str(uuid4()), now=now, **SAID)
    player_seat(seat=seat, player="", name=name, stack=None, **shared)

def list_of(title, names, left):
    key, at = list_key(title), start
    for turn in range(left):
        at += timedelta(minutes=40) / left
        table = Table.objects.filter(room=room, plaque__name=title).order_by("name").first()
        if table.view.seats[0].name:
            execute(table_id=table.pk, command=LeaveSeat(seat=1), command_id=str(uuid4()), now=at, **SAID)
        seat_player(table, 1, f"{table.name} guest {turn}", at)
    execute_command(c.OpenWaitlist(key, title))
    for _ in range(names):
        player = Player.objects.create(alias=next(NAMES))
        execute_command(c.AddPlayer(key, player.key, player.alias))

for name in ("T2", "T3"):
    table = Table.objects.get(name=name)
    for seat in range(1, 10):
        if (name, seat) != ("T2", 4):
            seat_player(table, seat, f"{name} chair {seat}", start)
    table_open(table=table, command_id=str(uuid4()), now=start, **SAID)
list_of("No-limit hold'em 1/3", 12, 26)
list_of("Limit hold'em 4/8", 7, 9)
list_of("Pot-limit Omaha 1/2", 5, 5)
list_of("Seven-card stud 10/20", 8, 4)
list_of("2-7 triple draw 4/8", 2, 2)
execute_command(c.OpenWaitlist(list_key("HORSE 10/20"), "HORSE 10/20", "interest", 5))
hat = load_waitlists(room.pk).lists[0].entries[0]
execute_command(c.CallPlayer(hat.number, "T2", 4))
"""
