"""Monthly partitions of the log on PostgreSQL. SQLite has a single table.

The primary key is the partition key. Its upper bits are the month in which the entry is stored, in UTC by the
database's clock. Its lower 40 bits come from a sequence. The primary key therefore stays unique in the whole table,
the models need not know about partitions, and a log's entries of one month are consecutive.

A unique constraint of a partitioned table must contain the partition key. The constraints `entry_seq_once` and
`entry_command_once` do not contain it. Each partition therefore has both as unique indexes. For each command, a
trigger also checks all partitions while the stream's row is locked. The reasons are in
docs/decisions/0013-partitions-and-archive.md.
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
MONTH_BITS = 40  # the bits of a primary key below the month
EPOCH_YEAR = 2000  # January of this year is month 0
MONTHS_AHEAD = 3  # partitions created in advance, in addition to the current month's
PARENT = "journal_entry"
DEFAULT = "journal_entry_default"  # the entries of months without a partition
# The triggers of the whole table and of each partition.
LOG_TRIGGERS = tuple(f"{PARENT}_{act}" for act in ("no_delete", "no_truncate", "no_update", "once"))
LOCK_ATTEMPTS = 60
E = TypeVar("E", bound=Model)  # the model of the entries
# Shorter than PostgreSQL's deadlock_timeout of one second, so that this transaction gives up and no table
# command does.
LOCK_TIMEOUT = "500ms"


@dataclass(frozen=True, slots=True)
class Partition:
    """A partition of the log, with its months counted from January 2000. None means no limit."""

    name: str
    first: int | None
    until: int | None  # the month after its last month

    @property
    def label(self) -> str:
        """Return the partition's months for messages and file names, such as 2026-11."""
        if self.until is None:
            return "default"
        if self.first is None:
            return f"before-{month_text(self.until)}"
        if self.until == self.first + 1:
            return month_text(self.first)
        return f"{month_text(self.first)}-to-{month_text(self.until - 1)}"


def next_id(month: str = "journal_month(clock_timestamp())") -> str:
    """Return the SQL expression of the next primary key. `month` is an SQL expression, too.

    It uses only the lower bits of the sequence, because a sequence set to the largest key has a month in its upper
    bits.
    """
    return f"{month} << {MONTH_BITS} | (nextval('{PARENT}_id_seq') & {(1 << MONTH_BITS) - 1})"


def month_number(moment: datetime) -> int:
    """Return the number of a time's month, in UTC."""
    moment = moment.astimezone(UTC)
    return (moment.year - EPOCH_YEAR) * 12 + moment.month - 1


def parse_month(text: str) -> int:
    """Return the number of a month such as 2026-11. Raises `ValueError`."""
    return month_number(datetime.strptime(text, "%Y-%m").replace(tzinfo=UTC))


def month_text(month: int) -> str:
    return f"{EPOCH_YEAR + month // 12}-{month % 12 + 1:02}"


def has_partitions() -> bool:
    """Return whether this database stores the log in partitions."""
    return connection.vendor == POSTGRESQL


def partitions() -> list[Partition]:
    """Return the partitions of the log, oldest first and the default partition last; empty on SQLite."""
    if not has_partitions():
        return []
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, first, until FROM journal_partitions()")
        rows = [Partition(*row) for row in cursor.fetchall()]
    return sorted(rows, key=lambda part: (part.until is None, part.until))


def default_entries(limit: int) -> int:
    """Return the number of entries in the default partition, at most `most`; 0 on SQLite."""
    if not has_partitions():
        return 0
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT count(*) FROM (SELECT 1 FROM {DEFAULT} LIMIT %s) AS entries", [limit]
        )
        return int(cursor.fetchone()[0])


def months_ahead(now: datetime) -> int:
    """Return how many months after the current one have partitions; -1 if the current month has none."""
    months = {
        month
        for part in partitions()
        if part.until is not None
        for month in range(part.first or 0, part.until)
    }
    ahead = -1
    current = month_number(now)
    while current + ahead + 1 in months:
        ahead += 1
    return ahead


def prepare_months() -> int:
    """Create the partitions of the current and the next months; return how many were created.

    Entries in the default partition move to their own partition. Every database role of the room may call
    this.
    """
    if not has_partitions():
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT journal_prepare_months()")
        return int(cursor.fetchone()[0])


