"""A database that is put back to what migrations left, after tests that commit."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper

Rows = dict[str, list[tuple[Any, ...]]]


def pristine_rows() -> Rows:
    """Read every row that migrations have written: roles and permissions, table by table; empty tables have none."""
    return {table: rows_of(table) for table in _tables()}


def empty(pristine: Rows) -> None:
    """Put the database back to these rows; tables that are as they were are not touched.

    Append-only tables let go of theirs meanwhile.
    """
    changed = changed_tables(pristine)
    if not changed:
        return
    with (
        connection.constraint_checks_disabled(),
        transaction.atomic(),
        connection.cursor() as cursor,
        _let_go(cursor, changed),
    ):
        for table in changed:
            cursor.execute(f"DELETE FROM {quoted(table)}")
            if rows := pristine[table]:
                places = ", ".join(["%s"] * len(rows[0]))
                cursor.executemany(f"INSERT INTO {quoted(table)} VALUES ({places})", rows)


@contextmanager
def _let_go(cursor: CursorWrapper, tables: list[str]) -> Generator[None]:
    """Keep triggers, and PostgreSQL's references, from refusing."""
    if connection.vendor == "postgresql":
        cursor.execute("SET LOCAL session_replication_role = replica")
        yield
        return
    cursor.execute("SELECT tbl_name, name, sql FROM sqlite_master WHERE type = 'trigger'")
    triggers = [(name, sql) for table, name, sql in cursor.fetchall() if table in tables]
    for name, _ in triggers:
        cursor.execute(f"DROP TRIGGER {quoted(name)}")
    yield
    for _, sql in triggers:
        cursor.execute(sql)


def changed_tables(pristine: Rows) -> list[str]:
    """Name the tables that are not as migrations left them."""
    bare = [table for table, rows in pristine.items() if not rows]
    asked = ", ".join(f"EXISTS (SELECT 1 FROM {quoted(table)})" for table in bare)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {asked}")  # one question for all
        written = [table for table, any_row in zip(bare, cursor.fetchone(), strict=True) if any_row]
    return written + [table for table, rows in pristine.items() if rows and rows_of(table) != rows]


def _tables() -> list[str]:
    return connection.introspection.django_table_names(only_existing=True, include_views=False)


def rows_of(table: str) -> list[tuple[Any, ...]]:
    """Read a table, as its driver gives it."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {quoted(table)} ORDER BY 1")
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def quoted(name: str) -> str:
    """Write a table's name as the database has it."""
    return connection.ops.quote_name(name)
