"""Entries that are stored in another month than the current one."""

import io
from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import connection

from journal.partitions import PARENT, next_id, parse_month


def execute(statement: str) -> None:
    """Execute a statement as the owner of the tables."""
    with connection.cursor() as cursor:
        cursor.execute(statement)


@contextmanager
def stored_in(month: str, *, partition: bool = True) -> Iterator[None]:
    """Store the entries of this block in a month, with or without its own partition. Only on PostgreSQL."""
    number = parse_month(month)
    # No trigger of the test's transaction may wait while its tables are changed.
    connection.check_constraints()
    with connection.cursor() as cursor:
        name = f"{PARENT}_{month.replace('-', '_')}"
        cursor.execute("SELECT to_regclass(%s) IS NULL", [name])
        if partition and cursor.fetchone()[0]:
            cursor.execute(
                "SELECT journal_add_partition(%s, journal_bounds(%s, %s))",
                [name, number, number + 1],
            )
        cursor.execute(
            "SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef JOIN pg_attribute"
            " ON attrelid = adrelid AND attnum = adnum WHERE adrelid = %s::regclass AND attname = 'id'",
            [PARENT],
        )
        default = cursor.fetchone()[0]
    set_default = f"ALTER TABLE {PARENT} ALTER COLUMN id SET DEFAULT"
    execute(f"{set_default} {next_id(f'{number}::bigint')}")
    try:
        yield
    finally:
        connection.check_constraints()
        execute(f"{set_default} {default}")


def archive(*, drop: bool = True) -> str:
    """Archive January 2025, and remove it from the database; return the output."""
    out = io.StringIO()
    call_command("archive_journal", before="2025-02", stdout=out)
    if drop:
        call_command("archive_journal", before="2025-02", drop=True, stdout=out)
    return out.getvalue()