# Most commands send this query once and get no rows. It is raw SQL, because the ORM takes longer than the
# database.
_SELECT_COMMAND_KEYS = "SELECT journal_command_keys(%s, %s)"
_SELECT_KEYS = f"SELECT id FROM {PARENT} WHERE stream_id = %s AND command_id = %s"


def command_keys(stream_id: int, command_id: str) -> list[int]:
    """Return the primary keys of a command's entries; empty if the command was never stored."""
    select = _SELECT_COMMAND_KEYS if has_partitions() else _SELECT_KEYS
    with connection.cursor() as cursor:
        cursor.execute(select, [stream_id, command_id])
        return [key for (key,) in cursor.fetchall()]


_SELECT_LOWEST_KEY = """
    SELECT min(lowest) FROM unnest(%s::bigint[], %s::bigint[], %s::bigint[]) AS ranges (stream, since, until),
        journal_key_range(stream, since, until)
"""


def key_range(stream_id: int, since: int, until: int) -> tuple[int, int] | None:
    """Return the lowest and highest primary key of a log's entries after `since`, up to and including `until`.

    Returns None if there are no such entries. PostgreSQL only: without keys it plans a query of every partition,
    which takes 25 ms with eleven years of partitions. With keys it takes 0.3 ms.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT lowest, highest FROM journal_key_range(%s, %s, %s)", [stream_id, since, until]
        )
        lowest, highest = cursor.fetchone()
    return None if lowest is None else (lowest, highest)


def in_range(rows: QuerySet[E], stream_id: int, since: int, until: int) -> QuerySet[E]:
    """Filter `rows` to one log's entries after `since`, up to and including `until`, in order."""
    if has_partitions():
        keys = key_range(stream_id, since, until)
        if keys is None:
            return rows.none()
        rows = rows.filter(pk__range=keys)
    return rows.filter(stream=stream_id, seq__gt=since, seq__lte=until).order_by("seq")


def in_ranges(rows: QuerySet[E], ranges: Collection[tuple[int, int, int]]) -> QuerySet[E]:
    """Filter `rows` to the entries in one of these ranges, ordered by log and number.

    A range has the log's id, the number before its first entry and the number of its last entry.
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
        # Filter only by month: with exact keys, PostgreSQL might read all entries between them rather than each
        # log's.
        rows = rows.filter(pk__gte=lowest >> MONTH_BITS << MONTH_BITS)
    condition = Q()
    for stream_id, since, until in ranges:
        condition |= Q(stream=stream_id, seq__gt=since, seq__lte=until)
    return rows.filter(condition).order_by("stream_id", "seq")


def months_back(stream_id: int) -> Iterator[Q]:
    """Yield conditions for a log's entries in groups of months, newest first.

    Together they cover the log, back to the month of its first entry. A caller that looks for the newest entries stops
    early: PostgreSQL plans a query for each partition that it may need, which takes 16 to 75 ms with eleven years of
    partitions. Months come from the primary keys, which follow the database's clock, so the time is not an argument. On
    SQLite there is one condition that is always true.
    """
    if not has_partitions():
        yield Q()
        return
    first = key_range(stream_id, 0, 1)
    current = month_number(datetime.now(UTC))
    above: Q = Q()
    for months in (1, 4, 16, 64):
        lowest = (current + 1 - months) << MONTH_BITS
        yield above & Q(pk__gte=lowest)
        if first is not None and first[0] >= lowest:
            return
        above = Q(pk__lt=lowest)
    yield above


def drop_partition(part: Partition) -> None:
    """Remove a partition with its entries, as the owner of the tables.

    The caller has compared the entries with an archive.
    """
    with_locks(
        connection,
        f'ALTER TABLE {PARENT} DETACH PARTITION "{part.name}"',
        f'DROP TABLE "{part.name}"',
    )


def with_locks(database: BaseDatabaseWrapper, *statements: str) -> None:
    """Execute statements that change the table in one transaction, while commands and readers wait.

    It takes the locks in the same order as commands do. If they are not available quickly, the transaction is retried,
    so that no command waits long.
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
