"""Monthly partitions of the log on PostgreSQL. SQLite keeps one table.

The partition key is the primary key. Its upper bits are the month in which the entry is stored, by the database's
clock in UTC, and its lower 40 bits come from a sequence. So the primary key stays unique in the whole table, the models
do not know of partitions, and the entries of a log that are in one month follow one another without a gap.

A unique constraint of a partitioned table must contain the partition key. The constraints `entry_seq_once` and
`entry_command_once` do not, so each partition has both as unique indexes, and a trigger looks in all partitions once
for each command, with the row of the stream locked. docs/decisions/0013-partitions-and-archive.md has the reasons.
"""

import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeVar

from django.db import OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, Q, QuerySet

POSTGRESQL = "postgresql"
MONTH_BITS = 40  # of a primary key, below the month
EPOCH_YEAR = 2000  # January of this year is month 0
MONTHS_AHEAD = 3  # partitions beside that of the current month
PARENT = "journal_entry"
DEFAULT = "journal_entry_default"  # entries of a month that has no partition
# The triggers of each partition, as of the whole table.
LOG_TRIGGERS = tuple(f"{PARENT}_{act}" for act in ("no_delete", "no_truncate", "no_update", "once"))
LOCK_ATTEMPTS = 60
E = TypeVar("E", bound=Model)  # entries
# Less than PostgreSQL's deadlock_timeout of a second, so that this side gives up and no command of a table does.
LOCK_TIMEOUT = "500ms"


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition of the log and its months, counted from January 2000. None: without a limit."""

    name: str
    first: int | None
    until: int | None  # the month after its last one

    @property
    def label(self) -> str:
        """Return its months for people and file names, such as 2026-11."""
        if self.until is None:
            return "default"
        if self.first is None:
            return f"before-{month_text(self.until)}"
        if self.until == self.first + 1:
            return month_text(self.first)
        return f"{month_text(self.first)}-to-{month_text(self.until - 1)}"


def next_id(month: str = "journal_month(clock_timestamp())") -> str:
    """Return the SQL expression of the next primary key in a month, which is an SQL expression, too.

    Only the lower bits of the sequence are used: one that was set to the largest key has a month in its upper ones.
    """
    return f"{month} << {MONTH_BITS} | (nextval('{PARENT}_id_seq') & {(1 << MONTH_BITS) - 1})"


def month_number(moment: datetime) -> int:
    """Return the number of the month of a time, in UTC."""
    moment = moment.astimezone(UTC)
    return (moment.year - EPOCH_YEAR) * 12 + moment.month - 1


def parse_month(text: str) -> int:
    """Return the number of a month such as 2026-11. Raises `ValueError`."""
    return month_number(datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC))


def month_text(month: int) -> str:
    """Return a month as text, such as 2026-11."""
    return f"{EPOCH_YEAR + month // 12}-{month % 12 + 1:02}"


def has_partitions() -> bool:
    """Return whether this database keeps the log in partitions."""
    return connection.vendor == POSTGRESQL


def partitions() -> list[Partition]:
    """Return the partitions of the log, the oldest first and the default one last; none on SQLite."""
    if not has_partitions():
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, first, until FROM journal_partitions()")
        found = [Partition(*row) for row in cursor.fetchall()]
    return sorted(found, key=lambda part: (part.until is None, part.until))


def default_entries(most: int) -> int:
    """Return the number of entries in the default partition, counted up to `most`; 0 on SQLite."""
    if not has_partitions():
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM {DEFAULT} LIMIT %s) AS entries", [most]
        )
        return int(cursor.fetchone()[0])


def months_ahead(now: datetime) -> int:
    """Return for how many months after the current one there are partitions; -1 if the current one has none."""
    months = {
        month
        for part in partitions()
        if part.until is not None
        for month in range(part.first or 0, part.until)
    }
    ahead, current = -1, month_number(now)
    while current + ahead + 1 in months:
        ahead += 1
    return ahead


def prepare_months() -> int:
    """Create the partitions of the current month and the next ones; return how many were created.

    Entries in the default partition get a partition of their own. Any role of the room may call this.
    """
    if not has_partitions():
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT journal_prepare_months()")
        return int(cursor.fetchone()[0])


# Most commands ask this once and find nothing, so it is raw SQL: the ORM takes longer than the database.
_SELECT_COMMAND_KEYS = "SELECT journal_command_keys(%s, %s)"
_SELECT_KEYS = f"SELECT id FROM {PARENT} WHERE stream_id = %s AND command_id = %s"


def command_keys(stream_id: int, command_id: str) -> list[int]:
    """Return the primary keys of a command's entries; none if it was never stored."""
    select = _SELECT_COMMAND_KEYS if has_partitions() else _SELECT_KEYS
    with connection.cursor() as cursor:
        cursor.execute(select, [stream_id, command_id])
        return [key for (key,) in cursor.fetchall()]


