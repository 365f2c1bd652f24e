"""Fixtures shared by many tests: built once per worker by the room's own actions, then restored as rows."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeVar

from django.db import connection, transaction

from tests.support.db_reset import Rows, changed_tables, quote_table, read_rows

Value = TypeVar("Value")


@dataclass(frozen=True)
class _StoredFixture:
    """A built fixture: the rows of each table that was empty before, the returned value, and each sequence's last id.

    sequences: on PostgreSQL only.
    """

    rows: Rows
    value: Any
    sequences: dict[str, int]


_stored_fixtures: dict[Callable[[], Any], _StoredFixture] = {}
_pristine: Rows = {}


def remember_pristine(rows: Rows) -> None:
    """Record the rows written by migrations; fixtures are restored only on top of them."""
    _pristine.update(rows)


def build_or_restore(build: Callable[[], Value]) -> Value:
    """Return the result of `build`, with its rows in the database. Only the first call of a worker runs it.

    `build` takes no arguments, is a module-level function, and draws no random values.
    If the test has written rows before, `build` runs as usual. Only the first call publishes after a commit; no
    subscriber exists before a test starts.
    """
    stored = _stored_fixtures.get(build)
    if stored is not None and not _has_rows(stored.rows):
        _restore_rows(stored)
        value: Value = deepcopy(stored.value)
        return value
    is_first = stored is None and _pristine and not changed_tables(_pristine)
    value = build()
    if is_first:
        changed_names = changed_tables(_pristine)
        if not any(_pristine[table] for table in changed_names):
            rows = {table: read_rows(table) for table in changed_names}
            _stored_fixtures[build] = _StoredFixture(rows, deepcopy(value), _sequences(rows))
    return value


def _has_rows(tables: Rows) -> bool:
    """Return whether any of these tables has a row."""
    condition = " OR ".join(f"EXISTS (SELECT 1 FROM {quote_table(table)})" for table in tables)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {condition}")
        return bool(cursor.fetchone()[0])


def _restore_rows(stored: _StoredFixture) -> None:
    """Insert the rows; references are checked after the last one. PostgreSQL's sequences continue after the ids."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table, table_rows in stored.rows.items():
            placeholders = "(" + ", ".join(["%s"] * len(table_rows[0])) + ")"
            values = [value for table_row in table_rows for value in table_row]
            cursor.execute(
                f"INSERT INTO {quote_table(table)} VALUES {', '.join([placeholders] * len(table_rows))}",
                values,
            )
        if stored.sequences:
            calls = ", ".join(["setval(%s, %s)"] * len(stored.sequences))
            cursor.execute(f"SELECT {calls}", list(chain(*stored.sequences.items())))


# The sequence of a table's first column.
SEQUENCES = """
    SELECT owner.relname, sequence.oid::regclass::text
    FROM pg_class sequence JOIN pg_depend link ON link.objid = sequence.oid AND link.deptype IN ('a', 'i')
    JOIN pg_class owner ON owner.oid = link.refobjid AND link.refobjsubid = 1
    WHERE sequence.relkind = 'S' AND owner.relname = ANY(%s)
"""


def _sequences(rows: Rows) -> dict[str, int]:
    """Return PostgreSQL's sequences of these tables and the largest id of each."""
    if connection.vendor != "postgresql":
        return {}
    with connection.cursor() as cursor:
        cursor.execute(SEQUENCES, [list(rows)])
        return {name: max(row[0] for row in rows[table]) for table, name in cursor.fetchall()}
