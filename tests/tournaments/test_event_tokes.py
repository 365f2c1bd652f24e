"""What an event withholds is split among its dealers by the downs in it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import call_command

from poker import commands as p
from poker.refusal import Refusal
from roster.models import TokeShare
from roster.rules import toke_commands as c
from roster.toke_log import toke_execute
from staff.models import Staff
from tables.actions import execute
from tables.models import Table
from tests.support.room import create_staff
from tests.tournaments.event_room import EventRoom, create_event_room
from tournaments.report import EventReport
from tournaments.rules import commands as t

pytestmark = pytest.mark.django_db(transaction=True)


def send(event_room: EventRoom, command: c.TokeCommand, staff: Staff) -> None:
    event_room.now += timedelta(seconds=1)
    toke_execute(
        room_id=event_room.room.pk,
        command_id=str(uuid4()),
        command=command,
        actor=staff.key,
        now=event_room.now,
    )


def deal(event_room: EventRoom, staff: Staff, minutes: int) -> None:
    """Push a dealer into the box of the event's first table, for these minutes."""
    execute(
        table_id=Table.objects.get(room=event_room.room, name="T1").pk,
        command_id=str(uuid4()),
        seen=None,
        command=p.PushDealer(staff.key, staff.alias),
        actor=staff.key,
        now=event_room.now,
    )
    event_room.now += timedelta(minutes=minutes)


def close_event(event_room: EventRoom) -> None:
    event_room.execute(t.CloseRegistration())
    event_room.execute(t.FixPool())
    for entry in list(event_room.event.seated())[:-1]:
        event_room.execute(t.BustPlayer(entry.number))
    for row in EventReport(event_room.row, event_room.now).winners:
        event_room.execute(t.Pay(row.entry.number))
    event_room.execute(t.CloseEvent())


def test_event_withholds_for_its_dealers(transactional_db: None) -> None:
    event_room = create_event_room(tables=1)
    manager = create_staff("manager", alias="Hornbeam", badge="301")
    second = create_staff("manager", alias="Sorrel", badge="302")
    wren = create_staff("dealer")
    teal = create_staff("dealer", alias="Teal", badge="102")
    policy = c.SetPolicy("hours", "day", 1, "2026-11-16", "House choice")
    send(event_room, policy, manager)
    event_room.enter(*(f"Player {number}" for number in range(1, 5)))
    event_room.execute(t.StartClock())
    deal(event_room, wren, 90)
    deal(event_room, teal, 30)
    withhold = c.Withhold(event_room.row.pk, "plan")
    with pytest.raises(Refusal) as raised:
        send(event_room, withhold, manager)
    assert raised.value.code == "toke_event_running"
    close_event(event_room)
    staff_part = event_room.event.collected.staff
    send(event_room, withhold, manager)
    send(event_room, c.ProposeEventSplit(1), manager)
    send(event_room, c.ApproveSplit(1), second)
    shares = dict(TokeShare.objects.values_list("key", "amount"))
    assert sum(shares.values()) == staff_part > 0
    assert shares[wren.key] == 3 * shares[teal.key]
    call_command("verify_journal")
