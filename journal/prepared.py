"""Statements of every tap, which PostgreSQL parses and plans only once per connection."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import cast

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper
from psycopg.abc import Params, Query
from psycopg.rows import TupleRow


class PreparedCursor(psycopg.Cursor[TupleRow]):
    """Executes prepared statements. Values are sent separately, so their types must be clear from the statement."""

    def execute(
        self,
        query: Query,
        params: Params | None = None,
        *,
        prepare: bool | None = None,
        binary: bool | None = None,
    ) -> "PreparedCursor":
        """Execute a statement, and prepare it the first time. Raises `TypeError` if it is not text."""
        if not isinstance(query, str):
            raise TypeError("A prepared statement is a text.")
        super().execute(query, params, prepare=True, binary=binary)
        return self


@contextmanager
def prepared_cursor() -> Generator[CursorWrapper]:
    """Yield a cursor of the default connection for the statements of every tap.

    On SQLite, and while Django logs statements with their values, it is an ordinary cursor. A new column does not
    invalidate a prepared statement that names its columns. A changed column type would, but migrations only add
    columns.
    """
    if connection.vendor != "postgresql" or connection.queries_logged:
        with connection.cursor() as cursor:
            yield cursor
        return
    connection.ensure_connection()
    with connection.wrap_database_errors:
        # Django's types allow only Django's own wrappers here.
        prepared = cast(CursorWrapper, PreparedCursor(connection.connection))
    with connection.make_cursor(prepared) as cursor:
        yield cursor


@contextmanager
def sent_together() -> Generator[None]:
    """Send the statements of the block to PostgreSQL in one message, and read their results afterwards.

    This is for the first statement of a transaction, because its BEGIN needs no separate answer. On a busy machine,
    each answer waits twice for a core.
    """
    if connection.vendor != "postgresql" or connection.queries_logged:
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield
