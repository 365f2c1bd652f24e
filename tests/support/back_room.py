"""A second room of a running server."""

from tests.support.live_room import LiveRoom

# In the back room T21 is open with two players. Its plaque is T1's, so lists in both rooms have the
# same name.
BACK_ROOM = """
from uuid import uuid4
from django.utils import timezone
from tables.seating import player_seat
from tables.lifecycle import table_create, table_open
from staff.models import Staff
from staff.models import Room
from tables.models import Table

now, plaque = timezone.now(), Table.objects.get(name="T1").plaque
back = Room.objects.create(name="Back room")
common = dict(actor="system.demo", now=now)
table = table_create(room=back, name="T21", seats=9, plaque=plaque, **common)
for seat, name in ((1, "Night Bus"), (2, "Oak Leaf")):
    player_seat(table_id=table.pk, seat=seat, player="", name=name, command_id=str(uuid4()), seen=None, **common)
table_open(table=table, command_id=str(uuid4()), seen=None, **common)
for staff in Staff.objects.all():
    staff.rooms.add(back)
print(back.pk)
"""


def open_back_room(room: LiveRoom) -> int:
    """Add the back room, where all staff work; return its primary key."""
    result = room.manage("shell", "-c", BACK_ROOM)
    assert result.returncode == 0, result.stderr
    return int(result.stdout.split()[-1])
