"""Changes of a log that should be found."""

from collections.abc import Callable

from django.db import connection


def tamper(change: Callable[[], object]) -> None:
    """Change the log as a database owner could, who puts the triggers back afterwards."""
    # By hand and not with a schema editor: inside a test's transaction SQLite allows none.
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
