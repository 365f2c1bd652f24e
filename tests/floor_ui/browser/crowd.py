"""Many tables with players and dealers, for the map; run inside a room by `manage.py shell`.

All names are plainly invented. The logs are the engine's own, a table's stored at one stroke.
"""

from collections.abc import Container
from datetime import datetime, timedelta
from uuid import uuid4

from django.db import transaction
from django.utils import timezone

from lineup.actions import lineup_execute
from lineup.rules.commands import ClockIn, SetSection
from players.roster import player_named
from poker import commands as c
from poker import engine
from poker.engine import TableOutcome
from poker.games import GAMES
from poker.logs.outcome import Outcome
from poker.stakes import legs
from staff.models import Room, Staff
from tables import lifecycle
from tables.actions import TABLE, execute
from tables.effective_rules import rules_at
from tables.game_keys import list_key
from tables.models import Device, Plaque, Table, TabletHeartbeat, TypicalPace
from tables.pace import MIN_HOURS, dealt_of
from waitlist.actions import load_waitlists
from waitlist.rules import commands as a
from waitlist.seatings import waitlist_execute

BIRDS = (
    "Ruff",
    "Dunlin",
    "Teal",
    "Curlew",
    "Linnet",
    "Avocet",
    "Knot",
    "Pipit",
    "Bittern",
    "Snipe",
    "Egret",
)
SHUT = (16, 24, 31, 32)
PLAYERS = {10: 5, 37: 4}
WAITED = {12: 72, 27: 141, 9: 9}  # seconds since the floor was called
PUSH_DUE = (13, 22, 29)
PACED = {18: 29, 19: 27, 20: 21, 21: 28}  # hands in the last hour
OFFLINE = {33: 250}  # seconds since the tablet was heard
# A closed, a short and a full table, those in a special state, and T7 and T14, where players wait.
NOTABLE = frozenset({SHUT[0], *PLAYERS, *WAITED, *PUSH_DUE, *PACED, *OFFLINE, 7, 14})
CHAIRS = 9
ACTOR = "system.test"


def execute_command(table: Table, command: c.Command, moment: datetime) -> None:
    """Execute a command at a table."""
    execute(
        table_id=table.pk,
        command_id=str(uuid4()),
        seen=None,
        command=command,
        actor=ACTOR,
        now=moment,
    )


def set_offline_limit(seconds: int) -> None:
    """Set after how many seconds a silent tablet is offline."""
    Room.objects.update(tablet_silent_seconds=seconds)


def fill(count: int, only: Container[int] | None = None) -> None:
    """Create up to `count` tables: some closed, short, called or with a push due, the others as on a normal night.

    only: of these numbers, for instance `NOTABLE`; all numbers without it.
    """
    now = timezone.now()
    room = Room.objects.get(tables__name="T1")
    add_tables(room, count, now, only)
    wren = Staff.objects.get(badge="101")
    for number, seconds in WAITED.items():
        table = room.tables.get(name=f"T{number}")
        moment = now - timedelta(seconds=seconds)
        execute_command(table, c.CallFloor(by=wren.key), moment)
        execute_command(table, c.Report("premature_turn", {"burned": 1}), moment)
    for number, seconds in OFFLINE.items():
        table = room.tables.get(name=f"T{number}")
        Device.objects.create(name=f"Tablet {number}", table=table, token_hash=f"{number}")
        heartbeat_at = now - timedelta(seconds=seconds)
        TabletHeartbeat.objects.create(table=table, at=heartbeat_at, silent=True)
    for number in PACED:
        plaque = room.tables.get(name=f"T{number}").plaque
        assert plaque is not None
        TypicalPace.objects.update_or_create(
            room=room, game=dealt_of(plaque.to_stakes()), defaults={"hands": 28, "hours": MIN_HOURS}
        )
    for badge in ("102", "103"):
        staff_member = Staff.objects.get(badge=badge)
        clock_in(room, staff_member.key, staff_member.alias)
    _waiting(room, now)


