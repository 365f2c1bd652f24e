"""A room in which every page has something to show, with the longest names; run in a live room by `manage.py shell`."""

import json
from uuid import uuid4

from django.contrib.auth.models import Group
from django.utils import timezone

from players.models import Player
from poker import commands as c
from rulings.calls import final_rulings
from rulings.calls.models import Call
from rulings.incidents.recording import IncidentReport, incident_record
from staff.accounts import secrets_hashed
from staff.models import Staff
from staff.start_codes import start_codes_make
from tables.drops.boxes import BoxPickup, boxes_pull
from tables.drops.shifts import periods
from tables.models import Plaque, Room
from tables.models.drops import policy_of
from tables.staff_accounts import staff_save
from tables.waitlist.execute import load_waitlists
from tests.floor_ui.browser import crowd, long_names

MARK = "addresses "
ROWAN = ("201", "7410")


def fill() -> None:
    """Fill the room of T1 and print the numbers that the addresses of its pages have."""
    long_names.fill()
    now = timezone.now()
    room = Room.objects.get(tables__name="T1")
    Room.objects.update(joins_by_phone=True)
    table = room.tables.get(name="T1")
    dealer, rowan = Staff.objects.get(badge="101"), Staff.objects.get(badge=ROWAN[0])
    crowd.execute_command(table, c.CallFloor(by=dealer.key), now)
    crowd.execute_command(table, c.Report("premature_turn", {"burned": 1, "pending": [3]}), now)
    call = Call.objects.get(table=table)
    table.stream.refresh_from_db()
    ruling = final_rulings.ruling_override(
        badge=ROWAN[0],
        pin=ROWAN[1],
        call=call,
        seen=table.stream.seq,
        reason="W" * 120,
        result="W" * 120,
        steps=(),
        back="",
        now=now,
    )
    incident = incident_record(
        table=table,
        staff=rowan,
        report=IncidentReport(
            command_id=uuid4(),
            category="etq_12_splash",
            seat=1,
            player=None,
            hand=None,
            note="W" * 300,
        ),
        now=now,
    )
    box = boxes_pull(
        room=room,
        pickups=[BoxPickup(table.pk, "A7", 0)],
        badge=ROWAN[0],
        pin=ROWAN[1],
        shift=periods(timezone.localtime(now), policy_of(room).shifts)[0].key,
        now=now,
    )[0]
    new = staff_save(
        staff=Staff(alias="V" * 40, badge="777"),
        username="newcomer",
        role=Group.objects.get(name="supervisor"),
        is_active=True,
        secrets=secrets_hashed(),
        rooms=[room],
    )
    state = load_waitlists(room.pk)
    entries = [entry for waitlist in state.lists.lines for entry in waitlist.places]
    token = next(entry.token for entry in entries if entry.token)
    numbers = {
        "room": room.pk,
        "call": Call.objects.filter(table__name=long_names.TABLES[0][:20]).latest("pk").pk,
        "ruling": ruling.pk,
        "incident": incident.pk,
        "box": box.pk,
        "player": Player.objects.get(alias=long_names.WIDE).pk,
        "staff": new.pk,
        "table": table.pk,
        "plaque": max(Plaque.objects.all(), key=lambda one: len(one.name)).pk,
        "code": start_codes_make(staff=[new], by=rowan, now=now)[0][0].code,
        "token": token,
    }
    print(MARK + json.dumps(numbers))
