"""The room's log in a browser test, and other people's actions in the room."""

import json

from tests.support.live_room import LiveRoom

FOLDED = """
import json
from journal.models import Entry
from tables.models import Table
table = Table.objects.get(name="T1")
rows = Entry.objects.filter(stream=table.pk, name="hand.folded").order_by("seq")
print(json.dumps([json.loads(row.data)["seat"] for row in rows]))
"""
FLOOR_EVENTS = """
import json
from journal.models import Entry
from tables.models import Table
log = Entry.objects.filter(stream=Table.objects.get(name="T1").pk, name__startswith="floor.")
print(json.dumps(list(log.order_by("seq").values_list("name", flat=True))))
"""
# A supervisor ends the hand of table T1 without its tablet.
END_HAND = """
from django.utils import timezone
from poker.commands import FinishHand
from tables.actions import execute
from tables.models import Table
execute(table_id=Table.objects.get(name="T1").pk, command_id="floor-ends-it", seen=None, actor="system.test",
    command=FinishHand(hand=1, by="Rowan", reason="dead tablet"), now=timezone.now())
"""


def run_code(room: LiveRoom, code: str) -> str:
    """Run code in the room's project; return its output. Raises `AssertionError` with the error."""
    done = room.manage("shell", "--no-imports", "-c", code)
    assert done.returncode == 0, done.stderr
    return done.stdout


def floor_events(room: LiveRoom) -> list[str]:
    """Return the names of table T1's events of floor calls, in order."""
    names: list[str] = json.loads(run_code(room, FLOOR_EVENTS).strip().splitlines()[-1])
    return names


def folded_seats(room: LiveRoom) -> list[int]:
    """Return the seats of table T1 whose folds are in the log, in order."""
    seats: list[int] = json.loads(run_code(room, FOLDED).strip().splitlines()[-1])
    return seats