def add_tables(room: Room, count: int, now: datetime, only: Container[int] | None = None) -> None:
    """Create the tables up to this number that the room does not have. only: as for `fill`."""
    plaques = [
        plaque
        for plaque in Plaque.objects.order_by("name")
        if all(GAMES[leg.game].seats >= CHAIRS for leg in legs(plaque.to_stakes()))
    ]
    existing_names = set(room.tables.values_list("name", flat=True))
    with transaction.atomic():
        for number in range(1, count + 1):
            if f"T{number}" not in existing_names and (only is None or number in only):
                add_table(room, number, plaques[number // 9 % len(plaques)], now)


def clock_in(room: Room, key: str, name: str) -> None:
    """Clock a dealer in."""
    lineup_execute(
        room_id=room.pk,
        command_id=str(uuid4()),
        command=ClockIn(key, name),
        actor=ACTOR,
        now=timezone.now(),
    )


def share_out() -> None:
    """Give the forty tables to five supervisors; one has a table above the limit, and their sections flow.

    The last one is the demo's house-banked table.
    """
    room = Room.objects.get(tables__name="T1")
    names = [*(f"T{number}" for number in range(1, 40)), "S1"]
    first = 0
    for name, count in (("Rowan", 8), ("Holly", 7), ("Juniper", 9), ("Larch", 8), ("Maple", 8)):
        tables = tuple(names[first : first + count])
        command = SetSection(f"staff.{name.lower()}", name, tables)
        lineup_execute(
            room_id=room.pk,
            command_id=str(uuid4()),
            command=command,
            actor=ACTOR,
            now=timezone.now(),
        )
        first += count


def fill_line(more: int = 0) -> None:
    """Clock in more dealers than there are boxes without one, so that due pushes have a next dealer.

    more: how many dealers there are beyond that.
    """
    room = Room.objects.get(tables__name="T1")
    names = ("Starling", "Wagtail", "Serin", "Smew", "Twite", "Whinchat")
    for number, name in enumerate((*names, *(f"Relief {number}" for number in range(more)))):
        clock_in(room, f"staff.{700 + number}", name)


def fill_ten() -> None:
    """Create the tenth table beside the demo's nine; a push is due, a player is called, and names are long."""
    room = Room.objects.get(tables__name="T1")
    now = timezone.now()
    add_tables(room, 10, now, only={10})
    table = room.tables.get(name="T5")
    execute_command(
        table, c.PushDealer("staff.890", "Wren of the long name"), now - timedelta(minutes=40)
    )
    for number in range(891, 897):  # the boxes without a dealer come first
        clock_in(room, f"staff.{number}", f"Wigeon of the longest name {number}")
    plaque = room.tables.get(name="T10").plaque
    assert plaque is not None
    key = list_key(plaque.name)
    alias = "Nimble Canoe of the longest name"
    commands: list[a.WaitlistCommand] = (
        [] if load_waitlists(room.pk).waitlist(key) else [a.OpenWaitlist(key, plaque.name)]
    )
    commands.append(a.AddPlayer(key, player_named(key="", alias=alias).key, alias))
    for command in commands:
        waitlist_execute(
            room_id=room.pk, command_id=str(uuid4()), command=command, actor=ACTOR, now=now
        )
    waitlist = load_waitlists(room.pk).waitlist(key)
    assert waitlist is not None
    number = next(entry.number for entry in waitlist.entries if entry.name == alias)
    call = a.CallPlayer(number, "T10", CHAIRS)
    waitlist_execute(room_id=room.pk, command_id=str(uuid4()), command=call, actor=ACTOR, now=now)


def call_floor(count: int) -> None:
    """Call the floor at so many more tables."""
    room = Room.objects.get(tables__name="T1")
    wren = Staff.objects.get(badge="101")
    open_tables = [table for table in room.tables.order_by("name") if table.is_open]
    for number, table in enumerate(open_tables[:count]):
        execute_command(table, c.CallFloor(by=wren.key), timezone.now() - timedelta(seconds=number))


def _waiting(room: Room, now: datetime) -> None:
    """Three wait for the game of T14, which has an open chair; the first is called to T7."""
    plaque = room.tables.get(name="T14").plaque
    assert plaque is not None
    title = plaque.name
    key = list_key(plaque.name)
    commands: list[a.WaitlistCommand] = (
        [] if load_waitlists(room.pk).waitlist(key) else [a.OpenWaitlist(key, title)]
    )
    commands += [
        a.AddPlayer(key, player_named(key="", alias=name).key, name)
        for name in ("Blue Hat", "Paper Crane", "Copper Kettle")
    ]
    for command in commands:
        waitlist_execute(
            room_id=room.pk, command_id=str(uuid4()), command=command, actor=ACTOR, now=now
        )
    waitlist = load_waitlists(room.pk).waitlist(key)
    assert waitlist is not None
    call = a.CallPlayer(waitlist.entries[0].number, "T14", CHAIRS)
    waitlist_execute(room_id=room.pk, command_id=str(uuid4()), command=call, actor=ACTOR, now=now)


def add_table(room: Room, number: int, plaque: Plaque, now: datetime, *, name: str = "") -> None:
    """Create a table with players and a dealer, unless it is one of those that are closed. name: "T7" without it."""
    moment = now - timedelta(hours=1)
    table = lifecycle.table_create(
        room=room, name=name or f"T{number}", seats=CHAIRS, plaque=plaque, actor=ACTOR, now=moment
    )
    if number in SHUT:
        return
    players = PLAYERS.get(number, 8 if number % 7 == 0 else 9)
    minutes = 31 + number % 4 if number in PUSH_DUE else number * 7 % 25
    open_command = c.OpenTable(
        stakes=plaque.to_stakes(),
        rules=rules_at(table_id=table.pk, now=now),
        tracking=plaque.tracking,  # type: ignore[arg-type]
    )
    seat_commands = [
        c.SeatPlayer(seat=seat, player=f"guest.{number}.{seat}", name=f"Pebble {number}-{seat}")
        for seat in range(1, players + 1)
    ]
    outcome: TableOutcome = Outcome((), engine.create(table.name, CHAIRS).state)
    for command in (*seat_commands, open_command, c.SetButton(seat=1)):
        outcome = _run_next(outcome, command, moment)
    dealer = c.PushDealer(f"staff.{900 + number}", BIRDS[number % len(BIRDS)])
    outcome = _run_next(outcome, dealer, now - timedelta(minutes=minutes))
    _store(table, outcome, moment)
    hands = PACED.get(number, 0)
    for hand in range(hands):
        at = moment + timedelta(minutes=2 + 56 * hand / hands)
        outcome = engine.run(outcome.state, c.AwardPot((2,)), now=int(at.timestamp() * 1000))
        _store(table, outcome, at)


def _store(table: Table, outcome: TableOutcome, at: datetime) -> None:
    before = TABLE.state_of(table.stream)
    TABLE.append(table.stream, outcome, before=before, command_id=str(uuid4()), actor=ACTOR, now=at)


def _run_next(outcome: TableOutcome, command: c.Command, moment: datetime) -> TableOutcome:
    next_outcome = engine.run(outcome.state, command, now=int(moment.timestamp() * 1000))
    return Outcome((*outcome.events, *next_outcome.events), next_outcome.state)
