"""The statements that store a command's entries and update its stream.

They are raw SQL because every command waits for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec
from django.db import connection

from journal.prepared import prepared_cursor

_COLUMNS = (
    "stream_id",
    "seq",
    "command_id",
    "index",
    "name",
    "version",
    "data",
    "at",
    "actor",
    "prev_hash",
    "hash",
    "device",
    "request",
    "stored_at",
    "caveat",
)
_COLUMN_LIST = ", ".join(f'"{name}"' for name in _COLUMNS)
# A view of NULL leaves the stored one.
UPDATE_STREAM = (
    "UPDATE journal_stream SET seq = %s, hash = %s, base_seq = %s, state = %s, view = COALESCE(%s, view),"
    " updated_at = %s WHERE id = %s AND seq = %s"
)
_INSERT = f"INSERT INTO journal_entry ({_COLUMN_LIST}) VALUES "
_PLACEHOLDERS = f"({', '.join(['%s'] * len(_COLUMNS))})"
# On PostgreSQL, the entries of a command are one JSON text, so the statement is always the same and
# is prepared only once.
_OF_COMMAND = {
    "stream_id": "bigint",
    "command_id": "text",
    "at": "timestamptz",
    "actor": "text",
    "device": "text",
    "request": "text",
    "stored_at": "timestamptz",
    "caveat": "text",
}
_OF_ENTRY = {
    "seq": "bigint",
    "index": "integer",
    "name": "text",
    "version": "integer",
    "data": "text",
    "prev_hash": "text",
    "hash": "text",
}
_POSITIONS = {name: position for position, name in enumerate(_COLUMNS)}
# Both changes are in the WITH clause, so that PostgreSQL locks the stream's table first, as a command with
# a transaction and the work on partitions do. It would lock the table of an INSERT after the clause
# before that.
_APPEND = (
    "WITH stream AS ({update} RETURNING xmin::text AS row_version), added AS (INSERT INTO journal_entry ({into})"
    ' SELECT {values}, {entry} FROM stream, json_to_recordset(%s) AS entries ({types}) ORDER BY "seq")'
    " SELECT row_version FROM stream"
)
Row = tuple[Any, ...]  # values in the order of the columns


@dataclass(frozen=True, slots=True)
class Condition:
    """What must still be true when the statement stores entries without a lock.

    version, hash: of the stream's row; after a crash of the database, another transaction may give a row the same
    version. sql, params: a condition in SQL with its parameters.
    """

    version: str
    hash: str
    sql: str
    params: Row


def append_rows(
    rows: Sequence[Row], stream_values: Row, condition: Condition | None = None
) -> str | None:
    """Insert a command's entries and update its stream; return the row's new version, "" on SQLite.

    `stream_values` are the values of `UPDATE_STREAM`. If the stream has changed since it was read, or the condition no
    longer holds, the result is None. The caller then rolls back, because SQLite has already inserted the entries.
    """
    if connection.vendor == "postgresql":
        return _store_together(rows, stream_values, condition)
    return _store_in_turn(rows, stream_values)


def _store_together(
    rows: Sequence[Row], stream_values: Row, condition: Condition | None
) -> str | None:
    """Insert and update in one statement, which inserts nothing if the stream has changed."""
    of_command = [rows[0][_POSITIONS[name]] for name in _OF_COMMAND]
    entries = [{name: row[_POSITIONS[name]] for name in _OF_ENTRY} for row in rows]
    content = msgspec.json.encode(entries).decode()
    conditions = (condition.version, condition.hash, *condition.params) if condition else ()
    with prepared_cursor() as cursor:
        cursor.execute(
            _append_statement(condition.sql if condition else ""),
            [*stream_values, *conditions, *of_command, content],
        )
        row = cursor.fetchone()
    return None if row is None else str(row[0])


@cache
def _append_statement(condition: str) -> str:
    """Return the statement that stores entries, if a condition is true and the stream's row has a version."""
    more = f" AND xmin::text = %s AND hash = %s AND {condition}" if condition else ""
    return _APPEND.format(
        update=UPDATE_STREAM + more,
        into=", ".join(f'"{name}"' for name in (*_OF_COMMAND, *_OF_ENTRY)),
        values=", ".join(f"%s::{kind}" for kind in _OF_COMMAND.values()),
        entry=", ".join(f'"{name}"' for name in _OF_ENTRY),
        types=", ".join(f'"{name}" {kind}' for name, kind in _OF_ENTRY.items()),
    )


def _store_in_turn(rows: Sequence[Row], stream_values: Row) -> str | None:
    placeholders = ", ".join([_PLACEHOLDERS] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(_INSERT + placeholders, [value for row in rows for value in row])
        cursor.execute(UPDATE_STREAM, stream_values)
        return "" if cursor.rowcount else None
