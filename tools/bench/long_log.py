"""A table with a log of a million entries: an evening dealt through the actions, then copied in the database."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from uuid import uuid4

EVENING = 40  # hands; two players take turns in seat 9
SECONDS_PER_TAP = 6
SEAT = 9


@dataclass(frozen=True, slots=True)
class LongLog:
    """A table whose log was lengthened."""

    table: int  # primary key
    entries: int
    hands: int
    player: int  # primary key of a player who sat in `SEAT` every evening


def lengthen(table: int, *, entries: int) -> LongLog:
    """Deal an evening at a prepared table, and copy it until its log has this many entries.

    The copies have the names, numbers, times and sizes of real entries, but no valid hashes: measurements on them must
    not read hashes. The table's state is that after the first evening, with the number of the last hand.
    """
    from django.db import connection
    from msgspec.structs import replace

    from journal.models import Stream
    from journal.projections import LogHead
    from players.models import Player
    from poker import codec
    from tables import hand_starts, seat_sessions

    players = [Player.objects.create(alias=f"{alias} {table}") for alias in ("Ash", "Elm")]
    first = Stream.objects.get(pk=table).seq + 1
    _deal_evening(table, [(player.key, player.alias) for player in players])
    stream = Stream.objects.get(pk=table)
    state = codec.decode_state(bytes(stream.state))
    length = stream.seq - first + 1
    copies = max((entries - stream.seq) // length, 0)
    if copies:
        _copy(table, first=first, length=length, copies=copies)
    state = replace(state, hands=(copies + 1) * EVENING)
    head = stream.seq + copies * length
    Stream.objects.filter(pk=table).update(
        seq=head, base_seq=stream.base_seq + copies * length, state=codec.encode_state(state)
    )
    for projection in (seat_sessions.PROJECTION, hand_starts.PROJECTION):
        projection.rebuild(LogHead(table, head))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return LongLog(table, head, state.hands, players[0].pk)


def _deal_evening(table: int, players: list[tuple[str, str]]) -> None:
    """Deal hands from now on; the copies of the evening are in the future."""
    from poker import commands as c
    from poker.commands import Command
    from tables.actions import execute

    now = datetime.now(UTC)

    def run(*commands: Command) -> None:
        nonlocal now
        for command in commands:
            execute(
                table_id=table,
                command_id=uuid4().hex,
                seen=None,
                command=command,
                actor="bench",
                now=now,
            )
            now += timedelta(seconds=SECONDS_PER_TAP)

    for hand in range(EVENING):
        if hand % (EVENING // 2) == 0:
            key, alias = players[hand // (EVENING // 2)]
            run(c.LeaveSeat(seat=SEAT), c.SeatPlayer(seat=SEAT, player=key, name=alias))
        run(c.Deal(), *(c.Declare(seat=1, what="raise") for _ in range(12)), c.NextHand())


def _copy(table: int, *, first: int, length: int, copies: int) -> None:
    """Insert copies of the entries from `first`, one evening after another, in one statement."""
    from django.db import connection

    from journal.models import Entry
    from journal.store import STORED
    from poker import codec
    from poker.events import HandStarted

    rows = Entry.objects.filter(stream=table, seq__gte=first).annotate(stored=STORED)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMPORARY TABLE evening"
            " (entry bigint PRIMARY KEY, number bigint, before text, after text)"
        )
        for row in rows:
            event = codec.decode_event(row.name, row.version, row.data)
            number = event.number if isinstance(event, HandStarted) else None
            before, _, after = (
                row.stored.partition(f'"number":{number},') if number else (row.stored, "", "")
            )
            cursor.execute(
                "INSERT INTO evening VALUES (%s, %s, %s, %s)", [row.pk, number, before, after]
            )
        seconds = length * SECONDS_PER_TAP
        later, numbers = (
            (
                "strftime('%%Y-%%m-%%d %%H:%%M:%%f', at, '+' || (n * %s) || ' seconds')",
                "WITH RECURSIVE copy(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copy WHERE n < %s)",
            )
            if connection.vendor == "sqlite"
            else (
                "at + n * %s * interval '1 second'",
                "WITH copy AS (SELECT generate_series(1, %s) AS n)",
            )
        )
        if connection.vendor == "postgresql":  # the guard against repeated entries is not measured
            cursor.execute("SET session_replication_role = replica")
        cursor.execute(
            f'INSERT INTO journal_entry (stream_id, seq, command_id, "index", name, version, data,'
            f" at, actor, prev_hash, hash) {numbers}"
            f" SELECT stream_id, seq + n * %s, substr(command_id, 1, 24) || '-' || n, \"index\", name,"
            f" version, CASE WHEN number IS NULL THEN before ELSE"
            f" before || '\"number\":' || (number + n * %s) || ',' || after END,"
            f" {later}, actor, prev_hash, hash"
            f" FROM copy CROSS JOIN evening JOIN journal_entry ON id = entry ORDER BY n, seq",
            [copies, length, EVENING, seconds],
        )
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = origin")
        cursor.execute("DROP TABLE evening")
