"""Tokes by downs at cash tables, from the pushes."""

from uuid import uuid4

import pytest
from django.core.management import call_command

from journal.unix_time import milliseconds
from lineup.actions import lineup_execute
from lineup.rules import commands as lineup
from roster.models import PayrollLine
from tests.support.toke_room import TokeRoom

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
