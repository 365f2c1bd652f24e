"""The longest names that the product takes, in several scripts; run inside a room by `manage.py shell`."""

from datetime import timedelta
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from lineup.actions import lineup_execute
from lineup.rules import commands as lineup
from players.roster import player_named
from poker import commands as c
from staff.models import Room, Staff
from tables.game_keys import list_key
from tables.models import Plaque
from tests.floor_ui.browser import crowd
from tests.support.longest_names import ALIASES, WIDE
from waitlist.actions import load_waitlists
from waitlist.rules import commands as a
from waitlist.seatings import waitlist_execute

TABLES = (
    "High limit corner 123",
    "طاولة الحد الأعلى",
    "大廳高額德州撲克一號桌",
    "🎲🃏🎰 W" + "W" * 10,
)
ROOMS = ("Riverside " + "W" * 70, "غرفة البوكر الكبرى 🎰 大廳")


def fill() -> None:
    """Fill the room of T1: tables, four of them with long names, calls, pushes due, sections, names waiting."""
    crowd.fill(40, crowd.NOTABLE)
    now = timezone.now()
    room = Room.objects.get(tables__name="T1")
    Room.objects.filter(pk=room.pk).update(name=ROOMS[0][:80])
    annex = Room.objects.create(name=ROOMS[1])
    for staff in Staff.objects.all():
        staff.rooms.add(annex)
    Staff.objects.filter(badge="201").update(alias=WIDE)
    plaque = max(Plaque.objects.all(), key=lambda one: len(one.name))
    with transaction.atomic():
        for number, name in enumerate(TABLES, 50):
            crowd.add_table(room, number, plaque, now, name=name[:20])
    for number, name in enumerate(TABLES):
        table = room.tables.get(name=name[:20])
        moment = now - timedelta(minutes=40)
        crowd.execute_command(table, c.PushDealer(f"staff.{800 + number}", ALIASES[number]), moment)
        crowd.execute_command(
            table, c.CallFloor(by=f"staff.{800 + number}"), now - timedelta(hours=1)
        )
    rowan = Staff.objects.get(badge="201")
    for key, name, tables in (
        (rowan.key, WIDE, TABLES[:1]),
        ("staff.long", ALIASES[2], TABLES[1:]),
    ):
        command = lineup.SetSection(key, name, tuple(table[:20] for table in tables))
        lineup_execute(
            room_id=room.pk, command_id=str(uuid4()), command=command, actor=crowd.ACTOR, now=now
        )
    listed = room.tables.get(name="T9").plaque
    assert listed is not None
    key = list_key(listed.name)
    if load_waitlists(room.pk).waitlist(key) is None:
        _waitlist(room, a.OpenWaitlist(key, listed.name))
    for alias in ALIASES:
        _waitlist(room, a.AddPlayer(key, player_named(key="", alias=alias[:40]).key, alias[:40]))


def _waitlist(room: Room, command: a.WaitlistCommand) -> None:
    waitlist_execute(
        room_id=room.pk,
        command_id=str(uuid4()),
        command=command,
        actor=crowd.ACTOR,
        now=timezone.now(),
    )
