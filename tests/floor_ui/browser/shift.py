"""A shift of dealers for screenshots and tests, with their times and tables; run in the room's shell."""

from datetime import timedelta
from uuid import uuid4

from django.contrib.auth.models import Group
from django.utils import timezone

from lineup.actions import lineup_execute
from lineup.rules import commands as c
from lineup.rules.commands import LineupCommand
from poker.commands import PushDealer, SitOut
from staff.account_changes import staff_save
from staff.accounts import secrets_hashed
from staff.models import Room, Staff
from tables.actions import execute
from tables.models import Table

BIRDS = ("Teal", "Gannet", "Puffin", "Rook", "Kestrel")


def fill() -> None:
    """T1, T5, T6 and T7 have been dealt for a while; three are free, one is on a break, two supervisors have tables."""
    room = Room.objects.get()
    now = timezone.now()

    def ask(minutes: int, command: LineupCommand) -> None:
        lineup_execute(
            room_id=room.pk,
            command_id=str(uuid4()),
            command=command,
            actor=Staff.objects.get(alias="Rowan").key,
            now=now - timedelta(minutes=minutes),
        )

    def push(minutes: int, table: str, alias: str) -> None:
        execute(
            table_id=Table.objects.get(name=table).pk,
            command_id=str(uuid4()),
            seen=None,
            command=PushDealer(people[alias].key, alias),
            actor=people[alias].key,
            now=now - timedelta(minutes=minutes),
        )

    for number, alias in enumerate(BIRDS):
        staff_save(
            staff=Staff(alias=alias, badge=f"15{number}"),
            username=alias.lower(),
            role=Group.objects.get(name="dealer"),
            is_active=True,
            secrets=secrets_hashed(pin="2580"),
            rooms=[room],
        )
    people = {staff.alias: staff for staff in Staff.objects.all()}
    for alias in ("Plover", "Siskin", *BIRDS):
        ask(130, c.ClockIn(people[alias].key, alias))
    for minutes, table, alias in (
        (125, "T1", "Plover"),
        (120, "T5", "Siskin"),
        (115, "T6", "Teal"),
        (110, "T7", "Rook"),
        (94, "T1", "Gannet"),
        (90, "T5", "Plover"),
        (85, "T6", "Siskin"),
        (80, "T7", "Teal"),
        (60, "T1", "Puffin"),
        (55, "T5", "Gannet"),
        (51, "T6", "Plover"),
        (49, "T7", "Siskin"),
        (34, "T1", "Teal"),
        (26, "T5", "Puffin"),
        (21, "T6", "Gannet"),
        (9, "T7", "Rook"),
    ):
        push(minutes, table, alias)
    execute(
        table_id=Table.objects.get(name="T1").pk,
        command_id=str(uuid4()),
        seen=None,
        command=SitOut(seat=3),
        actor=people["Teal"].key,
        now=now - timedelta(minutes=12),
    )
    ask(20, c.BeginBreak(people["Plover"].key))
    ask(5, c.LeaveRotation(people["Kestrel"].key, "drop count"))
    ask(4, c.SetSection(people["Rowan"].key, "Rowan", ("T1", "T2", "T3", "T4")))
    ask(3, c.SetSection(people["Alder"].key, "Alder", ("T5", "T6", "T7")))