_SELECT_LOWEST_KEY = """
    SELECT min(lowest) FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[]) AS ranges (stream, since, until),
        journal_key_range(stream, since, until)
"""


def key_range(stream_id: int, since: int, until: int) -> tuple[int, int] | None:
    """Return the lowest and highest primary key of a log's entries after `since` up to and including `until`.

    None if there are none. Only on PostgreSQL, which otherwise plans a query of every partition: 25 ms with those of
    eleven years, and 0.3 ms with their keys.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT lowest, highest FROM journal_key_range(%s, %s, %s)", [stream_id, since, until]
        )
        lowest, highest = cursor.fetchone()
    return None if lowest is None else (lowest, highest)


def in_range(rows: QuerySet[E], stream_id: int, since: int, until: int) -> QuerySet[E]:
    """Return those of the entries `rows` that a log has after `since` up to and including `until`, in order."""
    if has_partitions():
        keys = key_range(stream_id, since, until)
        if keys is None:
            return rows.none()
        rows = rows.filter(pk__range=keys)
    return rows.filter(stream=stream_id, seq__gt=since, seq__lte=until).order_by("seq")


def in_ranges(rows: QuerySet[E], ranges: Collection[tuple[int, int, int]]) -> QuerySet[E]:
    """Return those of the entries `rows` that are in one of these ranges, by log and in order.

    ranges: each a log, and the numbers of the entries before its first one and of its last one.
    """
    if not ranges:
        return rows.none()
    if has_partitions():
        with connection.cursor() as cursor:
            cursor.execute(
                _SELECT_LOWEST_KEY, [list(column) for column in zip(*ranges, strict=True)]
            )
            (lowest,) = cursor.fetchone()
        if lowest is None:
            return rows.none()
        # Only the month: with keys, PostgreSQL might read all entries between them rather than those of each log.
        rows = rows.filter(pk__gte=lowest >> MONTH_BITS << MONTH_BITS)
    wanted = Q()
    for stream_id, since, until in ranges:
        wanted |= Q(stream=stream_id, seq__gt=since, seq__lte=until)
    return rows.filter(wanted).order_by("stream_id", "seq")


def months_back(stream_id: int) -> Iterator[Q]:
    """Yield conditions of entries, of months further and further back, the newest first; together they are of all.

    They end with the month of the log's first entry. Months are those of primary keys, which the database's clock
    gave, so the time is no argument here. Who looks for the newest entries stops when they are found:
    PostgreSQL plans a query for each partition that it may need, 16 ms to 75 ms with those of eleven years. SQLite
    gets one condition that is always true.
    """
    if not has_partitions():
        yield Q()
        return
    first, current = key_range(stream_id, 0, 1), month_number(datetime.now(UTC))
    above: Q = Q()
    for months in (1, 4, 16, 64):
        lowest = (current + 1 - months) << MONTH_BITS
        yield above & Q(pk__gte=lowest)
        if first is not None and first[0] >= lowest:
            return
        above = Q(pk__lt=lowest)
    yield above


def drop_partition(part: Partition) -> None:
    """Remove a partition with its entries, as the owner of the tables. The caller has compared them with an archive."""
    with_locks(
        connection,
        f'ALTER TABLE {PARENT} DETACH PARTITION "{part.name}"',
        f'DROP TABLE "{part.name}"',
    )


def with_locks(database: BaseDatabaseWrapper, *statements: str) -> None:
    """Execute statements that change the table, in one transaction, while commands and readers wait for it.

    The locks are taken in the order in which commands lock. If they are not free at once, all of it is tried again, so
    that no one waits long.
    """
    for attempt in range(1, LOCK_ATTEMPTS + 1):
        try:
            with transaction.atomic(using=database.alias), database.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
                cursor.execute("LOCK TABLE journal_stream IN ACCESS EXCLUSIVE MODE")
                cursor.execute(f"LOCK TABLE {PARENT} IN ACCESS EXCLUSIVE MODE")
                for statement in statements:
                    cursor.execute(statement)
            return
        except OperationalError as error:
            is_lock = getattr(error.__cause__, "sqlstate", "") in ("55P03", "40P01")
            if not is_lock or attempt == LOCK_ATTEMPTS:
                raise
            time.sleep(1)
