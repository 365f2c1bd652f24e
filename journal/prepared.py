"""Statements that PostgreSQL parses and plans once for each connection: those of every tap."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import cast

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg.abc import Params, Query
from psycopg.rows import TupleRow


class PreparedCursor(psycopg.Cursor[TupleRow]):
    """Executes prepared statements. Values are sent beside them, so their types must be clear from the statement."""

    def execute(
        self,
        query: Query,
        params: Params | None = None,
        *,
        prepare: bool | None = None,
        binary: bool | None = None,
    ) -> "PreparedCursor":
        """Prepare the statement the first time, then only execute it. Raises `TypeError` if it is no text."""
        if not isinstance(query, str):
            raise TypeError("A prepared statement is a text.")
        super().execute(query, params, prepare=True, binary=binary)
        return self


@contextmanager
def prepared_cursor() -> Generator[CursorWrapper]:
    """Yield a cursor of the default connection for statements of every tap.

    It is an ordinary one on SQLite, and while Django logs statements: a log has them with their values.
    A new column changes no prepared statement, as long as it names its columns. A column of another type would make
    it an error, but migrations only add.
    """
    if connection.vendor != "postgresql" or connection.queries_logged:
        with connection.cursor() as cursor:
            yield cursor
        return
    connection.ensure_connection()
    with connection.wrap_database_errors:
        # Django's types say that it wraps only its own wrappers.
        prepared = cast(CursorWrapper, PreparedCursor(connection.connection))
    with connection.make_cursor(prepared) as cursor:
        yield cursor


@contextmanager
def sent_together() -> Generator[None]:
    """Send PostgreSQL the statements of the block in one message; read their results after it.

    For a transaction's first statement: its BEGIN needs no answer before it. On a machine whose cores are busy, each
    answer waits for a core twice.
    """
    if connection.vendor != "postgresql" or connection.queries_logged:
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield
