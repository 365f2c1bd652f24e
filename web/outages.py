"""Kinds of database outages, recognized by the driver's errors: unreachable, read-only, full or busy.

The program recovers by itself when such an outage ends.
"""

import sqlite3
from collections.abc import Iterator
from typing import Literal

import psycopg
from django.db import DatabaseError, InterfaceError

Outage = Literal["away", "read_only", "full", "busy"]

MESSAGES: dict[Outage, str] = {
    "away": "The database can't be reached.",
    "read_only": "The database can be read, but not written.",
    "full": "The disk of the database is full.",
    "busy": "The database is busy and did not answer in time.",
}
# By the first characters of an SQLSTATE (https://www.postgresql.org/docs/15/errcodes-appendix.html), longest
# first.
_POSTGRESQL: tuple[tuple[str, Outage], ...] = (
    ("25006", "read_only"),  # read_only_sql_transaction
    ("53100", "full"),  # disk_full
    ("53", "away"),  # too many connections, out of memory
    ("55P03", "busy"),  # lock_not_available
    ("57014", "busy"),  # query_canceled: the time limit of a statement
    ("57P", "away"),  # shutdown, crash, starting up
    ("58", "away"),  # a system error, such as I/O
    ("08", "away"),  # connection exceptions
    ("40", "busy"),  # serialization failure, deadlock
)
# By the start of an error's name (https://www.sqlite.org/rescode.html).
_SQLITE: tuple[tuple[str, Outage], ...] = (
    ("SQLITE_READONLY", "read_only"),
    ("SQLITE_FULL", "full"),
    ("SQLITE_IOERR", "away"),
    ("SQLITE_CANTOPEN", "away"),
    ("SQLITE_BUSY", "busy"),
    ("SQLITE_LOCKED", "busy"),
    ("SQLITE_PROTOCOL", "busy"),
)


def outage_of(error: BaseException) -> Outage | None:
    """Return the kind of outage; None if the program or the data caused the error."""
    for cause in _causes(error):
        if isinstance(cause, psycopg.OperationalError | psycopg.InternalError) and cause.sqlstate:
            return _by_start(cause.sqlstate, _POSTGRESQL)
        if isinstance(cause, psycopg.OperationalError):
            return "away"  # without a code: no connection, or a lost connection
        if isinstance(cause, sqlite3.Error):
            return _by_start(getattr(cause, "sqlite_errorname", ""), _SQLITE)
    return "away" if isinstance(error, InterfaceError) else None


def reason_of(error: DatabaseError) -> str:
    """Return the first line of the driver's message."""
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def _causes(error: BaseException) -> Iterator[BaseException]:
    current: BaseException | None = error
    while current is not None:
        yield current
        current = current.__cause__


def _by_start(code: str, table: tuple[tuple[str, Outage], ...]) -> Outage | None:
    return next((outage for start, outage in table if code.startswith(start)), None)
