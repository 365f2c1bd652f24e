"""Changes of a log that verification should find."""

from collections.abc import Callable

from django.db import connection

from tests.support.db_reset import _disable_triggers


def tamper(change: Callable[[], object]) -> None:
    """Change the log as a database owner could, who restores the triggers afterwards."""
    # By hand instead of a schema editor, which SQLite does not allow inside a test's transaction.
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SET CONSTRAINTS ALL IMMEDIATE; ALTER TABLE journal_entry DISABLE TRIGGER USER"
            )
            change()
            cursor.execute(
                "SET CONSTRAINTS ALL IMMEDIATE; ALTER TABLE journal_entry ENABLE TRIGGER USER"
            )
            return
        cursor.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'journal_entry'"
        )
        definitions = cursor.fetchall()
        for name, _ in definitions:
            cursor.execute(f"DROP TRIGGER {name}")
        change()
        for _, definition in definitions:
            cursor.execute(definition)


def tamper_with_names(change: Callable[[], object]) -> None:
    """Change the names as a database owner could."""
    with connection.cursor() as cursor, _disable_triggers(cursor, ["journal_personaltext"]):
        change()
