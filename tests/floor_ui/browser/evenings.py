"""Weeks before and this evening for forecasts: half hours of the room's games; run in the room's shell."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

from django.utils import timezone

from drop.models import policy_of
from drop.shifts import periods
from players.roster import player_named
from staff.models import Room
from tables.game_keys import list_key
from tables.models import GameHalfHour, Table
from tests.floor_ui.browser import crowd
from waitlist.actions import load_waitlists
from waitlist.rules import commands as a
from waitlist.seatings import waitlist_execute

HALF_HOUR = timedelta(minutes=30)
ARABIC = "هولدم بلا حد الطاولة الكبرى في القاعة"


def write_evening(room: Room, game: str, begins: datetime, players: int, tables: int) -> None:
    """Write ten half hours of a game from 2.5 hours before a moment on."""
    day = periods(begins, policy_of(room).shifts, 1)[
        0
    ].day  # before dawn it is still the day before
    first = begins.replace(minute=begins.minute // 30 * 30, second=0, microsecond=0)
    GameHalfHour.objects.bulk_create(
        GameHalfHour(
            room=room,
            begins=(first + number * HALF_HOUR).astimezone(UTC),
            day=day,
            shift="swing",
            hour=0,
            game=game,
            open_s=1800 * tables,
            chair_s=9 * 1800 * tables,
            seat_s=1800 * (players + max(number - 2, 0)),
            wait_s=1800 * 2,
            not_called_s=60 * (players % 9),
            called_s=45 * (players % 5),
        )
        for number in range(-5, 6)
    )


def fill(weeks: int = 4) -> None:
    """Write some weeks of each game of the room of T1, and of a game that only once ran."""
    room = Room.objects.get(tables__name="T1")
    now = timezone.localtime()
    games = {table.plaque.name for table in room.tables.all() if table.plaque}
    for week in range(weeks + 1):
        for number, game in enumerate(sorted(games)):
            write_evening(room, game, now - week * timedelta(weeks=1), 10 + 7 * number, 2 + number)
        write_evening(room, ARABIC, now - week * timedelta(weeks=1), 4, 1)


def wait_at(table_name: str, count: int) -> None:
    """Put players on the list of a table's game."""
    room = Room.objects.get(tables__name="T1")
    table = Table.objects.get(room=room, name=table_name)
    assert table.plaque is not None
    key = list_key(table.plaque.name)
    commands: list[a.WaitlistCommand] = []
    if load_waitlists(room.pk).waitlist(key) is None:
        commands.append(a.OpenWaitlist(key, table.plaque.name))
    for number in range(count):
        alias = f"Sparrow {number}"
        commands.append(a.AddPlayer(key, player_named(key="", alias=alias).key, alias))
    for command in commands:
        waitlist_execute(
            room_id=room.pk,
            command_id=str(uuid4()),
            command=command,
            actor=crowd.ACTOR,
            now=timezone.now(),
        )
