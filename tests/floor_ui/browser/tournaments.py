"""Tournaments with the longest names and lists, in a room of `full_room`."""

from datetime import datetime, timedelta
from uuid import uuid4

from msgspec.structs import replace

from staff.models import Room, Staff
from tables.lifecycle import table_create
from tests.support import longest_names
from tournaments.actions import load_tournament, tournament_create, tournament_execute
from tournaments.models import ScheduledEvent
from tournaments.presets import DAILY, PRESETS
from tournaments.rules import commands as c
from tournaments.templates_store import create_template, save_template

WIDE = "W" * 60
PLAYERS = 24
TABLES = 4


def fill(room: Room, by: Staff, now: datetime) -> dict[str, int]:
    """Add templates, scheduled events, and a running one with busts, moves, a broken table and a void.

    Return the numbers that the addresses have.
    """
    plan = replace(DAILY, name=WIDE, guarantee=10**9, last_seats=0)
    template = create_template(room=room, plan=plan, by=by, now=now)
    changed = replace(plan, guarantee=2 * 10**9, seats=9)
    template = save_template(room=room, name=WIDE, plan=changed, seen=1, by=by, now=now)
    for preset in PRESETS.values():
        create_template(room=room, plan=preset, by=by, now=now)
    scheduled = [
        tournament_create(
            room=room,
            plan=replace(plan, name=name),
            starts_at=now + timedelta(hours=hours),
            template=template,
            series=WIDE,
            actor=by.key,
            now=now,
        )
        for hours, name in ((4, WIDE), (5, WIDE), (30, "Second day"), (31, WIDE))
    ]
    return {
        "template": template.pk,
        "scheduled_event": scheduled[0].pk,
        "event": _running(room, by, now).pk,
    }


def _running(room: Room, by: Staff, now: datetime) -> ScheduledEvent:
    """Return a running event with wide names, in which everything of the report has happened."""
    plan = replace(DAILY, name=WIDE, seats=9, last_seats=0, guarantee=10**8)
    row = tournament_create(room=room, plan=plan, starts_at=now, actor=by.key, now=now)

    def send(command: c.TournamentCommand) -> None:
        tournament_execute(
            event_id=row.pk, command_id=str(uuid4()), command=command, actor=by.key, now=now
        )

    for number in range(1, TABLES + 1):
        name = f"{'T' * 18}{number}"
        table_create(room=room, name=name, seats=9, plaque=None, actor=by.key, now=now)
        send(c.AddTable(name, 9))
    names = [longest_names.WIDE, *("" for _ in range(PLAYERS - 1))]
    for name in names:
        send(c.Enter(name, name))
    send(c.StartClock())
    send(c.VoidEntry(2, "W" * 200, by_director=True))
    send(c.BustPlayer(3, stack=900))
    send(c.BustPlayer(4))
    send(c.UndoBust(4))
    send(c.BreakTable(f"{'T' * 18}{TABLES}"))
    for move in load_tournament(row.pk)[1].moves:
        send(c.FinishMove(move.entry))
    send(c.CloseRegistration())
    send(c.FixPool())
    return row
