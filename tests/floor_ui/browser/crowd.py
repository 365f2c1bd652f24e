"""Many tables with players and dealers, for the map; run inside a room by `manage.py shell`.

All names are plainly invented. The logs are the engine's own, a table's stored at one stroke.
"""

from datetime import datetime, timedelta
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from poker import commands as c
from poker import engine
from poker.engine import Outcome
from poker.games import GAMES
from poker.stakes import legs
from tables import lifecycle
from tables.actions import append_inside_transaction, execute
from tables.in_force import rules_at
from tables.models import Plaque, Room, Staff, Table

BIRDS = (
    *("Plover", "Dunlin", "Teal", "Curlew", "Siskin", "Avocet", "Knot", "Pipit", "Bittern"),
    *("Snipe", "Egret"),
)
SHUT = (16, 24, 31, 32)
PLAYERS = {10: 5, 37: 4}
WAITED = {12: 72, 27: 141, 9: 9}  # seconds since the floor was called
PUSH_DUE = (13, 22, 29)
CHAIRS = 9
ACTOR = "system.test"


def do(table: Table, command: c.Command, when: datetime) -> None:
    """A command at a table."""
    execute(
        table_id=table.pk,
        command_id=str(uuid4()),
        seen=None,
        command=command,
        actor=ACTOR,
        now=when,
    )


def fill(count: int) -> None:
    """Up to `count` tables: some closed, short, called or with a push due, the others as on a normal night."""
    now = timezone.now()
    room = Room.objects.get(tables__name="T1")
    plaques = [
        one
        for one in Plaque.objects.order_by("name")
        if all(GAMES[leg.game].seats >= CHAIRS for leg in legs(one.to_stakes()))
    ]
    here = set(room.tables.values_list("name", flat=True))
    with transaction.atomic():
        for number in range(1, count + 1):
            if f"T{number}" not in here:
                _add(room, number, plaques[number // 9 % len(plaques)], now)
    wren = Staff.objects.get(badge="101")
    for number, seconds in WAITED.items():
        table, when = room.tables.get(name=f"T{number}"), now - timedelta(seconds=seconds)
        do(table, c.CallFloor(by=wren.key), when)
        do(table, c.Report("premature_turn", {}), when)


def _add(room: Room, number: int, plaque: Plaque, now: datetime) -> None:
    when = now - timedelta(hours=1)
    table = lifecycle.table_create(
        room=room, name=f"T{number}", seats=CHAIRS, plaque=plaque, actor=ACTOR, now=when
    )
    if number in SHUT:
        return
    players = PLAYERS.get(number, 8 if number % 7 == 0 else 9)
    minutes = 31 + number % 4 if number in PUSH_DUE else number * 7 % 25
    opened = c.OpenTable(
        stakes=plaque.to_stakes(),
        rules=rules_at(table_id=table.pk, now=now),
        tracking=plaque.tracking,  # type: ignore[arg-type]
    )
    seated = [
        c.SeatPlayer(seat=seat, player=f"guest.{number}.{seat}", name=f"Pebble {number}-{seat}")
        for seat in range(1, players + 1)
    ]
    done = Outcome((), engine.create(table.name, CHAIRS).table)
    for command in (*seated, opened, c.SetButton(seat=1)):
        done = _then(done, command, when)
    dealer = c.PushDealer(f"staff.{900 + number}", BIRDS[number % len(BIRDS)])
    done = _then(done, dealer, now - timedelta(minutes=minutes))
    append_inside_transaction(
        stream=table.stream, command_id=str(uuid4()), outcome=done, actor=ACTOR, now=now
    )


def _then(done: Outcome, command: c.Command, when: datetime) -> Outcome:
    more = engine.run(done.table, command, now=int(when.timestamp() * 1000))
    return Outcome((*done.events, *more.events), more.table)
