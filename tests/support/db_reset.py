"""Reset the database to the rows written by migrations, after tests that commit."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

from journal.prepared import prepared_cursor

Rows = dict[str, list[tuple[Any, ...]]]


def pristine_rows() -> Rows:
    """Return every row written by migrations, by table; empty tables have no rows."""
    return {table: read_rows(table) for table in _tables()}


def reset_database(pristine: Rows) -> None:
    """Reset the database to these rows, without touching unchanged tables.

    Append-only tables accept deletions during the reset.
    """
    changed_names = changed_tables(pristine)
    if not changed_names:
        return
    with (
        connection.constraint_checks_disabled(),
        transaction.atomic(),
        connection.cursor() as cursor,
        _disable_triggers(cursor, changed_names),
    ):
        for table in changed_names:
            cursor.execute(f"DELETE FROM {quote_table(table)}")
            if rows := pristine[table]:
                placeholders = ", ".join(["%s"] * len(rows[0]))
                cursor.executemany(
                    f"INSERT INTO {quote_table(table)} VALUES ({placeholders})", rows
                )


@contextmanager
def _disable_triggers(cursor: CursorWrapper, tables: list[str]) -> Generator[None]:
    """Disable triggers and, on PostgreSQL, foreign-key checks for the block."""
    if connection.vendor == "postgresql":
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        return
    cursor.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'")
    triggers = [(name, sql) for table, name, sql in cursor.fetchall() if table in tables]
    for name, _ in triggers:
        cursor.execute(f"DROP TRIGGER {quote_table(name)}")
    yield
    for _, sql in triggers:
        cursor.execute(sql)


def changed_tables(pristine: Rows) -> list[str]:
    """Return the names of the tables that differ from their state after the migrations."""
    empty_tables = [table for table, rows in pristine.items() if not rows]
    columns = ", ".join(f"EXISTS (SELECT 1 FROM {quote_table(table)})" for table in empty_tables)
    # One query for all tables. PostgreSQL plans it once, because planning looks at each partition
    # of each table.
    with prepared_cursor() as cursor:
        cursor.execute(f"SELECT {columns}")
        filled_tables = [
            table for table, any_row in zip(empty_tables, cursor.fetchone(), strict=True) if any_row
        ]
    return filled_tables + [
        table for table, rows in pristine.items() if rows and read_rows(table) != rows
    ]


def _tables() -> list[str]:
    return connection.introspection.django_table_names(only_existing=True, include_views=False)


def read_rows(table: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {quote_table(table)} ORDER BY 1")
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def quote_table(name: str) -> str:
    """Return a table name quoted for this database."""
    return connection.ops.quote_name(name)
