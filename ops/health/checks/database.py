"""The database: a real write, its size and connections; and whether its tables match the code."""

import time
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from django.db import DatabaseError, connection, transaction

from ops.health.part import HealthPart, Step
from ops.health.phrases import restart, size
from ops.heartbeats import CHECK, write_heartbeat
from ops.schema_state import schema_state
from web.outages import MESSAGES, Outage, outage_of, reason_of

STATEMENT_LIMIT = "1500ms"  # time limit of each statement of the check on PostgreSQL
CONNECTIONS_SOON = 0.8  # share of PostgreSQL's connections
SLOW = 0.5  # seconds that the small write may take

_STEPS: dict[Outage, tuple[Step, ...]] = {
    "read_only": (
        Step(
            "Look at the file system: an error of the disk makes it read-only.",
            "findmnt -o TARGET,OPTIONS",
        ),
        Step(
            "Make the folder and the database file writable for Floorbook's user again, or end the standby."
        ),
    ),
    "full": (
        Step(
            "See what fills the disk.", "df -h; sudo du -xh --max-depth=2 /var | sort -h | tail -15"
        ),
        Step("Make room: old backups first.", manage="backups prune"),
    ),
    "busy": (
        Step("Wait a minute. If it stays busy, look for a long command or an upgrade that runs."),
    ),
}
PAPER = Step(
    "Tell the floor: tablets go on by themselves, floor and desk write on paper until it's back."
)


def check_database(now: datetime) -> HealthPart:
    """Return whether the database can be written now, how large it is and how many connections it has."""
    began = time.monotonic()
    try:
        with transaction.atomic():
            _limit_statements()
            write_heartbeat(CHECK, now, started_at=now)
    except DatabaseError as error:
        return database_away(outage_of(error) or "away", reason_of(error))
    took = time.monotonic() - began
    facts = (f"written in {took * 1000:.0f} ms", *_size_facts())
    part = HealthPart(key="database", title="Database", facts=facts, age=0.0)
    if took > SLOW:
        headline = f"A small write took {took:.1f} s, the limit is {SLOW} s"
        return replace(part, level="soon", state="slow", headline=headline, steps=_STEPS["busy"])
    connection_counts = _connections()
    if connection_counts is None:
        return part
    part = replace(
        part, facts=(*facts, f"{connection_counts[0]} of {connection_counts[1]} connections")
    )
    if connection_counts[0] < CONNECTIONS_SOON * connection_counts[1]:
        return part
    return replace(
        part,
        level="soon",
        state="crowded",
        headline=f"{connection_counts[0]} of {connection_counts[1]} connections of the database are in use",
        steps=(
            Step("Raise max_connections of PostgreSQL, or run fewer web and worker processes."),
        ),
    )


def database_away(outage: Outage, reason: str) -> HealthPart:
    """Return the part for a database that can't be used."""
    steps = _STEPS.get(outage, (restart("database", "Start the database again."),))
    return HealthPart(
        key="database",
        title="Database",
        level="bad",
        state={"read_only": "read-only", "full": "full", "busy": "busy"}.get(outage, "away"),
        headline=MESSAGES[outage].removesuffix("."),
        facts=(reason,),
        steps=(PAPER, *steps),
        is_blocking=True,
    )


def check_migrations(now: datetime) -> HealthPart:
    """Return whether the tables in the database match this code: neither older nor newer."""
    applied_migrations, missing, newer = schema_state()
    part = HealthPart(key="migrations", title="Version", state="match")
    if missing:
        return replace(
            part,
            level="bad",
            state="older",
            headline="The database is older than the program",
            facts=(f"{len(missing)} missing, first {'.'.join(missing[0])}",),
            steps=(
                Step(
                    "Run deploy/install.sh of this version again: it brings the database up to date."
                ),
                restart("web", "Restart the web processes."),
            ),
            is_blocking=True,
        )
    if newer:
        return replace(
            part,
            level="bad",
            state="newer",
            headline="The database is newer than the program",
            facts=(f"it has {'.'.join(newer[-1])}, which this version doesn't know",),
            steps=(
                Step(
                    "Start the newer version of Floorbook again, or restore a backup of before it."
                ),
            ),
            is_blocking=True,
        )
    return replace(part, facts=(f"all {len(applied_migrations)} migrations are applied",))


def _limit_statements() -> None:
    """Limit the statements of this transaction. SQLite waits at most its own time limit for a lock."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = %s", [STATEMENT_LIMIT])
            cursor.execute("SET LOCAL lock_timeout = %s", [STATEMENT_LIMIT])


def _size_facts() -> tuple[str, ...]:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_database_size(current_database())")
            return (size(cursor.fetchone()[0]),)
    file = Path(str(connection.settings_dict["NAME"]))
    log = file.with_name(f"{file.name}-wal")
    if not file.exists():
        return ()
    return (
        f"{size(file.stat().st_size)}, {size(log.stat().st_size if log.exists() else 0)} not merged",
    )


def _connections() -> tuple[int, int] | None:
    """Return how many connections PostgreSQL has, and how many it may have."""
    if connection.vendor != "postgresql":
        return None
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),"
            " current_setting('max_connections')::int"
        )
        number, limit = cursor.fetchone()
    return int(number), int(limit)
