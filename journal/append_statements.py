"""The statements that store a command's entries and update its stream.

They are raw SQL because every command waits for them.
"""

from collections.abc import Sequence
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
UPDATE_STREAM = (
    "UPDATE journal_stream SET seq = %s, hash = %s, base_seq = %s, state = %s, view = %s, updated_at = %s"
    " WHERE id = %s AND seq = %s"
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
_APPEND = (
    "WITH stream AS ({update} RETURNING id) INSERT INTO journal_entry ({into}) SELECT {values}, {entry}"
    ' FROM stream, json_to_recordset(%s) AS entries ({types}) ORDER BY "seq"'
).format(
    update=UPDATE_STREAM,
    into=", ".join(f'"{name}"' for name in (*_OF_COMMAND, *_OF_ENTRY)),
    values=", ".join(f"%s::{kind}" for kind in _OF_COMMAND.values()),
    entry=", ".join(f'"{name}"' for name in _OF_ENTRY),
    types=", ".join(f'"{name}" {kind}' for name, kind in _OF_ENTRY.items()),
)
Row = tuple[Any, ...]  # values in the order of the columns


def append_rows(rows: Sequence[Row], stream_values: Row) -> bool:
    """Insert a command's entries and update its stream; return False if the stream has changed since it was read.

    `stream_values` are the values of `UPDATE_STREAM`. If the result is False, the caller rolls back, because SQLite has
    already inserted the entries.
    """
    store = _store_together if connection.vendor == "postgresql" else _store_in_turn
    return store(rows, stream_values)


def _store_together(rows: Sequence[Row], stream_values: Row) -> bool:
    """Insert and update in one statement, which inserts nothing if the stream has changed."""
    of_command = [rows[0][_POSITIONS[name]] for name in _OF_COMMAND]
    entries = [{name: row[_POSITIONS[name]] for name in _OF_ENTRY} for row in rows]
    with prepared_cursor() as cursor:
        cursor.execute(
            _APPEND, [*stream_values, *of_command, msgspec.json.encode(entries).decode()]
        )
        return bool(cursor.rowcount)


def _store_in_turn(rows: Sequence[Row], stream_values: Row) -> bool:
    placeholders = ", ".join([_PLACEHOLDERS] * len(rows))
    with connection.cursor() as cursor:
        cursor.execute(_INSERT + placeholders, [value for row in rows for value in row])
        cursor.execute(UPDATE_STREAM, stream_values)
        return bool(cursor.rowcount)
