"""Tokes by downs: at cash tables from the pushes, and what an event withholds by the downs in it."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.management import call_command

from journal.unix_time import milliseconds
from lineup.actions import lineup_execute
from lineup.rules import commands as lineup
from poker import commands as p
from poker.refusal import Refusal
from roster.models import PayrollLine, TokeShare
from roster.rules import toke_commands as c
from roster.toke_log import toke_execute
from staff.models import Staff
from tables.actions import execute
from tables.models import Table
from tests.support.room import create_staff
from tests.support.toke_room import TokeRoom
from tests.tournaments.event_room import EventRoom, create_event_room
from tournaments.report import EventReport
from tournaments.rules import commands as t

pytestmark = pytest.mark.django_db(transaction=True)


def push(room: TokeRoom, name: str, hours: float) -> None:
    """Push a dealer into the box of T1, as the table's log would."""
    now = room.at(hours)
    staff = room.people[name]
    lineup_execute(
        room_id=room.room.pk,
        command_id=str(uuid4()),
        command=lineup.SyncTable("T1", True, staff.key, staff.alias, milliseconds(now)),
        actor="system.test",
        now=now,
    )


def test_pool_goes_by_downs(transactional_db: None) -> None:
    """A down lasts half an hour: Wren has four of them, Heron two, and Finch only helped for five minutes."""
    room = TokeRoom("downs")
    push(room, "wren", 1)
    push(room, "heron", 3)
    push(room, "finch", 4)
    push(room, "wren", 4 + 5 / 60)
    lineup_execute(
        room_id=room.room.pk,
        command_id=str(uuid4()),
        command=lineup.SyncTable("T1", False),
        actor="system.test",
        now=room.at(4.2),
    )
    split = room.split(60)
    assert room.shares(split.number) == {"wren": 4000, "heron": 2000}
    room.close()
    assert dict(PayrollLine.objects.values_list("name", "downs")) == {
        "Wren": 4,
        "Heron": 2,
        "Finch": 0,
    }
    call_command("verify_journal")


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
